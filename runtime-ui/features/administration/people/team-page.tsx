import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getRecord, queryKeys, type ApiError, type RecordData } from '../../../client/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { Button, ErrorState, Icon, LoadingProgress, PageHeader, t, TextLink, usePageTitle } from '../../../kit/index.ts';
import { DeleteTeamDialog } from './delete-team-dialog.tsx';
import { TeamMembers } from './team-members.tsx';
import { TeamNameDialog } from './team-name-dialog.tsx';
import '../entries.css';
import './people.css';

const LIST = '/admin/teams';

function TeamContent({ team }: { readonly team: RecordData }) {
  const navigate = useNavigate();
  const name = textOf(team['name']);
  const [open, setOpen] = useState<'rename' | 'delete' | undefined>(undefined);
  usePageTitle(name);
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <Button size="sm" onClick={() => setOpen('rename')}>
        {t('teams.rename')}
      </Button>
      <Button size="sm" variant="danger-quiet" onClick={() => setOpen('delete')}>
        {t('teams.delete')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={name} actions={actions} />
      <div className="ms-page ma-page">
        <p className="ma-back">
          <Icon of={ArrowLeft} />
          <TextLink href={LIST}>{t('teams.all')}</TextLink>
        </p>
        <TeamMembers teamId={team._id} name={name} />
      </div>
      {open === 'rename' && <TeamNameDialog team={team} onDone={close} onClose={close} />}
      {open === 'delete' && (
        <DeleteTeamDialog team={team} name={name} onDone={() => void navigate(LIST, { replace: true })} onClose={close} />
      )}
    </>
  );
}

/** `/admin/teams/{id}`: the members of a team. */
export function TeamPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<RecordData, ApiError>({
    queryKey: [...queryKeys.record('teams', id), 'administration'],
    queryFn: ({ signal }) => getRecord('/api/teams', id, signal),
    retry: false,
  });
  if (error && data === undefined)
    return <ErrorState title={t('teams.failedOne')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingProgress active /> : <TeamContent key={data._id} team={data} />;
}
