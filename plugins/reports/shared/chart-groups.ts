import { CHART_TYPES, type ChartType } from '#engine/model';

const NAMES: { readonly [type in ChartType]: string } = {
  bar: 'A bar chart',
  stacked: 'A stacked bar chart',
  grouped: 'A grouped bar chart',
  line: 'A line chart',
  area: 'An area chart',
  donut: 'A donut chart',
  pie: 'A pie chart',
  'pie grid': 'A pie grid',
  gauge: 'A gauge',
  'number cards': 'Number cards',
  'pivot table': 'A pivot table',
  funnel: 'A funnel',
  leaderboard: 'A leaderboard',
  'heat map': 'A heat map',
};

/** Whether a text is a chart type that can be drawn. */
export function isChartType(type: string): type is ChartType {
  return Object.hasOwn(CHART_TYPES, type);
}

/** Why a chart cannot be drawn with this number of groups; undefined: it can. */
export function describeWrongGroups(type: ChartType, groups: number): string | undefined {
  const { least, most } = CHART_TYPES[type];
  if (groups < least) return `${NAMES[type]} ${type === 'number cards' ? 'need' : 'needs'} ${nameCount(least)}.`;
  if (groups > most) return `${NAMES[type]} ${type === 'number cards' ? 'have' : 'has'} at most ${nameCount(most)}.`;
  return undefined;
}

function nameCount(groups: number): string {
  return groups === 1 ? 'one group' : 'two groups';
}
