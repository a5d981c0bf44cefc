import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ModuleView, ShellView } from '#engine/model/wire';
import { findModule, queryKeys, recordRoute, useShell } from '../../client/index.ts';
import { recordName, useOwnProfile, useRecord } from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import { Avatar, LazyBoundary, ButtonLink, ErrorState, createLazyComponent, t, usePhoneTools, usePageTitle } from '../../kit/index.ts';
import { EditableSections } from '../inline/editable-sections.tsx';
import { RecordSkeleton } from '../record/record-skeleton.tsx';
import '../styles/record.css';
import '../styles/views.css';

const OwnAccount = createLazyComponent(async () => (await import('./own-account.tsx')).OwnAccount, 'place');
const NotificationPreferences = createLazyComponent(
  async () => (await import('./notification-preferences.tsx')).NotificationPreferences,
  'place',
);
const ApiTokens = createLazyComponent(async () => (await import('./api-tokens.tsx')).ApiTokens, 'place');

interface ProfileProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  readonly shell: ShellView;
}

/** The frame shows the name of the current user: reloads it after a change. */
function useSyncUserName({ record, shell: { user } }: ProfileProps): void {
  const client = useQueryClient();
  const isOld = record['first_name'] !== user.first_name || record['last_name'] !== user.last_name;
  useEffect(() => {
    if (isOld) void client.invalidateQueries({ queryKey: queryKeys.shell() });
  }, [client, isOld, record._version]);
}

function Profile(props: ProfileProps) {
  const { module, record, shell } = props;
  const { user } = shell;
  const phoneTools = usePhoneTools();
  const name = recordName(module, record);
  useSyncUserName(props);
  return (
    <div className="mv-page mv-record">
      <header className="mv-record-head">
        {phoneTools !== null && (
          <div className="mv-record-bar">
            <span className="mv-spacer">{t('frame.user.profile')}</span>
            {phoneTools}
          </div>
        )}
        <Avatar name={name} size={44} />
        <div className="mv-record-title">
          <div className="mv-record-name">
            <h1>{name}</h1>
          </div>
          <div className="mv-head-line">
            <p className="mv-subline">
              <span className="mv-subline-part">{user.email}</span>
              <span className="mv-subline-part">{user.userType}</span>
            </p>
          </div>
        </div>
        {findModule(shell, module.name) && (
          <div className="mv-record-actions">
            <ButtonLink href={recordRoute(module.name, record._id, user)}>{t('views.profile.openRecord')}</ButtonLink>
          </div>
        )}
      </header>
      <div className="mv-record-fields mv-profile">
        {user.userType !== 'System Admin' && <p className="mv-profile-help">{t('views.profile.help')}</p>}
        <EditableSections module={module} record={record} view="detail" headingLevel={2} explainsLocks />
        <LazyBoundary fallback={null}>
          <OwnAccount shell={shell} />
        </LazyBoundary>
        <LazyBoundary fallback={null}>
          <NotificationPreferences />
        </LazyBoundary>
        {shell.isStaff && (
          <LazyBoundary fallback={null}>
            <ApiTokens shell={shell} />
          </LazyBoundary>
        )}
      </div>
    </div>
  );
}

function OwnRecord({ module, shell }: Omit<ProfileProps, 'record'>) {
  const { data, error, refetch } = useRecord(module, shell.user._id);
  if (error && data === undefined)
    return <ErrorState title={t('views.record.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data?._id === undefined ? (
    <RecordSkeleton onRetry={() => void refetch()} />
  ) : (
    <Profile module={module} record={data as EditedRecord} shell={shell} />
  );
}

/** `/app/user/profile`: the current user's own record, which every user may see and edit within the profile layout. */
export function ProfileView() {
  const { data: shell } = useShell();
  const { data: module, error, refetch } = useOwnProfile();
  usePageTitle(t('frame.user.profile'));
  if (error && module === undefined) return <ErrorState text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return module === undefined || shell === undefined ? (
    <RecordSkeleton onRetry={() => void refetch()} />
  ) : (
    <OwnRecord module={module} shell={shell} />
  );
}
