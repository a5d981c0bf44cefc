import type { ChartType } from '#engine/model/wire';
import { t } from '../kit/index.ts';

const TEXT_KEYS = {
  bar: 'bar',
  stacked: 'stacked',
  grouped: 'grouped',
  line: 'line',
  area: 'area',
  donut: 'donut',
  pie: 'pie',
  'pie grid': 'pieGrid',
  gauge: 'gauge',
  'number cards': 'numberCards',
  'pivot table': 'pivotTable',
  funnel: 'funnel',
  leaderboard: 'leaderboard',
  'heat map': 'heatMap',
} as const satisfies { readonly [type in ChartType]: string };

/** The name of a chart type for people. */
export function nameChartType(type: ChartType): string {
  return t(`charts.types.${TEXT_KEYS[type]}`);
}
