import { Plus } from 'lucide-react';
import { toText } from '#engine/model';
import { Button, Tabs } from '#ui';
import { tReports } from '../texts.ts';
import type { BuilderProps } from './contract.ts';
import { readChartOf } from './definition.ts';

const NEW = 'new';

/** The charts of a stored report as tabs, with one that is not saved yet; more can be added. */
export function ChartTabs({ reportId, list, edited, chart, onChoose }: BuilderProps) {
  if (reportId === undefined || chart === undefined || !chart.isShown) return null;
  const current = edited.kind === 'stored' ? edited.record._id : NEW;
  const currentName = readChartOf(chart.editor.form).name || tReports('addChart');
  const stored = list.charts.map((one) => ({ id: one._id, label: one._id === current ? currentName : toText(one['name']) }));
  const isListed = stored.some(({ id }) => id === current);
  const items = isListed ? stored : [...stored, { id: current, label: currentName }];
  return (
    <div className="rp-tabs">
      <Tabs
        label={tReports('charts')}
        items={items}
        selected={current}
        onSelect={(id) => {
          const record = list.charts.find(({ _id }) => _id === id);
          if (record !== undefined && id !== current) onChoose({ kind: 'stored', record });
        }}
      />
      {edited.kind === 'stored' && (
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => onChoose({ kind: 'new', isAdded: true })}>
          {tReports('addChart')}
        </Button>
      )}
    </div>
  );
}
