import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, User, UserPlus } from 'lucide-react';
import { useState } from 'react';
import {
  getErrorMessage,
  queryKeys,
  searchRecords,
  updateRecord,
  useInvalidateRecords,
  type ApiError,
  type PageResponse,
  type RecordData,
} from '../../../client/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { Button, Card, ErrorState, Icon, showNotice, SkeletonRows, t, Pager, TextLink } from '../../../kit/index.ts';
import { idsOf, PAGE, userRoute } from './people-queries.ts';

const nameOf = (user: RecordData): string => textOf(user['name']);

/** Saves the teams of a user; a version that is out of date is refused, so that no team of another admin is lost. */
function useMembership(teamId: string) {
  const invalidate = useInvalidateRecords();
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const change = (user: RecordData, isMember: boolean, done: string) => {
    setBusy(user._id);
    const others = idsOf(user['teams']).filter((id) => id !== teamId);
    updateRecord('/api/users', user._id, { teams: isMember ? [...others, teamId] : others, _version: user._version })
      .then(
        () => showNotice({ kind: 'ok', text: done }),
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => void invalidate(['users']).then(() => setBusy(undefined)));
  };
  return { busy, change };
}

interface TeamProps {
  readonly teamId: string;
  readonly name: string;
}

/** Finds an active user who is not a member, and adds them. */
function AddMember({ teamId, name }: TeamProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, change } = useMembership(teamId);
  const input = {
    pageSize: 20,
    sortField: 'name',
    sortOrder: 'asc' as const,
    searchTerms: { active: true, not: { teams: teamId } },
    fields: ['name', 'teams'],
    ...(words.trim() === '' ? {} : { search: words.trim() }),
  };
  const { data } = useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.list('users', input),
    queryFn: ({ signal }) => searchRecords('/api/users', input, signal),
  });
  const users = data?.data ?? [];
  const user = users.find(({ _id }) => _id === chosen);
  const add = () => {
    if (user === undefined) return;
    setChosen(null);
    setWords('');
    change(user, true, t('teams.added', { person: nameOf(user), name }));
  };
  return (
    <div className="mp-add">
      <Select
        aria-label={t('teams.find')}
        placeholder={t('teams.find')}
        data={users.map((one) => ({ value: one._id, label: nameOf(one) }))}
        value={chosen}
        searchable
        searchValue={words}
        onSearchChange={setWords}
        // The server has searched already.
        filter={({ options }) => options}
        nothingFoundMessage={t('teams.nobody')}
        rightSection={<Icon of={ChevronDown} />}
        onChange={setChosen}
      />
      <Button icon={UserPlus} disabled={user === undefined} loading={busy !== undefined} onClick={add}>
        {t('teams.addMember')}
      </Button>
    </div>
  );
}

/** The members of a team, page by page; each can be removed. */
export function TeamMembers({ teamId, name }: TeamProps) {
  const [page, setPage] = useState(0);
  const { busy, change } = useMembership(teamId);
  const input = {
    pageNumber: page,
    pageSize: PAGE,
    sortField: 'name',
    sortOrder: 'asc' as const,
    searchTerms: { teams: teamId },
    fields: ['name', 'email', 'userType', 'teams', 'active'],
  };
  const { data, error, refetch } = useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.list('users', input),
    queryFn: ({ signal }) => searchRecords('/api/users', input, signal),
  });
  return (
    <Card title={t('teams.membersTitle')}>
      <AddMember teamId={teamId} name={name} />
      {error && data === undefined && (
        <ErrorState compact title={t('teams.membersFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && <SkeletonRows rows={4} columns={2} height={48} />}
      {data !== undefined && data.data.length === 0 && <p className="ma-none">{t('teams.noMembers')}</p>}
      <ul className="ma-list">
        {data?.data.map((user) => (
          <li key={user._id} className="ma-row">
            <span className="ms-mark">
              <Icon of={User} />
            </span>
            <div className="ma-text">
              <p className="ma-name">
                <TextLink look="name" href={userRoute(user._id)}>
                  {nameOf(user)}
                </TextLink>
              </p>
              <p className="ma-note">
                {textOf(user['email'])}
                {user['active'] !== true && <> · {t('people.status.inactive')}</>}
              </p>
            </div>
            <Button
              size="sm"
              loading={busy === user._id}
              aria-label={t('teams.removeOf', { person: nameOf(user) })}
              onClick={() => change(user, false, t('teams.removed', { person: nameOf(user), name }))}
            >
              {t('teams.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > PAGE && (
        <Pager page={data.pageNumber} pageSize={PAGE} shown={data.data.length} total={data.total} onChange={setPage} />
      )}
    </Card>
  );
}
