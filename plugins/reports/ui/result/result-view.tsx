import { useMemo, type RefObject } from 'react';
import type { JsonObject, ModuleView } from '#engine/model';
import { Chart, EmptyState, ErrorState, FiguresTable, listRoute, lowercaseLabel, SkeletonRows, useGoTo, useSession, useShell } from '#ui';
import { isDenied, type LoadedReport } from '../use-report-data.ts';
import { tReports } from '../texts.ts';
import { ListTable } from './list-table.tsx';
import { orderSteps } from './order-steps.ts';

interface ResultViewProps {
  readonly module: ModuleView;
  readonly name: string;
  readonly report: LoadedReport;
  /** The chart on the screen, of which pictures are made. */
  readonly picture: RefObject<HTMLDivElement | null>;
  readonly onShowOthers?: (() => void) | undefined;
  /** Called before the list of the records of a figure is opened. */
  readonly onLeave?: (() => void) | undefined;
  /** Height of the drawing in pixels; default: that of charts. */
  readonly height?: number | undefined;
  /** Without the table below the chart, which screen readers still get. */
  readonly isCompact?: boolean;
}

/** All filters must hold; empty ones say nothing. */
export function joinTerms(filters: readonly JsonObject[]): JsonObject {
  const saying = filters.filter((filter) => Object.keys(filter).length > 0);
  const [only] = saying;
  return only === undefined ? {} : saying.length === 1 ? only : { and: saying };
}

/** The chart of a report with its table, its figures as a table, or its records. The last figures stay while newer ones are loaded. */
export function ResultView({ module, name, report, picture, onShowOthers, onLeave, height, isCompact = false }: ResultViewProps) {
  const { data, error, isLoading, refetch } = report;
  const goTo = useGoTo();
  const user = useSession((session) => session.user);
  const zone = useShell().data?.settings['time_zone'];
  const open = useMemo(() => {
    if (data === undefined) return undefined;
    return (filters: readonly JsonObject[]) => {
      onLeave?.();
      goTo(listRoute(data.module, joinTerms([data.filter, ...filters]), user));
    };
  }, [data, goTo, onLeave, user]);
  const names = { records: lowercaseLabel(module.label), record: lowercaseLabel(module.labelSingular) };
  if (data === undefined) {
    if (error === undefined) return <SkeletonRows rows={8} columns={4} />;
    if (isDenied(error)) return <EmptyState title={tReports('reportGone')} help={error.message} />;
    return <ErrorState title={tReports('failedPreview')} text={error.message} code={error.code} onRetry={refetch} />;
  }
  const figures = { ...names, asOf: data.asOf, timeZone: typeof zone === 'string' ? zone : undefined, onOpen: open };
  const problems = error === undefined ? data.problems : [error.message, ...data.problems];
  return (
    <div ref={picture} className="rp-result" aria-busy={isLoading} data-loading={isLoading || undefined}>
      {data.figures !== null && data.chart !== null && (
        <Chart
          {...figures}
          view={data.chart}
          data={data.chart.type === 'funnel' ? orderSteps(module, data.figures) : data.figures}
          problems={problems}
          onShowOthers={onShowOthers}
          height={height}
          hasTable={!isCompact}
        />
      )}
      {(data.figures === null || data.chart === null) && <Problems problems={problems} />}
      {data.figures !== null && data.chart === null && <FiguresTable {...figures} data={data.figures} label={name} />}
      {data.figures === null && <ListTable module={module} data={data} label={name} records={names.records} onLeave={onLeave} />}
    </div>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="rp-problems" role="status">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
