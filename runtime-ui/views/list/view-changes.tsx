import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { toViewContent, useViewActions, type ListHandle } from '../../headless/index.ts';
import { LazyBoundary, Button, createLazyComponent, showNotice, t } from '../../kit/index.ts';
import { showViewError } from './show-view-error.ts';
import { useAction } from '../use-action.ts';

const ViewDialog = createLazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** The actions for a list that differs from its view: save, save as a new view, reset. */
export function ViewChanges({ module, list }: { readonly module: ModuleView; readonly list: ListHandle }) {
  const [isNaming, setNaming] = useState(false);
  const { isBusy: busy, run } = useAction({ onError: showViewError });
  const actions = useViewActions(module.name);
  const { view } = list;
  if (!list.isChanged) return null;
  const save = () => {
    if (view === undefined) return;
    const endSave = list.beginSave();
    run(async () => {
      const saved = await actions.update(view._id, { ...toViewContent(module, list), _version: view._version });
      endSave(saved);
      showNotice({ kind: 'ok', text: t('saved.saved', { name: saved.name }) });
    });
  };
  return (
    <span className="mv-changes" role="group" aria-label={t('saved.changed')}>
      {view?.mayChange === true && (
        <Button variant="quiet" size="sm" className="ms-link-button" loading={busy} onClick={save}>
          {t('saved.save')}
        </Button>
      )}
      <Button variant="quiet" size="sm" className="ms-link-button" onClick={() => setNaming(true)}>
        {t('saved.saveAs')}
      </Button>
      <Button variant="quiet" size="sm" onClick={list.reset}>
        {t('saved.reset')}
      </Button>
      {isNaming && (
        <LazyBoundary fallback={null}>
          <ViewDialog
            module={module}
            list={list}
            onClose={() => setNaming(false)}
            onSaved={(saved) => {
              setNaming(false);
              list.openView(saved._id);
            }}
          />
        </LazyBoundary>
      )}
    </span>
  );
}
