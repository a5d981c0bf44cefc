import { useRef } from 'react';
import { toText } from '#engine/model';
import { EmptyState, ErrorState, recordRoute, SkeletonRows, TextLink, useModuleView, useSession, type SlotProps } from '#ui';
import { ResultView } from '../result/result-view.tsx';
import { tReports } from '../texts.ts';
import { isDenied } from '../use-report-data.ts';
import { useLiveFigures } from './use-live-figures.ts';
import '../reports.css';

/** Pixels of a row of the grid with the gap below it, and of what is around the drawing of a chart. */
const ROW = 44;
const AROUND = 140;

interface FiguresProps extends Pick<SlotProps<'widget'>, 'filters' | 'title' | 'height'> {
  readonly kind: 'reports' | 'reportCharts';
  readonly id: string;
}

function Figures({ kind, id, filters, title, height }: FiguresProps) {
  const path = kind === 'reports' ? `/api/reports/${id}/data` : `/api/report-charts/${id}/data`;
  const { data, error, refetch } = useLiveFigures(path, filters);
  const { data: module } = useModuleView(data?.module ?? '', data !== undefined);
  const user = useSession((session) => session.user);
  const picture = useRef<HTMLDivElement>(null);
  if (data === undefined && error !== undefined) {
    if (isDenied(error)) return <EmptyState compact headingLevel={3} title={tReports('widgetGone')} help={error.message} />;
    return <ErrorState compact title={tReports('failed')} text={error.message} code={error.code} onRetry={refetch} />;
  }
  if (data === undefined || module === undefined) return <SkeletonRows rows={5} columns={3} />;
  return (
    <>
      <p className="ms-widget-note">
        <TextLink href={recordRoute(kind, id, user)} aria-label={`${title}: ${tReports('openReport')}`}>
          {tReports('openReport')}
        </TextLink>
      </p>
      <ResultView
        module={module}
        name={title}
        picture={picture}
        report={{ data, error, isLoading: false, estimate: undefined, refetch }}
        height={Math.max(120, height * ROW - AROUND)}
        isCompact
      />
    </>
  );
}

/** A chart or a report, as the reader may see it. */
export function ChartWidget({ settings, ...props }: SlotProps<'widget'>) {
  const [chart, report] = [toText(settings['chart']), toText(settings['report'])];
  if (chart !== '') return <Figures key={chart} {...props} kind="reportCharts" id={chart} />;
  if (report !== '') return <Figures key={report} {...props} kind="reports" id={report} />;
  return <EmptyState compact headingLevel={3} title={tReports('widgetEmpty')} help={tReports('widgetEmptyHelp')} />;
}
