import { useQueryClient } from '@tanstack/react-query';
import { Eye, UserRoundCog, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PreviewPerson, PreviewView } from '#engine/model/wire';
import { onPreviewChanged, previewRoute, queryKeys, readPreviewTab, writePreviewTab } from '../../../client/index.ts';
import { Button, ModeBar, t } from '../../../kit/index.ts';
import './preview.css';

/** Milliseconds between two looks whether the draft was changed, while the page can be seen. */
const INTERVAL = 10_000;

interface PreviewBarProps {
  readonly preview: PreviewView;
  /** Loads an address, so that nothing of the preview stays in the memory of the page. */
  readonly goTo?: (address: string) => void;
}

function nameOf(person: PreviewPerson): string {
  if (person.kind === 'user') return person.user.name;
  const roles = person.roles.map(({ name }) => name).join(', ');
  return person.teams.length === 0 ? roles : `${roles} (${person.teams.map(({ name }) => name).join(', ')})`;
}

/** Looks from time to time whether the draft was changed; if so, everything on the page is read again. True: it was. */
function useChangedDraft(): boolean {
  const queries = useQueryClient();
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void queries.invalidateQueries({ queryKey: queryKeys.shell() });
    };
    const stop = onPreviewChanged(() => {
      setChanged(true);
      void queries.invalidateQueries();
    });
    const timer = setInterval(look, INTERVAL);
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries]);
  return isChanged;
}

/** The bar above every page of a preview: what is shown, to whom, and the way back. */
export function PreviewBar({ preview: { changeSet, person }, goTo = (address) => location.assign(address) }: PreviewBarProps) {
  const isChanged = useChangedDraft();
  const leave = () => {
    const back = readPreviewTab()?.back ?? '/admin/studio';
    writePreviewTab(undefined);
    goTo(back);
  };
  const choose = () => {
    const tab = readPreviewTab();
    if (tab === undefined) return leave();
    goTo(previewRoute(tab.request, { choose: '1', back: tab.back, open: `${location.pathname}${location.search}` }));
  };
  const what = changeSet === null ? t('studioPreview.bar.published') : t('studioPreview.bar.of', { name: changeSet.name });
  const note = isChanged ? t('studioPreview.bar.changed') : changeSet === null ? '' : t('studioPreview.bar.note');
  return (
    <ModeBar
      label={t('studioPreview.bar.label')}
      icon={Eye}
      className="sp-bar"
      pageClass="sp-previewing"
      text={
        <>
          <strong>{t('studioPreview.bar.as', { what, person: nameOf(person) })}</strong> <span role="status">{note}</span>
        </>
      }
    >
      <Button size="sm" icon={UserRoundCog} onClick={choose}>
        {t('studioPreview.bar.choose')}
      </Button>
      <Button size="sm" icon={X} onClick={leave}>
        {t('studioPreview.leave')}
      </Button>
    </ModeBar>
  );
}
