import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, EllipsisVertical, VenetianMask } from 'lucide-react';
import { useParams } from 'react-router';
import type { UserAccountView } from '#engine/model/wire';
import { getRecordWithRelationships, getUserAccount, queryKeys, type ApiError, type PopulatedRecord } from '../../../client/index.ts';
import { formatFullInstant, textOf } from '../../../fields/values/index.ts';
import {
  Button,
  Card,
  ErrorState,
  Icon,
  IconButton,
  LoadingProgress,
  Menu,
  PageHeader,
  t,
  TextLink,
  useBreakpoint,
  usePageTitle,
} from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { UserAccess } from './user-access.tsx';
import { UserApiTokens, UserSessions } from './user-sessions.tsx';
import { UserStatus } from './user-status.tsx';
import { UserSwitches } from './user-switches.tsx';
import { useUserActions } from './use-user-actions.tsx';
import '../entries.css';
import './people.css';

const LIST = '/admin/users';

function useAccount(id: string) {
  return useQuery<UserAccountView, ApiError>({
    queryKey: queryKeys.userAccount(id),
    queryFn: ({ signal }) => getUserAccount(id, signal),
  });
}

function Person({ user, account }: { readonly user: PopulatedRecord; readonly account: UserAccountView | undefined }) {
  const { last_login_date: last, createdAt } = user;
  const until = account?.temporaryPasswordUntil ?? null;
  const password = account === undefined ? '' : t(account.hasPassword ? 'people.password.set' : 'people.password.missing');
  return (
    <Card>
      <Facts
        facts={[
          [t('people.form.email'), textOf(user['email'])],
          [t('people.columns.lastSignIn'), typeof last === 'string' ? formatFullInstant(last) : t('people.never')],
          [
            t('people.password.title'),
            until === null ? password : `${password} ${t('people.password.sent', { when: formatFullInstant(until) })}`,
          ],
          [t('people.created'), typeof createdAt === 'string' ? formatFullInstant(createdAt) : ''],
        ]}
      />
    </Card>
  );
}

function UserContent({ user }: { readonly user: PopulatedRecord }) {
  const name = textOf(user['name']);
  const isPhone = useBreakpoint() === 'phone';
  const { data: account } = useAccount(user._id);
  const { groups, dialogs, impersonate } = useUserActions(user, account);
  usePageTitle(name);
  const actions = (
    <>
      {!isPhone && account !== undefined && (
        <Button size="sm" icon={VenetianMask} blocked={impersonate.blocked} loading={impersonate.isBusy} onClick={impersonate.run}>
          {t('people.impersonate')}
        </Button>
      )}
      <Menu
        label={t('people.options', { name })}
        groups={groups}
        target={<IconButton size="sm" variant="default" icon={EllipsisVertical} label={t('people.options', { name })} />}
      />
    </>
  );
  return (
    <>
      <PageHeader title={name} actions={actions}>
        {!isPhone && <UserStatus user={user} />}
      </PageHeader>
      <div className="ms-page ma-page">
        <p className="ma-back">
          <Icon of={ArrowLeft} />
          <TextLink href={LIST}>{t('people.all')}</TextLink>
          {isPhone && <UserStatus user={user} />}
        </p>
        <Person user={user} account={account} />
        <UserAccess user={user} />
        <UserSwitches user={user} />
        <UserSessions userId={user._id} name={name} />
        <UserApiTokens userId={user._id} />
      </div>
      {dialogs}
    </>
  );
}

/** `/admin/users/{id}`: what a user may do, and how they sign in. */
export function UserPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<PopulatedRecord, ApiError>({
    queryKey: [...queryKeys.record('users', id), 'administration'],
    queryFn: ({ signal }) => getRecordWithRelationships('/api/users', id, signal),
    retry: false,
  });
  if (error && data === undefined)
    return <ErrorState title={t('people.failedOne')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingProgress active /> : <UserContent key={data._id} user={data} />;
}
