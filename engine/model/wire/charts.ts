import type { JsonValue } from '../values/index.ts';

/** How many fields a chart groups by: at least, and at most. */
export interface ChartGroups {
  readonly least: number;
  readonly most: number;
}

/** The chart types, with the number of fields that each groups by. */
export const CHART_TYPES = {
  bar: { least: 1, most: 1 },
  stacked: { least: 2, most: 2 },
  grouped: { least: 2, most: 2 },
  line: { least: 2, most: 2 },
  area: { least: 1, most: 2 },
  donut: { least: 1, most: 1 },
  pie: { least: 1, most: 1 },
  'pie grid': { least: 1, most: 1 },
  gauge: { least: 1, most: 1 },
  'number cards': { least: 1, most: 1 },
  'pivot table': { least: 2, most: 2 },
  funnel: { least: 1, most: 1 },
  leaderboard: { least: 1, most: 1 },
  'heat map': { least: 1, most: 1 },
} as const satisfies Readonly<Record<string, ChartGroups>>;

/** A chart type. */
export type ChartType = keyof typeof CHART_TYPES;

/** How a chart is drawn. */
export interface ChartView {
  /** Title. */
  readonly name: string;
  /** Its type. */
  readonly type: ChartType;
  /** Whether the colours are named above it. */
  readonly showLegend: boolean;
  /** Whether values are written at the marks. */
  readonly showLabels: boolean;
  /** Empty: the label of the first group. */
  readonly xAxisLabel: string;
  /** Empty: the label of the measure. */
  readonly yAxisLabel: string;
  /** Value at which a gauge is full; null: the total. */
  readonly gaugeMaximum: number | null;
  /** Further options of the stored chart. */
  readonly options: { readonly [name: string]: JsonValue };
}
