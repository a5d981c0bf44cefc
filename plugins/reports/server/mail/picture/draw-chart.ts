import type { ChartView, FigureData } from '#engine/model';
import type { Measure } from '../../../shared/figure-rows.ts';
import { listPoints, listSeries, type Point } from './chart-figures.ts';
import { drawBars, drawGroupedBars, drawStackedBars } from './draw-bars.ts';
import { drawDays } from './draw-days.ts';
import { drawLines } from './draw-lines.ts';
import { drawDials, drawNumbers, drawPie } from './draw-shares.ts';

/**
 * The chart of a report as SVG for an e-mail. Undefined for a pivot table, which the table of the e-mail shows, and if there is nothing
 * but zeros to draw.
 */
export function drawChart(chart: Pick<ChartView, 'type' | 'gaugeMaximum'>, figures: FigureData): string | undefined {
  const [measure] = figures.measures;
  if (measure === undefined || chart.type === 'pivot table') return undefined;
  if (figures.rows.every(({ values }) => (values[measure.name] ?? 0) === 0)) return undefined;
  if (figures.steps.length === 2) return drawPairs(chart, figures, measure);
  const points = listPoints(figures, measure);
  return points.length === 0 ? undefined : drawPoints(chart, figures, measure, points);
}

/** Charts of two steps: the second one has the colours. */
function drawPairs({ type }: Pick<ChartView, 'type'>, figures: FigureData, measure: Measure): string {
  const labels = figures.steps[0]?.groups.map(({ label }) => label) ?? [];
  const series = listSeries(figures, measure);
  if (type === 'stacked') return drawStackedBars({ labels, series, measure });
  const isLine = (type === 'line' || type === 'area') && labels.length > 1;
  return isLine ? drawLines({ labels, series, measure, isFilled: false }) : drawGroupedBars({ labels, series, measure });
}

function drawPoints(
  { type, gaugeMaximum }: Pick<ChartView, 'type' | 'gaugeMaximum'>,
  figures: FigureData,
  measure: Measure,
  points: readonly Point[],
): string | undefined {
  const total = figures.total[measure.name] ?? 0;
  switch (type) {
    case 'line':
    case 'area':
      if (points.length < 2) return drawBars(points);
      return drawLines({
        labels: points.map(({ label }) => label),
        series: [{ label: measure.label, values: points.map(({ value }) => value) }],
        measure,
        isFilled: type === 'area',
      });
    case 'pie':
    case 'donut':
      return drawPie(points, type === 'donut');
    case 'pie grid':
      return drawDials(points, total, false);
    case 'gauge':
      return drawDials(points, gaugeMaximum ?? total, true);
    case 'number cards':
      return drawNumbers(figures.steps[0]?.unit === undefined ? points : [...points].sort(byLatest));
    case 'heat map':
      return (figures.steps[0]?.unit === 'day' ? drawDays(points) : undefined) ?? drawBars(points);
    default:
      return drawBars(points);
  }
}

const byLatest = (one: Point, other: Point): number => (String(one.key) < String(other.key) ? 1 : -1);
