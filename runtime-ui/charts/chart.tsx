import { createLazyComponent, LazyBoundary, useBreakpoint } from '../kit/index.ts';
import type { ChartProps } from './contract.ts';
import { ChartProblems, ChartSkeleton, NoFigures } from './chart-states.tsx';
import './charts.css';

const Body = createLazyComponent(async () => (await import('./chart-body.tsx')).ChartBody, 'place');

/**
 * A chart of figures, of every chart type. Its code is loaded with the first chart that is shown. It is one tab stop: arrows move between
 * the figures, Enter opens their records; screen readers get the table of the figures.
 */
export function Chart({ error, problems = [], ...props }: ChartProps) {
  const isPhone = useBreakpoint() === 'phone';
  const height = props.height ?? (isPhone ? 240 : 320);
  const { data } = props;
  return (
    <figure className="ch-chart" aria-label={props.view.name}>
      <ChartProblems problems={problems} />
      {error !== undefined && data === undefined && <NoFigures error={error} records={props.records} onRetry={props.onRetry} />}
      {data === undefined ? (
        error === undefined && <ChartSkeleton height={height} />
      ) : (
        <LazyBoundary fallback={<ChartSkeleton height={height} />}>
          <Body {...props} data={data} height={height} />
        </LazyBoundary>
      )}
    </figure>
  );
}
