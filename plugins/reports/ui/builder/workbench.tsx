import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { toText, type ChartType, type ModuleView } from '#engine/model';
import { ConfirmDialog, showNotice, useLeaveGuard, useModuleView, useRecordEditor, type RecordData, type RecordEditor } from '#ui';
import { readReport, type Stored } from '../../shared/stored-report.ts';
import { tReports } from '../texts.ts';
import type { ReportCharts } from '../use-charts.ts';
import { BuilderView } from './builder-view.tsx';
import type { BuilderProps, EditedChart } from './contract.ts';
import { isListReport, readReportOf, setValues } from './definition.ts';
import { StartView } from './start-view.tsx';

interface WorkbenchProps {
  readonly editor: RecordEditor;
  readonly reportId: string | undefined;
  readonly list: ReportCharts;
  readonly edited: EditedChart;
  readonly onChoose: (next: EditedChart | undefined) => void;
  /** Called with the report after it was saved: its chart follows. */
  readonly afterReport: RefObject<((saved: { readonly _id: string }) => void) | undefined>;
  readonly onSaved: (reportId: string) => void;
}

/** The editor of a report with one of its charts: both are saved together, the report first. */
export function Workbench(props: WorkbenchProps) {
  return props.list.module === undefined ? <WithoutChart {...props} /> : <WithChart {...props} chartModule={props.list.module} />;
}

/** A new chart shows the measures of its report, not one of its own. */
const FOLLOWS_REPORT = { dataValueType: undefined, dataValueField: undefined };

const readIsNeeded = ({ form }: RecordEditor): boolean => form.isNew || form.readIsDirty();

/** The type of a report follows from what it shows. */
function setType({ form }: RecordEditor, hasChart: boolean): void {
  const type = isListReport(form) ? 'List' : hasChart ? 'Chart' : 'Summary';
  if (form.readDraft()['report_type'] !== type) form.setValue('report_type', type);
}

/** Whether a stored report loses groups: then its chart is saved first, because a report cannot lose those that a chart uses. */
function losesGroups({ form }: RecordEditor): boolean {
  const count = (values: Stored) => readReport(values).groups.names.length;
  return !form.isNew && count(form.readDraft()) < count(form.state.base);
}

function saveReport(editor: RecordEditor, hasChart: boolean): void {
  setType(editor, hasChart);
  void editor.save();
}

function WithoutChart({ editor, reportId, list, edited, onChoose, afterReport, onSaved }: WorkbenchProps) {
  const guard = useLeaveGuard(editor.form.isDirty, tReports('leave'), undefined, editor.form.readIsDirty);
  useEffect(() => {
    afterReport.current = ({ _id }) => {
      showNotice({ kind: 'ok', text: tReports('saved') });
      if (reportId === undefined) guard.release();
      onSaved(_id);
    };
  });
  return (
    <BuilderFrame
      {...{ editor, reportId, list, edited, onChoose }}
      chart={undefined}
      save={() => saveReport(editor, false)}
      isDirty={editor.form.isDirty}
      onLeave={guard.release}
    >
      {guard.dialog}
    </BuilderFrame>
  );
}

