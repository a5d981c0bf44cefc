import { useRef, useState } from 'react';
import { toText } from '#engine/model';
import { EmptyState, ErrorState, SkeletonRows, Tabs, useModuleView, type RecordData } from '#ui';
import type { ReportData } from '../../shared/contract.ts';
import { SendMenu } from '../send/send-menu.tsx';
import { TrendMenu } from '../trend/trend-menu.tsx';
import { tReports } from '../texts.ts';
import { useCharts } from '../use-charts.ts';
import { isDenied, useReportData, type LoadedReport } from '../use-report-data.ts';
import { AddToDashboard } from './add-to-dashboard.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ResultFooter } from './result-footer.tsx';
import { ResultView } from './result-view.tsx';

interface ResultProps {
  readonly name: string;
  readonly reportId: string;
  /** The chart that is shown; absent: the report as a table. */
  readonly chartId?: string | undefined;
}

function LoadedResult({
  data,
  name,
  reportId,
  chartId,
  report,
}: ResultProps & { readonly data: ReportData; readonly report: LoadedReport }) {
  const { data: module, error, refetch } = useModuleView(data.module);
  const picture = useRef<HTMLDivElement>(null);
  if (error && module === undefined)
    return <ErrorState title={tReports('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (module === undefined) return <SkeletonRows rows={8} columns={4} />;
  return (
    <>
      <div className="rp-actions">
        {data.figures !== null && <TrendMenu report={{ _id: reportId, name }} source={data.module} />}
        <SendMenu report={{ _id: reportId, name }} />
        <AddToDashboard name={name} reportId={reportId} chartId={chartId} isUnsaved={false} />
        <ExportMenu
          name={name}
          reportId={reportId}
          chartId={chartId}
          isUnsaved={false}
          isList={data.figures === null}
          hasChart={data.chart !== null && data.figures !== null}
          picture={picture}
        />
      </div>
      <ResultView module={module} name={name} report={report} picture={picture} />
      <ResultFooter module={module} report={report} />
    </>
  );
}

/** What a stored report or chart shows to a reader who does not change it. */
export function StoredResult(props: ResultProps) {
  const { reportId, chartId } = props;
  const path = chartId === undefined ? `/api/reports/${reportId}/data` : `/api/report-charts/${chartId}/data`;
  const report = useReportData({ path, body: {} });
  const { data, error, refetch } = report;
  if (data !== undefined) return <LoadedResult {...props} data={data} report={report} />;
  if (error === undefined) return <SkeletonRows rows={8} columns={4} />;
  if (isDenied(error)) return <EmptyState title={tReports(chartId === undefined ? 'reportGone' : 'widgetGone')} help={error.message} />;
  return <ErrorState title={tReports('failed')} text={error.message} code={error.code} onRetry={refetch} />;
}

/** The result of a report with its charts as tabs. */
export function ReportResult({ report }: { readonly report: RecordData }) {
  const { charts, isLoading, error, refetch } = useCharts(report._id);
  const [chosen, setChosen] = useState('');
  if (error !== undefined) return <ErrorState title={tReports('chartFailed')} text={error.message} code={error.code} onRetry={refetch} />;
  if (isLoading) return <SkeletonRows rows={8} columns={4} />;
  const chart = charts.find(({ _id }) => _id === chosen) ?? charts[0];
  const result = (
    <StoredResult key={chart?._id ?? ''} name={toText(chart?.['name'] ?? report['name'])} reportId={report._id} chartId={chart?._id} />
  );
  if (charts.length < 2) return <div className="rp-page">{result}</div>;
  return (
    <div className="rp-page">
      <Tabs
        label={tReports('charts')}
        items={charts.map(({ _id, name }) => ({ id: _id, label: toText(name) }))}
        selected={chart?._id ?? ''}
        onSelect={setChosen}
      >
        {result}
      </Tabs>
    </div>
  );
}
