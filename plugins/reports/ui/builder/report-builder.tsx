import { useRef, useState } from 'react';
import { toText, type ModuleView } from '#engine/model';
import { ErrorState, SkeletonRows, useRecordEditor, type RecordData } from '#ui';
import { tReports } from '../texts.ts';
import { useCharts } from '../use-charts.ts';
import type { EditedChart } from './contract.ts';
import { Workbench } from './workbench.tsx';

interface BuilderProps {
  /** The module of reports. */
  readonly module: ModuleView;
  /** The report to change; absent: a new one. */
  readonly record?: RecordData;
  /** Called with the id of the report after it and its chart were saved. */
  readonly onSaved: (reportId: string) => void;
}

/** The last chart that was edited of each report, for those who come back to it from its records. */
const lastCharts = new Map<string, string>();

/** The builder of a report: four lines make a chart, which is shown while they change. */
export function ReportBuilder({ module, record, onSaved }: BuilderProps) {
  const list = useCharts(record?._id);
  const [chosen, setChosen] = useState<EditedChart>();
  const afterReport = useRef<(saved: { readonly _id: string }) => void>(undefined);
  const editor = useRecordEditor({
    module,
    record,
    title: record === undefined ? tReports('newReport') : toText(record['name']),
    onSaved: (saved) => afterReport.current?.(saved),
  });
  if (list.error !== undefined)
    return <ErrorState title={tReports('chartFailed')} text={list.error.message} code={list.error.code} onRetry={list.refetch} />;
  if (list.isLoading) return <SkeletonRows rows={12} columns={3} />;
  const last = list.charts.find(({ _id }) => _id === lastCharts.get(record?._id ?? '')) ?? list.charts[0];
  const edited: EditedChart = chosen ?? (last === undefined ? { kind: 'new', isAdded: false } : { kind: 'stored', record: last });
  const choose = (next: EditedChart | undefined) => {
    if (record !== undefined && next?.kind === 'stored') lastCharts.set(record._id, next.record._id);
    setChosen(next);
  };
  return (
    <Workbench
      key={edited.kind === 'stored' ? edited.record._id : `new-${edited.isAdded}`}
      editor={editor}
      reportId={record?._id}
      list={list}
      edited={edited}
      onChoose={choose}
      afterReport={afterReport}
      onSaved={onSaved}
    />
  );
}
