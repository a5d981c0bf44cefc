import type { FigureData, FigureGroup } from '#engine/model/wire';

export const group = (label: string, more: Partial<FigureGroup> = {}): FigureGroup => ({
  kind: 'value',
  key: label,
  label,
  filter: { colour: { equals: label } },
  ...more,
});

export const COUNT = { name: 'count', label: 'Records', format: 'number', kind: 'count' } as const;

/** Three colours, the last one without a value. */
export const ONE: FigureData = {
  steps: [
    {
      field: 'colour',
      label: 'Colour',
      groups: [group('Red', { hue: 'red' }), group('Blue'), group('None', { kind: 'missing', key: null, filter: { colour: null } })],
    },
  ],
  measures: [COUNT],
  rows: [
    { at: [0], values: { count: 12 } },
    { at: [1], values: { count: 6 } },
    { at: [2], values: { count: 2 } },
  ],
  total: { count: 20 },
  isComplete: true,
};

/** Two weeks, the second not over, by colour. */
export const TWO: FigureData = {
  steps: [
    {
      field: 'on',
      label: 'On',
      unit: 'week',
      groups: [
        group('Week of 11/8/26', { key: '2026-11-08', filter: { on: { range: { gte: '2026-11-08', lte: '2026-11-14' } } } }),
        group('Week of 11/15/26', { key: '2026-11-15', filter: { on: { range: { gte: '2026-11-15', lte: '2026-11-21' } } } }),
      ],
    },
    { field: 'colour', label: 'Colour', groups: [group('Red', { hue: 'red' }), group('Blue', { hue: 'blue' })] },
  ],
  measures: [COUNT],
  rows: [
    { at: [0, 0], values: { count: 5 } },
    { at: [0, 1], values: { count: 3 } },
    { at: [1, 1], values: { count: 1 } },
  ],
  total: { count: 9 },
  isComplete: true,
};

export const DAYS: FigureData = {
  ...ONE,
  steps: [
    {
      field: 'on',
      label: 'On',
      unit: 'day',
      groups: ['2026-11-02', '2026-11-03', '2026-11-19'].map((key) => group(key, { key, filter: { on: { equals: key } } })),
    },
  ],
};

/** The texts of the cells of a table, by row. */
export function readRows(table: HTMLElement): readonly (readonly string[])[] {
  return [...table.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? ''));
}
