import { useQuery } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countTeamMembers, getChoices, queryKeys, type ApiError, type NamedChoice } from '../../../client/index.ts';
import { Button, EmptyState, ErrorState, Icon, PageHeader, SkeletonRows, t, TextLink, usePageTitle } from '../../../kit/index.ts';
import { TeamNameDialog } from './team-name-dialog.tsx';
import { teamRoute } from './people-queries.ts';
import '../entries.css';
import './people.css';

interface TeamList {
  readonly teams: readonly NamedChoice[];
  /** Number of members by team. */
  readonly members: ReadonlyMap<string, number>;
}

function useTeams() {
  return useQuery<TeamList, ApiError>({
    queryKey: queryKeys.list('users', 'teams with members'),
    queryFn: async ({ signal }) => {
      const [teams, members] = await Promise.all([getChoices('teams', signal), countTeamMembers(signal)]);
      return { teams, members };
    },
  });
}

function List({ onAdd }: { readonly onAdd: () => void }) {
  const { data, error, refetch } = useTeams();
  if (error && data === undefined)
    return <ErrorState compact title={t('teams.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} columns={2} height={52} />;
  if (data.teams.length === 0)
    return (
      <EmptyState
        title={t('teams.none')}
        help={t('teams.noneHelp')}
        actions={
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {t('teams.add')}
          </Button>
        }
      />
    );
  return (
    <ul className="ms-card ma-list">
      {data.teams.map(({ _id, name }) => (
        <li key={_id} className="ma-row">
          <span className="ms-mark">
            <Icon of={UsersRound} />
          </span>
          <div className="ma-text">
            <p className="ma-name">
              <TextLink look="name" href={teamRoute(_id)}>
                {name}
              </TextLink>
            </p>
            <p className="ma-note">{t('teams.members', { count: data.members.get(_id) ?? 0 })}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** `/admin/teams`: the teams with their numbers of members. */
export function TeamsPage() {
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  usePageTitle(t('teams.title'));
  const add = () => setAdding(true);
  return (
    <>
      <PageHeader
        title={t('teams.title')}
        actions={
          <Button variant="primary" size="sm" icon={Plus} onClick={add}>
            {t('teams.add')}
          </Button>
        }
      />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('teams.help')}</p>
        <List onAdd={add} />
      </div>
      {isAdding && <TeamNameDialog onDone={(id) => void navigate(teamRoute(id))} onClose={() => setAdding(false)} />}
    </>
  );
}
