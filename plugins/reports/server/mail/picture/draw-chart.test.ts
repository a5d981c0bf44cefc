import { CHART_TYPES, type ChartType, type FigureData } from '#engine/model';
import { describe, expect, it } from 'vitest';
import { drawChart } from './draw-chart.ts';

type Step = FigureData['steps'][number];

const stepOf = (labels: readonly string[], unit?: Step['unit']): Step => ({
  field: 'field',
  label: 'Field',
  ...(unit === undefined ? {} : { unit }),
  groups: labels.map((label) => ({ kind: 'value', key: label, label, filter: {} })),
});

const figuresOf = (
  steps: readonly Step[],
  rows: readonly (readonly [at: readonly number[], value: number])[],
  kind = 'count',
): FigureData => ({
  steps,
  measures: [{ name: 'figure', label: 'Figure', format: 'number', kind: kind as 'count' }],
  rows: rows.map(([at, figure]) => ({ at, values: { figure } })),
  total: { figure: rows.reduce((sum, [, value]) => sum + value, 0) },
  isComplete: true,
});

const ONE = figuresOf(
  [stepOf(['New', 'Won & <lost>', 'Open'])],
  [
    [[0], 12],
    [[1], 1_400],
    [[2], 0],
  ],
);
const TWO = figuresOf(
  [stepOf(['North', 'South']), stepOf(['New', 'Won'])],
  [
    [[0, 0], 3],
    [[0, 1], 4],
    [[1, 1], 5],
  ],
);
const draw = (type: ChartType, figures: FigureData, gaugeMaximum: number | null = null): string =>
  drawChart({ type, gaugeMaximum }, figures) ?? '';
const fills = (svg: string, color: string): number => svg.split(`fill="${color}"`).length - 1;
const [FIRST, SECOND] = ['#2f6fb7', '#d9822b'];

describe('The picture of a chart in an e-mail', () => {
  it.each(Object.keys(CHART_TYPES) as ChartType[])('of the type %s names its groups, and has no place that is no number', (type) => {
    const isOfPairs = CHART_TYPES[type].least === 2;
    const svg = draw(type, isOfPairs ? TWO : ONE);
    if (type === 'pivot table') {
      expect(svg).toBe('');
      return;
    }
    expect(svg).toMatch(/^<svg [^>]+ width="640" .*<\/svg>$/u);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/u);
    for (const label of isOfPairs ? ['North', 'South', 'New', 'Won'] : ['New', 'Won &amp; &lt;lost&gt;'])
      expect(svg).toContain(`>${label}</text>`);
  });

  it('has a colour for each group of the second step, in parts of one bar or beside each other', () => {
    // One of each is in the legend.
    const stacked = draw('stacked', TWO);
    expect([fills(stacked, FIRST), fills(stacked, SECOND)]).toEqual([2, 3]);
    expect(stacked).toContain('>7</text>');
    const grouped = draw('grouped', TWO);
    expect([fills(grouped, FIRST), fills(grouped, SECOND)]).toEqual([2, 3]);
    for (const value of [3, 4, 5]) expect(grouped).toContain(`>${value}</text>`);
  });

  it('adds up the groups of the second step for which there is no colour, if they can be added', () => {
    const names = Array.from({ length: 10 }, (_, at) => `Name ${at}`);
    const rows = names.map((_, at) => [[0, at], at + 1] as const);
    const steps = [stepOf(['North']), stepOf(names)];
    const svg = draw('grouped', figuresOf(steps, rows));
    expect(svg).toContain('>Others</text>');
    expect(svg).toContain('>27</text>');
    expect(svg).not.toContain('Name 7');
    const averages = draw('grouped', figuresOf(steps, rows, 'avg'));
    expect(averages).toContain('>Name 7</text>');
    expect(averages).not.toContain('Others');
  });

  it('fills a gauge up to its maximum, or to the total', () => {
    expect(draw('gauge', ONE, 24)).toContain('>12 (50%)</text>');
    expect(draw('gauge', ONE)).toContain('>12 (0.8%)</text>');
    expect(draw('pie grid', ONE)).toContain('>1,400 (99.2%)</text>');
  });

  it('has a heat map of days with their weeks and months, and at most the last year', () => {
    const days = ['2027-01-31', '2027-02-01', '2027-02-10'];
    const rows = days.map((_, at) => [[at], at + 1] as const);
    const svg = draw('heat map', figuresOf([stepOf(days, 'day')], rows));
    // Two weeks of seven days, and the ground of the picture.
    expect(svg.split('<rect').length - 1).toBe(15);
    expect(fills(svg, FIRST)).toBe(3);
    expect(svg).toContain('>Feb</text>');
    const long = draw(
      'heat map',
      figuresOf(
        [stepOf(['2020-01-01', ...days], 'day')],
        [
          [[0], 1],
          [[3], 2],
        ],
      ),
    );
    expect(long.split('<rect').length - 1).toBe(53 * 7 + 1);
  });

  it('has the cards of periods from the latest one', () => {
    const svg = draw(
      'number cards',
      figuresOf(
        [stepOf(['2027-01-01', '2027-02-01'], 'month')],
        [
          [[0], 1],
          [[1], 2],
        ],
      ),
    );
    expect(svg.indexOf('2027-02-01')).toBeLessThan(svg.indexOf('2027-01-01'));
  });

  it('is none if there are zeros only', () => {
    expect(draw('bar', figuresOf([stepOf(['New'])], [[[0], 0]]))).toBe('');
  });
});