function WithChart({
  editor,
  reportId,
  list,
  edited,
  onChoose,
  afterReport,
  onSaved,
  chartModule,
}: WorkbenchProps & { readonly chartModule: ModuleView }) {
  const [isAdded, setAdded] = useState(edited.kind === 'new' && edited.isAdded);
  const savedReport = useRef(reportId);
  const wanted = useRef<() => void>(undefined);
  const savedChart = useRef<RecordData>(undefined);
  const isChartFirst = useRef(false);
  const finish = () => {
    const saved = savedChart.current;
    showNotice({ kind: 'ok', text: tReports('saved') });
    if (reportId === undefined) guard.release();
    if (saved !== undefined && reportId !== undefined) onChoose({ kind: 'stored', record: saved });
    onSaved(savedReport.current ?? '');
    wanted.current?.();
    wanted.current = undefined;
  };
  const chart = useRecordEditor({
    module: chartModule,
    ...(edited.kind === 'stored' ? { record: edited.record } : reportId === undefined ? {} : { prefill: { report: reportId } }),
    title: edited.kind === 'stored' ? toText(edited.record['name']) : tReports('addChart'),
    onSaved: (saved) => {
      if (edited.kind === 'new') savedChart.current = saved;
      if (isChartFirst.current && readIsNeeded(editor)) void editor.save();
      else finish();
      isChartFirst.current = false;
    },
  });
  // A draft of this device may have a chart.
  const isShown = edited.kind === 'stored' || isAdded || chart.form.isDirty;
  const isDirty = editor.form.isDirty || (isShown && (chart.form.isNew || chart.form.isDirty));
  const readIsDirty = () => editor.form.readIsDirty() || (isShown && readIsNeeded(chart));
  const guard = useLeaveGuard(isDirty, tReports('leave'), undefined, readIsDirty);
  const saveChart = () => {
    if (!isShown || !readIsNeeded(chart)) return finish();
    if (chart.form.isNew) chart.form.setValue('report', savedReport.current);
    // A chart without a title has the name of its report.
    if (toText(chart.form.readDraft()['name']).trim() === '') chart.form.setValue('name', readReportOf(editor.form).name);
    void chart.save();
  };
  useEffect(() => {
    afterReport.current = ({ _id }) => {
      savedReport.current = _id;
      saveChart();
    };
  });
  const save = () => {
    setType(editor, isShown);
    isChartFirst.current = isShown && readIsNeeded(chart) && losesGroups(editor);
    if (readIsNeeded(editor) && !isChartFirst.current) void editor.save();
    else saveChart();
  };
  const [next, setNext] = useState<EditedChart>();
  const choose = (other: EditedChart | undefined) => {
    if (isShown && readIsNeeded(chart)) setNext(other);
    else onChoose(other);
  };
  const show = (type: ChartType) => {
    setAdded(true);
    setValues(chart.form, { chart_type: type, ...(isShown ? {} : FOLLOWS_REPORT) });
  };
  useEffect(() => {
    if (edited.kind === 'new' && edited.isAdded && !chart.form.readIsDirty()) setValues(chart.form, FOLLOWS_REPORT);
    // Once, when a chart is added.
  }, []);
  const discard = () => {
    chart.form.restart();
    setAdded(false);
    onChoose(undefined);
  };
  return (
    <BuilderFrame
      {...{ editor, reportId, list, edited }}
      onChoose={choose}
      chart={{ editor: chart, isShown, show, discard }}
      save={() => {
        wanted.current = undefined;
        save();
      }}
      isDirty={isDirty}
      onLeave={guard.release}
    >
      {chart.parts}
      {guard.dialog}
      <ConfirmDialog
        opened={next !== undefined}
        title={tReports('switchTitle')}
        text={tReports('switchText')}
        confirmLabel={tReports('switchConfirm')}
        onConfirm={() => {
          wanted.current = () => onChoose(next);
          setNext(undefined);
          save();
        }}
        onCancel={() => setNext(undefined)}
      />
    </BuilderFrame>
  );
}

/** Before a source is chosen: the choice alone. */
function BuilderFrame({ children, ...props }: BuilderProps & { readonly children: ReactNode }) {
  const { module: source } = readReportOf(props.editor.form);
  return (
    <div className="rp-page rp-builder">
      {props.editor.parts}
      {source === '' ? <StartView {...props} /> : <WithSource {...props} source={source} />}
      {children}
    </div>
  );
}

function WithSource({ source, ...props }: BuilderProps & { readonly source: string }) {
  const { data, error } = useModuleView(source);
  if (data !== undefined) return <BuilderView {...props} source={data} />;
  return <StartView {...props} problem={error?.message} isLoading={error === null} />;
}
