import { useQueryClient } from '@tanstack/react-query';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { isUnconfirmed, useShell, type ApiError } from '../../client/index.ts';
import { useDeletion, useDependents, type DeletionOutcome } from '../../headless/index.ts';
import { ConfirmDialog, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';

interface ConfirmDeleteProps {
  readonly module: ModuleView;
  readonly id: string;
  /** The record's name, if known. */
  readonly name?: string;
  readonly onCancel: () => void;
  /** Called when the request is complete, with whether the record was deleted. */
  readonly onDone: (deleted: boolean) => void;
}

/** The records that refer to the record. */
function Dependents({ module, id }: { readonly module: ModuleView; readonly id: string }) {
  const { data, isPending } = useDependents(module, id);
  const shell = useShell();
  if (isPending)
    return (
      <p className="mv-dependents-note" role="status">
        {t('views.remove.checking')}
      </p>
    );
  if (data === undefined || data.length === 0) return null;
  const labelOf = (name: string, count: number) => {
    const found = shell.data?.modules.find((one) => one.name === name);
    return (count === 1 ? found?.labelSingular : found?.label) ?? name;
  };
  return (
    <div className="mv-dependents">
      <p>{t('views.remove.dependents')}</p>
      <ul>
        {data.map((group) => (
          <li key={`${group.module}/${group.relation}`}>
            <strong className="ms-tabular">{group.count.toLocaleString('en-US')}</strong>{' '}
            {lowercaseLabel(labelOf(group.module, group.count))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Confirms the deletion of one record and lists the records that refer to it; then shows the outcome, with undo. */
export function ConfirmDelete({ module, id, name, onCancel, onDone }: ConfirmDeleteProps) {
  const client = useQueryClient();
  const deletion = useDeletion(module);
  const what = name ?? `1 ${lowercaseLabel(module.labelSingular)}`;
  const actionLabel = t('views.remove.one', { name: what });
  const showOutcome = ({ success, batchId }: DeletionOutcome) => {
    if (!success) showNotice({ kind: 'error', text: t('views.remove.failed') });
    else {
      // The confirmation notice is shown for the time that the specification sets (1 second), then the undo notice for five seconds.
      showNotice({ id: 'deletion', kind: 'ok', text: t('views.remove.done'), duration: NOTICE_DURATIONS.transient });
      if (batchId !== undefined)
        setTimeout(
          () => offerUndo({ client, module, batchId, text: t('views.remove.gone', { what }), undoneText: t('views.remove.undone') }),
          NOTICE_DURATIONS.transient,
        );
    }
    onDone(success);
  };
  const showRefusal = (error: ApiError) => {
    showNotice({
      kind: 'error',
      text: error.details.length > 0 || error.status === 0 ? error.message : `${t('views.remove.failed')} ${error.message}`,
    });
    // The request may have reached the server: the dialog stays open, and a second confirmation shows the outcome.
    if (!isUnconfirmed(error)) onCancel();
  };
  const confirm = () => deletion.mutate(id, { onSuccess: showOutcome, onError: showRefusal });
  return (
    <ConfirmDialog
      opened
      danger
      title={`${actionLabel}?`}
      confirmLabel={actionLabel}
      busy={deletion.isPending}
      onCancel={onCancel}
      onConfirm={confirm}
      text={t('views.remove.textOne', { name: name ?? t('views.fields.record') })}
    >
      <Dependents module={module} id={id} />
    </ConfirmDialog>
  );
}
