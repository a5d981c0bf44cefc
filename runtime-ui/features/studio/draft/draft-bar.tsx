import { Redo2, Undo2 } from 'lucide-react';
import { Button, IconButton, t, TextLink } from '../../../kit/index.ts';
import { STUDIO } from '../studio-sections.ts';
import { useDraft, type Draft } from './use-draft.ts';

/** The bar of the open draft: what it changes, whether it is saved, and the way to its review. */
export function DraftBar() {
  const draft = useDraft();
  const { view, edits, isLoading, canUndo, canRedo } = draft;
  if (isLoading || (view === undefined && edits.size === 0 && draft.error === undefined)) return null;
  return (
    <section className="st-bar" aria-label={t('studio.draft.label')}>
      <div className="st-bar-text">
        <strong>{view?.name ?? t('studio.draft.none')}</strong>
        <span className="st-bar-note" role="status">
          <SavingNote draft={draft} />
        </span>
      </div>
      <IconButton icon={Undo2} label={t('studio.draft.undo')} disabled={!canUndo} onClick={draft.undo} />
      <IconButton icon={Redo2} label={t('studio.draft.redo')} disabled={!canRedo} onClick={draft.redo} />
      {view !== undefined && <TextLink href={`${STUDIO}/change-sets/${view._id}`}>{t('studio.draft.review')}</TextLink>}
    </section>
  );
}

function SavingNote({ draft }: { readonly draft: Draft }) {
  const { view, saving, error } = draft;
  const retry = () => void (view === undefined ? draft.retry() : draft.flush()).catch(() => undefined);
  if (saving === 'conflict')
    return (
      <>
        {t('studio.draft.conflict')}
        <Button size="sm" onClick={() => void draft.settle('mine').catch(() => undefined)}>
          {t('studio.draft.useMine')}
        </Button>
        <Button size="sm" onClick={() => void draft.settle('theirs')}>
          {t('studio.draft.useTheirs')}
        </Button>
      </>
    );
  if (error !== undefined)
    return (
      <>
        {saving === 'failed' ? t('studio.draft.failed') : t('studio.draft.loadFailed')} {error.message}
        <Button size="sm" onClick={retry}>
          {t('studio.draft.retry')}
        </Button>
      </>
    );
  const changes = view === undefined ? 0 : view.changes.length;
  const problems = view?.problems.length ?? 0;
  return (
    <>
      {t('studio.draft.count', { count: changes })} · {t(saving === 'saving' ? 'studio.draft.saving' : 'studio.draft.saved')}
      {problems > 0 && ` · ${t('studio.draft.problems', { count: problems })}`}
    </>
  );
}
