import { useState, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model';
import type { RecordData } from '../../client/index.ts';
import { listPanels } from '../../extensions/index.ts';
import type { RecordValues } from '../../headless/index.ts';
import { t, Tabs } from '../../kit/index.ts';
import { HistoryTab } from './history-tab.tsx';
import { RelatedTab } from './related-tab.tsx';

type Opened = RecordValues & { readonly _id: string };

interface SideTab {
  readonly id: string;
  readonly label: string;
  readonly render: (record: Opened, reload: () => void) => ReactNode;
}

/** The tabs beside a record: plugins' panels, what relates to it, its history. */
export function useSideTabs(module: ModuleView): readonly SideTab[] {
  const panels = listPanels(module.name).map((panel): SideTab => {
    const Panel = panel.component;
    return { id: panel.id, label: panel.label, render: (record, reload) => <Panel module={module} record={record as unknown as RecordData} reload={reload} /> };
  });
  return [
    ...panels,
    { id: 'related', label: t('views.record.related'), render: (record) => <RelatedTab module={module} record={record} /> },
    { id: 'history', label: t('views.record.history'), render: (record) => <HistoryTab module={module} record={record} /> },
  ];
}

/** The pane at the right of a record, under its fields where there is no room. */
export function SidePane({ module, record, onReload }: { readonly module: ModuleView; readonly record: Opened; readonly onReload: () => void }) {
  const tabs = useSideTabs(module);
  const [chosen, setChosen] = useState(tabs[0]?.id ?? 'related');
  return (
    <aside className="mv-side" aria-label={t('views.record.side')}>
      <Tabs label={t('views.record.side')} items={tabs.map(({ id, label }) => ({ id, label }))} selected={chosen} onSelect={setChosen}>
        {tabs.find((tab) => tab.id === chosen)?.render(record, onReload)}
      </Tabs>
    </aside>
  );
}
