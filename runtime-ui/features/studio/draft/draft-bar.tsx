import { Redo2, Undo2 } from 'lucide-react';
import { IconButton, t } from '../../../kit/index.ts';
import { PreviewButton } from '../preview/preview-button.tsx';
import { useConversions } from '../review/conversion-progress.tsx';
import { usePlan, useSettled } from '../review/use-plan.ts';
import { DraftActions, NoDraftActions } from './draft-actions.tsx';
import { ConversionFact, DraftFacts } from './draft-facts.tsx';
import { DraftMenu } from './draft-menu.tsx';
import { SavingNote } from './saving-note.tsx';
import { useDraft } from './use-draft.ts';

/**
 * The bar of the open draft: its name, what publishing it would do, whether it is saved, the way to its review; and conversions. Without a
 * draft it says how one begins, and opens others.
 */
export function DraftBar() {
  const draft = useDraft();
  const { view, edits, isLoading, canUndo, canRedo, saving } = draft;
  const conversions = useConversions();
  const isConverting = conversions.some(({ _id }) => _id === view?._id);
  const isPlanned = !isConverting && view !== undefined && view.changes.length > 0 && edits.size === 0 && saving === 'saved';
  const version = useSettled(view?._version ?? 0);
  const { data: plan } = usePlan(isPlanned && version === view._version ? view._id : undefined, version);
  const isEmpty = view === undefined && edits.size === 0 && draft.error === undefined;
  if (isLoading) return null;
  const current = view !== undefined && view.changes.length > 0 ? plan : undefined;
  return (
    <section className="st-bar" data-empty={isEmpty || undefined} aria-label={t('studio.draft.label')}>
      <div className="st-bar-text">
        <DraftMenu view={view} />
        <span className="st-bar-note" role="status">
          {isEmpty ? t('studio.draft.begins') : <SavingNote draft={draft} />}
        </span>
      </div>
      {view !== undefined && <DraftFacts view={view} plan={current} />}
      <ConversionFact conversions={conversions} />
      <span className="st-bar-steps">
        <IconButton variant="ink" icon={Undo2} label={t('studio.draft.undo')} disabled={!canUndo} onClick={draft.undo} />
        <IconButton variant="ink" icon={Redo2} label={t('studio.draft.redo')} disabled={!canRedo} onClick={draft.redo} />
      </span>
      <PreviewButton size="sm" variant="ink" className="ms-phone-icon" />
      {view === undefined ? (
        <NoDraftActions />
      ) : (
        <DraftActions view={view} plan={isPlanned ? current : undefined} isConverting={isConverting} />
      )}
    </section>
  );
}
