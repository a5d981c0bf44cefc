import type { ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { useShell, type RecordData } from '../../client/index.ts';
import { listPanels, usePanelCounts, type RecordPanel } from '../../extensions/index.ts';
import { useTabCounts, type RecordValues } from '../../headless/index.ts';
import { t, Tabs, useDelayed, type TabItem } from '../../kit/index.ts';
import { ModuleParts } from '../module-parts.tsx';
import { FilesTab, useHasFiles } from './files-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { RelatedTab } from './related-tab.tsx';
import { useSideTab } from './use-side-tab.ts';

/** Delay before the counts of the tabs are loaded, so that the record has priority. */
const COUNTS_DELAY_MS = 700;

type Opened = RecordValues & { readonly _id: string };

/** A tab beside a record. */
export interface SideTab {
  readonly id: string;
  readonly label: string;
  readonly render: (record: Opened, reload: () => void) => ReactNode;
}

/** The tabs of the side pane: plugin panels, related records, files, history; those that the layout names, in its order. */
export function useSideTabs(module: ModuleView): readonly SideTab[] {
  const isStaff = useShell().data?.isStaff === true;
  const shown = listPanels(module.name).filter(({ staffOnly }) => staffOnly !== true || isStaff);
  const toTab = (panel: RecordPanel): SideTab => {
    const Panel = panel.component;
    return {
      id: panel.id,
      label: panel.label,
      render: (record, reload) => <Panel module={module} record={record as unknown as RecordData} reload={reload} />,
    };
  };
  const hasFiles = useHasFiles(module);
  const tabs: readonly SideTab[] = [
    ...shown.filter(({ afterRelated }) => afterRelated !== true).map(toTab),
    { id: 'related', label: t('views.record.related'), render: (record) => <RelatedTab module={module} record={record} /> },
    ...shown.filter(({ afterRelated }) => afterRelated === true).map(toTab),
    ...(hasFiles
      ? [{ id: 'files', label: t('files.title'), render: (record: Opened) => <FilesTab module={module} record={record} /> }]
      : []),
    { id: 'history', label: t('views.record.history'), render: (record) => <HistoryTab module={module} record={record} /> },
  ];
  const named = module.layouts.detail?.panels;
  return named === undefined ? tabs : named.flatMap((name) => tabs.find(({ id }) => id === name) ?? []);
}

/** The tabs with their counts, if they are loaded and not zero. */
export function useCountedTabs(module: ModuleView, record: Opened, tabs: readonly SideTab[]): readonly TabItem[] {
  const { related, files, history } = useTabCounts(module, record, useDelayed(true, COUNTS_DELAY_MS));
  const ofPanels = usePanelCounts(
    tabs.map(({ id }) => id),
    module.name,
    record._id,
  );
  const counts = new Map<string, number | undefined>([...ofPanels, ['related', related], ['files', files], ['history', history]]);
  return tabs.map(({ id, label }) => {
    const count = counts.get(id) ?? 0;
    return count > 0 ? { id, label, count } : { id, label };
  });
}

/** The pane to the right of a record, or below its fields if space is limited. */
export function SidePane({
  module,
  record,
  onReload,
}: {
  readonly module: ModuleView;
  readonly record: Opened;
  readonly onReload: () => void;
}) {
  const tabs = useSideTabs(module);
  const items = useCountedTabs(module, record, tabs);
  const [chosen, setChosen] = useSideTab(
    tabs.map(({ id }) => id),
    tabs[0]?.id ?? 'related',
  );
  if (tabs.length === 0) return null;
  return (
    <aside className="mv-side" aria-label={t('views.record.side')}>
      <Tabs label={t('views.record.side')} items={items} selected={chosen} onSelect={setChosen}>
        {tabs.find((tab) => tab.id === chosen)?.render(record, onReload)}
      </Tabs>
      <ModuleParts place="recordSide" module={module.name} recordId={record._id} />
    </aside>
  );
}
