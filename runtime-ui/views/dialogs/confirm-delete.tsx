import { useQueryClient } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model';
import { isUnconfirmed, useShell, type ApiError } from '../../client/index.ts';
import { useDeletion, useDependents, type DeletionOutcome } from '../../headless/index.ts';
import { ConfirmDialog, lowercaseLabel, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';

interface ConfirmDeleteProps {
  readonly module: ModuleView;
  readonly id: string;
  /** The record's name, where it is known. */
  readonly name?: string;
  readonly onCancel: () => void;
  /** Whether it was deleted. */
  readonly onDone: (deleted: boolean) => void;
}

/** What refers to the record, before it is deleted. */
function Dependents({ module, id }: { readonly module: ModuleView; readonly id: string }) {
  const { data, isPending } = useDependents(module, id);
  const shell = useShell();
  if (isPending) return <p className="mv-dependents-note" role="status">{t('views.remove.checking')}</p>;
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
          <li key={`${group.module}/${group.relation}`}><strong className="ms-tabular">{group.count.toLocaleString('en-US')}</strong> {lowercaseLabel(labelOf(group.module, group.count))}</li>
        ))}
      </ul>
    </div>
  );
}

/** Asks before one record is deleted, with what refers to it; then says what became of it, with undo. */
export function ConfirmDelete({ module, id, name, onCancel, onDone }: ConfirmDeleteProps) {
  const client = useQueryClient();
  const deletion = useDeletion(module);
  const what = name ?? `1 ${lowercaseLabel(module.labelSingular)}`;
  const actionLabel = t('views.remove.one', { name: what });
  const showOutcome = ({ success, batchId }: DeletionOutcome) => {
    if (!success) showNotice({ kind: 'error', text: t('views.remove.failed') });
    else {
      // The specification's second; then five in which the deletion can be taken back.
      showNotice({ id: 'deletion', kind: 'ok', text: t('views.remove.done'), duration: NOTICE_DURATIONS.transient });
      if (batchId !== undefined) setTimeout(() => offerUndo({ client, module, batchId, text: t('views.remove.gone', { what }), undoneText: t('views.remove.undone') }), NOTICE_DURATIONS.transient);
    }
    onDone(success);
  };
  const showRefusal = (error: ApiError) => {
    showNotice({ kind: 'error', text: error.details.length > 0 || error.status === 0 ? error.message : `${t('views.remove.failed')} ${error.message}` });
    // It may have arrived: the question stays, and its second answer finds out.
    if (!isUnconfirmed(error)) onCancel();
  };
  const confirm = () => deletion.mutate(id, { onSuccess: showOutcome, onError: showRefusal });
  return (
    <ConfirmDialog opened danger title={`${actionLabel}?`} confirmLabel={actionLabel} busy={deletion.isPending} onCancel={onCancel} onConfirm={confirm} text={t('views.remove.textOne', { name: name ?? t('views.fields.record') })}>
      <Dependents module={module} id={id} />
    </ConfirmDialog>
  );
}
