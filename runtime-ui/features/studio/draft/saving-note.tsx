import { Button, t } from '../../../kit/index.ts';
import type { Draft } from './use-draft.ts';

/** Whether the edits are saved; what failed stays in the browser and can be sent again. */
export function SavingNote({ draft }: { readonly draft: Draft }) {
  const { view, saving, error } = draft;
  const retry = () => void (view === undefined ? draft.retry() : draft.flush()).catch(() => undefined);
  if (saving === 'conflict')
    return (
      <>
        {t('studio.draft.conflict')}
        <Button size="xs" variant="ink" onClick={() => void draft.settle('mine').catch(() => undefined)}>
          {t('studio.draft.useMine')}
        </Button>
        <Button size="xs" variant="ink" onClick={() => void draft.settle('theirs')}>
          {t('studio.draft.useTheirs')}
        </Button>
      </>
    );
  if (error !== undefined)
    return (
      <>
        {saving === 'failed' ? t('studio.draft.failed') : t('studio.draft.loadFailed')} {error.message}
        <Button size="xs" variant="ink" onClick={retry}>
          {t('studio.draft.retry')}
        </Button>
      </>
    );
  const changes = view === undefined ? 0 : view.changes.length;
  return (
    <>
      {t('studio.draft.count', { count: changes })} · {t(saving === 'saving' ? 'studio.draft.saving' : 'studio.draft.saved')}
    </>
  );
}
