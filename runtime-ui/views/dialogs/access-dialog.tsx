import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessOverview as Overview } from '#engine/model/wire';
import { accessRoute, findModule, getAccessOverview, queryKeys, useShell, type ApiError } from '../../client/index.ts';
import { RelatePicker } from '../../fields/widgets/index.ts';
import { Button, ButtonLink, Dialog, ErrorState, SkeletonRows, t } from '../../kit/index.ts';
import type { AccessDialogProps, ChosenUser } from '../view-props.ts';
import { AccessOverview } from './access-overview.tsx';
import { useGrantReader } from './grant-action.tsx';
import '../styles/access-dialog.css';

/** Explains to a System Admin what a user may do with a record or a module, and offers the smallest changes that would allow more. */
export function AccessDialog({ module, recordId, user: given, onClose }: AccessDialogProps) {
  const shell = useShell().data;
  const reader = useGrantReader();
  const [chosen, setChosen] = useState<ChosenUser | undefined>(undefined);
  const user = given ?? chosen;
  return (
    <Dialog
      opened
      flush
      size="compare"
      title={given === undefined ? t('views.explained.title') : t('views.explained.titleOf', { name: given.name })}
      onCancel={onClose}
      dirty={false}
      actions={
        <>
          {user !== undefined && reader === 'admin' && (
            <ButtonLink href={accessRoute({ user: user._id, module, id: recordId })}>{t('views.explained.openSimulator')}</ButtonLink>
          )}
          <Button onClick={onClose}>{t('actions.close')}</Button>
        </>
      }
    >
      {given === undefined && (
        <div className="mv-access-choices">
          <RelatePicker
            module={findModule(shell, 'users')}
            value={chosen}
            onPick={(choice) => setChosen(choice && { _id: choice._id, name: choice.name ?? '' })}
            wrapping={{ label: t('views.explained.user') }}
          />
          {chosen === undefined && <p className="mv-reason-source">{t('views.explained.chooseUser')}</p>}
        </div>
      )}
      {user !== undefined && <LoadedOverview module={module} recordId={recordId} user={user} />}
    </Dialog>
  );
}

function LoadedOverview({ module, recordId, user }: Omit<AccessDialogProps, 'user' | 'onClose'> & { readonly user: ChosenUser }) {
  const client = useQueryClient();
  const place = { user: user._id, module, id: recordId };
  const { data, error, refetch } = useQuery<Overview, ApiError>({
    queryKey: queryKeys.accessOverview(place),
    queryFn: ({ signal }) => getAccessOverview(place, signal),
    staleTime: 0,
  });
  if (error !== null && data === undefined)
    return (
      <div className="mv-overview">
        <ErrorState
          compact
          title={t(error.code === 'record_not_found' ? 'views.explained.noRecord' : 'views.explain.failed')}
          text={error.code === 'record_not_found' ? t('views.explained.noRecordHelp') : error.message}
          code={error.code}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data === undefined) return <SkeletonRows rows={6} columns={3} height={40} />;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.explanations() }),
      ...(recordId === undefined ? [] : [client.invalidateQueries({ queryKey: queryKeys.record(module, recordId) })]),
    ]);
  const about = { ...data.user, recordId, onChanged: refresh };
  return <AccessOverview access={data.access} about={about} isCompared={false} />;
}
