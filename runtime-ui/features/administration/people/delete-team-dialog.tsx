import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findModule,
  getDependents,
  getErrorMessage,
  markDeleted,
  queryKeys,
  useInvalidateRecords,
  useShell,
  type ApiError,
  type Dependents,
  type RecordData,
} from '../../../client/index.ts';
import { Button, ConfirmDialog, Dialog, ErrorState, showNotice, SkeletonRows, t } from '../../../kit/index.ts';

interface DialogProps {
  readonly team: RecordData;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The records that belong to a team, counted by module. */
function UsesDialog({ uses, name, onClose }: Pick<DialogProps, 'name' | 'onClose'> & { readonly uses: readonly Dependents[] }) {
  const { data: shell } = useShell();
  const labelOf = (module: string) => findModule(shell, module)?.label ?? module;
  return (
    <Dialog
      opened
      size="confirm"
      title={t('teams.inUse', { name })}
      onCancel={onClose}
      actions={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('actions.close')}
        </Button>
      }
    >
      <p className="ms-dialog-text">{t('teams.inUseText')}</p>
      <ul className="mp-uses">
        {uses.map(({ module, relation, count }) => (
          <li key={`${module} ${relation}`}>
            {labelOf(module)}: <span className="ms-tabular">{count.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Deletes a team that nothing uses; for one in use it shows by what. */
export function DeleteTeamDialog({ team, name, onDone, onClose }: DialogProps) {
  const invalidate = useInvalidateRecords();
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery<readonly Dependents[], ApiError>({
    queryKey: queryKeys.dependents('teams', team._id),
    queryFn: ({ signal }) => getDependents('/api/teams', team._id, signal),
    staleTime: 0,
  });
  if (data === undefined)
    return (
      <Dialog
        opened
        size="confirm"
        title={t('teams.deleteTitle', { name })}
        onCancel={onClose}
        actions={<Button onClick={onClose}>{t('actions.cancel')}</Button>}
      >
        {error ? (
          <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={2} columns={1} height={20} />
        )}
      </Dialog>
    );
  const uses = data.filter(({ count }) => count > 0);
  if (uses.length > 0) return <UsesDialog uses={uses} name={name} onClose={onClose} />;
  const remove = () => {
    setBusy(true);
    markDeleted('/api/teams', team._id).then(
      ({ data: { refused } }) => {
        setBusy(false);
        const [first] = refused;
        if (first !== undefined) return showNotice({ kind: 'error', text: first.error });
        showNotice({ kind: 'ok', text: t('teams.deleted', { name }) });
        void invalidate(['teams', 'users']);
        onDone();
      },
      (thrown: unknown) => {
        setBusy(false);
        showNotice({ kind: 'error', text: getErrorMessage(thrown) });
      },
    );
  };
  return (
    <ConfirmDialog
      opened
      danger
      busy={isBusy}
      title={t('teams.deleteTitle', { name })}
      text={t('teams.deleteText')}
      confirmLabel={t('teams.deleteDo')}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
