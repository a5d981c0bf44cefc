import { SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import { TermsEditor } from '#ui';
import { AddToDashboard } from '../result/add-to-dashboard.tsx';
import { ExportMenu } from '../result/export-menu.tsx';
import { ResultFooter } from '../result/result-footer.tsx';
import { ResultView } from '../result/result-view.tsx';
import { SendMenu } from '../send/send-menu.tsx';
import { tReports } from '../texts.ts';
import { TrendMenu } from '../trend/trend-menu.tsx';
import { useReportData } from '../use-report-data.ts';
import { ChartPanel } from './chart-panel.tsx';
import { ChartTabs } from './chart-tabs.tsx';
import { ColumnsLine } from './columns-line.tsx';
import type { SourcedProps } from './contract.ts';
import { isListReport, readReportOf, setValues, storeFigures, toChartInput, toReportInput } from './definition.ts';
import { EstimateBadge } from './estimate-badge.tsx';
import { GroupLine } from './group-line.tsx';
import { Line } from './line.tsx';
import { MeasureLine } from './measure-line.tsx';
import { OrderLine } from './order-line.tsx';
import { SharingMenu } from './sharing-menu.tsx';
import { SourceChoice } from './source-choice.tsx';
import { TitleBar } from './title-bar.tsx';
import { useGroups } from './use-groups.ts';

/** Figures or records: a report without groups and measures lists records. */
function KindChoice({ editor: { form } }: Pick<SourcedProps, 'editor'>) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={tReports('shows')}
      data={[
        { value: 'figures', label: tReports('figures') },
        { value: 'records', label: tReports('records') },
      ]}
      value={isListReport(form) ? 'records' : 'figures'}
      onChange={(kind) =>
        setValues(form, {
          group_by: undefined,
          date_granularity: undefined,
          second_date_granularity: undefined,
          sort_field: undefined,
          sort_descending: undefined,
          show_others: undefined,
          aggregates: kind === 'figures' ? storeFigures([{ kind: 'count', field: undefined }]) : undefined,
        })
      }
    />
  );
}

/** The lines that define a report, its chart and table as they are now, and the choice of the chart. */
export function BuilderView(props: SourcedProps) {
  const { editor, reportId, chart, source, isDirty, onLeave } = props;
  const { form } = editor;
  const { name, filter } = readReportOf(form);
  const picture = useRef<HTMLDivElement>(null);
  const groups = useGroups(props);
  const isList = isListReport(form);
  const isChartShown = chart?.isShown === true && (!isList || groups.isOwn);
  const input = {
    report: toReportInput(form.effectiveDraft),
    ...(isChartShown ? { chart: toChartInput(chart.editor.form.effectiveDraft) } : {}),
  };
  const report = useReportData({ path: '/api/reports/preview', body: input, estimate: input });
  const { data } = report;
  const showOthers = groups.list.length > 0 && !readReportOf(form).showsOthers ? () => form.setValue('show_others', true) : undefined;
  return (
    <>
      <TitleBar {...props}>
        <SharingMenu form={form} />
        {reportId !== undefined && !isList && (
          <TrendMenu
            report={{ _id: reportId, name }}
            source={source.name}
            isStored={form.effectiveDraft['daily_snapshots'] === true}
            onStore={(isStored) => form.setValue('daily_snapshots', isStored)}
          />
        )}
        {reportId !== undefined && <SendMenu report={{ _id: reportId, name }} />}
        <AddToDashboard
          name={name}
          reportId={reportId}
          chartId={props.edited.kind === 'stored' ? props.edited.record._id : undefined}
          isUnsaved={isDirty}
        />
        <ExportMenu
          name={name}
          reportId={reportId}
          chartId={props.edited.kind === 'stored' ? props.edited.record._id : undefined}
          isUnsaved={isDirty}
          isList={data?.figures === null}
          hasChart={data !== undefined && data.chart !== null && data.figures !== null}
          picture={picture}
        />
      </TitleBar>
      <ChartTabs {...props} />
      <div className="rp-columns">
        <div className="rp-lines">
          <Line label={tReports('source')} issues={form.issues['related_module']}>
            <SourceChoice form={form} />
            <KindChoice editor={editor} />
          </Line>
          <Line label={tReports('where')} issues={form.issues['search_terms']}>
            <TermsEditor module={source} terms={filter} onChange={(terms) => form.setValue('search_terms', terms)} />
          </Line>
          {isList ? <ColumnsLine {...props} /> : <GroupLine {...props} groups={groups} />}
          {!isList && <MeasureLine {...props} />}
          <OrderLine {...props} groups={groups} isList={isList} />
          <EstimateBadge estimate={report.estimate} />
        </div>
        <div className="rp-main">
          <ResultView module={source} name={name} report={report} picture={picture} onShowOthers={showOthers} onLeave={onLeave} />
          <ResultFooter module={source} report={report} />
        </div>
        {chart !== undefined && (!isList || groups.isOwn) && <ChartPanel {...props} chart={chart} groups={groups} />}
      </div>
    </>
  );
}
