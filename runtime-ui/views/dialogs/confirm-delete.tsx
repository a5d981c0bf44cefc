import { useState } from 'react';
import type { ModuleView } from '#engine/model';
import { textOfError, useShell } from '../../client/index.ts';
import { groupBy, useDeletion, useDependents, useUndo, type DeletionOutcome } from '../../headless/index.ts';
import { Button, ConfirmDialog, Dialog, inSentence, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';

interface ConfirmDeleteProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  /** The record's name, when it is one. */
  readonly name?: string;
  readonly onCancel: () => void;
  /** With the ids that were deleted, once the user has seen what was left. */
  readonly onDone: (deleted: readonly string[]) => void;
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
          <li key={`${group.module}/${group.relation}`}><strong className="ms-tabular">{group.count.toLocaleString('en-US')}</strong> {inSentence(labelOf(group.module, group.count))}</li>
        ))}
      </ul>
    </div>
  );
}

/** What could not be deleted, by reason. */
function LeftDialog({ outcome, onClose }: { readonly outcome: DeletionOutcome; readonly onClose: () => void }) {
  const reasons = groupBy(outcome.refused, (one) => one.error);
  const nothing = outcome.deleted.length === 0;
  return (
    <Dialog opened size="confirm" title={nothing ? t('views.remove.nothing') : t('views.remove.refused', { count: outcome.refused.length.toLocaleString('en-US') })} onCancel={onClose} actions={<Button variant="primary" data-autofocus onClick={onClose}>{t('actions.close')}</Button>}>
      <ul className="mv-left">{reasons.map(([reason, list]) => <li key={reason}>{reason}{list.length > 1 && <span className="ms-muted"> ({list.length.toLocaleString('en-US')})</span>}</li>)}</ul>
    </Dialog>
  );
}

/** Asks before a deletion, with what refers to the record; then says what became of it, with undo. */
export function ConfirmDelete({ module, ids, name, onCancel, onDone }: ConfirmDeleteProps) {
  const deletion = useDeletion(module);
  const undo = useUndo(module);
  const [left, setLeft] = useState<DeletionOutcome | undefined>(undefined);
  const single = ids.length === 1 ? ids[0] : undefined;
  const count = ids.length.toLocaleString('en-US');
  const what = single === undefined ? `${count} ${inSentence(module.label)}` : name ?? `1 ${inSentence(module.labelSingular)}`;
  const deed = t('views.remove.one', { name: what });

  // The dialog is long gone by then, and with it the callbacks of `mutate`: the promise stays.
  const takeBack = (batchId: string) => {
    undo.mutateAsync(batchId).then(
      ({ left: kept }) => showNotice(kept.length === 0 ? { kind: 'ok', text: t('views.remove.undone') } : { kind: 'warning', text: t('views.remove.undoneLeft', { count: kept.length.toLocaleString('en-US') }) }),
      (error: unknown) => showNotice({ kind: 'error', text: textOfError(error) }),
    );
  };
  const tell = (outcome: DeletionOutcome) => {
    if (outcome.deleted.length === 0 || outcome.refused.length > 0) return setLeft(outcome);
    if (!outcome.success) showNotice({ kind: 'error', text: t('views.remove.failed') });
    else {
      // The specification's second; then five in which the deletion can be taken back.
      showNotice({ id: 'deletion', kind: 'ok', text: t('views.remove.done'), duration: NOTICE_DURATIONS.transient });
      const { batchId } = outcome;
      if (batchId !== undefined) setTimeout(() => showNotice({ text: t('views.remove.gone', { what }), duration: NOTICE_DURATIONS.undo, action: { label: t('actions.undo'), onPress: () => takeBack(batchId), undoes: true } }), NOTICE_DURATIONS.transient);
    }
    onDone(outcome.deleted);
  };
  const confirm = () => deletion.mutate(ids, { onSuccess: tell, onError: (error) => { showNotice({ kind: 'error', text: error.details.length > 0 || error.status === 0 ? error.message : `${t('views.remove.failed')} ${error.message}` }); onCancel(); } });

  if (left !== undefined) return <LeftDialog outcome={left} onClose={() => onDone(left.deleted)} />;
  return (
    <ConfirmDialog
      opened danger title={`${deed}?`} confirmLabel={deed} busy={deletion.isPending} onCancel={onCancel} onConfirm={confirm}
      text={single === undefined ? t('views.remove.textMany') : t('views.remove.textOne', { name: name ?? t('views.fields.record') })}
    >
      {single !== undefined && <Dependents module={module} id={single} />}
    </ConfirmDialog>
  );
}
