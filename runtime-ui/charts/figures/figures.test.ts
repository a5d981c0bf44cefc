import { describe, expect, it } from 'vitest';
import type { FigureData, FigureStepView } from '#engine/model/wire';
import { loadLazyTexts } from '../../kit/texts/texts.ts';
import { countRecords, createMatrix, listFilters, readFigureKey, toFigureKey, WHOLE } from './figure-matrix.ts';
import { formatValue, formatShort } from './format-figure.ts';
import { chooseLooks } from './group-looks.ts';
import { describeStep } from './period-text.ts';

const group = (label: string, more: object = {}) => ({ kind: 'value' as const, key: label, label, filter: { colour: label }, ...more });

const PAIRS: FigureData = {
  steps: [
    { field: 'size', label: 'Size', groups: [group('S'), group('M')] },
    { field: 'colour', label: 'Colour', groups: [group('Red'), group('Blue')] },
  ],
  measures: [
    { name: 'avg_price', label: 'Average price', format: 'money', kind: 'avg' },
    { name: 'count', label: 'Records', format: 'number', kind: 'count' },
    { name: 'max_price', label: 'Largest price', format: 'money', kind: 'max' },
  ],
  rows: [
    { at: [0, 0], values: { avg_price: 10, count: 2, max_price: 12 } },
    { at: [0, 1], values: { avg_price: 20, count: 3, max_price: null } },
    { at: [1, 1], values: { avg_price: 5, count: 1, max_price: 5 } },
  ],
  total: { avg_price: 14.2, count: 7, max_price: 12 },
  isComplete: false,
};

describe('createMatrix', () => {
  const matrix = createMatrix(PAIRS);
  const [average, count, largest] = PAIRS.measures;

  it('combines what can be combined, and averages not', () => {
    expect(matrix.valueAt({ first: 0, second: 1 }, count)).toBe(3);
    expect(matrix.valueAt({ first: 1, second: 0 }, count)).toBeNull();
    expect(matrix.valueAt({ first: 0, second: null }, count)).toBe(5);
    expect(matrix.valueAt({ first: null, second: 1 }, count)).toBe(4);
    expect(matrix.valueAt({ first: null, second: 1 }, largest)).toBe(5);
    expect(matrix.valueAt({ first: 0, second: null }, average)).toBeNull();
    expect(matrix.valueAt({ first: 1, second: null }, average)).toBe(5);
    // Also of groups that are left out.
    expect(matrix.valueAt(WHOLE, count)).toBe(7);
    expect(matrix.measure?.name).toBe('avg_price');
  });

  it('counts the records of a figure, and filters them by its groups', () => {
    expect(countRecords(matrix, { first: 0, second: null })).toBe(5);
    expect(countRecords(createMatrix({ ...PAIRS, measures: PAIRS.measures.slice(0, 1) }), WHOLE)).toBeUndefined();
    expect(listFilters(matrix, { first: 1, second: 0 })).toEqual([{ colour: 'M' }, { colour: 'Red' }]);
    expect(listFilters(matrix, WHOLE)).toEqual([]);
    expect(readFigureKey(toFigureKey({ first: 3, second: null }))).toEqual({ first: 3, second: null });
    expect(readFigureKey(toFigureKey({ first: 0, second: 12 }))).toEqual({ first: 0, second: 12 });
  });
});

describe('Figures as text', () => {
  it.each([
    [1204, 'number', '1,204', '1.2K'],
    [-3.456, 'number', '-3.46', '-3.46'],
    [1650, 'number', '1,650', '1.65K'],
    [48_920, 'money', '$48,920', '$48.9K'],
    [12.5, 'money', '$12.50', '$12.5'],
    [0.125, 'percent', '12.5%', '12.5%'],
    [0, 'number', '0', '0'],
  ] as const)('%s as %s is %s, and %s on an axis', (value, format, full, short) => {
    expect(formatValue(value, format)).toBe(full);
    expect(formatShort(value, format)).toBe(short);
  });

  it('show a line for no value', () => {
    expect(formatValue(null, 'money')).toBe('–');
  });
});

describe('describeStep', () => {
  const NOW = Date.parse('2026-11-19T18:00:00Z');
  const weeks: FigureStepView = {
    field: 'on',
    label: 'On',
    unit: 'week',
    groups: [
      group('Week of 11/8/26', { key: '2026-11-08' }),
      group('Week of 11/15/26', { key: '2026-11-15' }),
      { kind: 'missing', key: null, label: 'None', filter: {} },
    ],
  };

  it('names weeks by their days, and the one that is not over', async () => {
    await loadLazyTexts();
    expect(describeStep(weeks, NOW, 'America/Chicago')).toEqual({
      short: ['Nov 8', 'Nov 15', 'None'],
      full: ['Nov 8 to Nov 14, 2026', 'Nov 15 to Nov 21, 2026', 'None'],
      open: 1,
      openNote: 'The week of Nov 15 is not over',
    });
    expect(describeStep(weeks, Date.parse('2026-11-22T18:00:00Z'), 'America/Chicago').open).toBeUndefined();
  });

  it('adds the year where it changes, and to the full names of months', () => {
    const days: FigureStepView = { ...weeks, unit: 'day', groups: [group('a', { key: '2025-12-31' }), group('b', { key: '2026-01-01' })] };
    expect(describeStep(days, NOW, 'UTC').short).toEqual(['Dec 31, 2025', 'Jan 1, 2026']);
    const months: FigureStepView = { ...weeks, unit: 'month', groups: [group('Nov 2026', { key: '2026-11-01' })] };
    expect(describeStep(months, NOW, 'UTC')).toMatchObject({
      short: ['Nov'],
      full: ['Nov 2026'],
      open: 0,
      openNote: 'Nov 2026 is not over',
    });
    const keys = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'];
    const years: FigureStepView = { ...months, groups: keys.map((key) => group(`Of ${key}`, { key })) };
    expect(describeStep(years, NOW, 'UTC').short).toEqual(['Of 2025-11-01', 'Dec', 'Of 2026-01-01', 'Feb']);
  });

  it('uses the time zone of the periods', () => {
    const hours: FigureStepView = {
      ...weeks,
      unit: 'hour',
      groups: [group('a', { key: '2026-11-19T12' }), group('b', { key: '2026-11-19T18' })],
    };
    expect(describeStep(hours, NOW, 'America/Chicago')).toMatchObject({ short: ['Nov 19, 12 PM', 'Nov 19, 6 PM'], open: 0 });
    expect(describeStep(hours, NOW, 'UTC').open).toBe(1);
  });

  it('uses labels as they are where there are no periods', () => {
    const plain: FigureStepView = { field: 'size', label: 'Size', groups: [group('Small')] };
    expect(describeStep(plain, NOW, 'UTC')).toEqual({ short: ['Small'], full: ['Small'], open: undefined, openNote: undefined });
  });
});

describe('chooseLooks', () => {
  it('uses the hues of groups, gives others hues that are free, and shades those that are used again', () => {
    const looks = chooseLooks([
      group('a', { hue: 'red' }),
      group('b', { hue: 'red' }),
      group('c'),
      group('d', { hue: 'blue' }),
      group('e', { hue: 'no hue' }),
      { kind: 'others', key: null, label: 'Others', filter: {} },
    ]);
    expect(looks.map(({ hue }) => hue)).toEqual(['red', 'red', 'orange', 'blue', 'teal', 'gray']);
    expect(looks.map(({ isDefined }) => isDefined)).toEqual([true, true, false, true, false, false]);
    expect(looks[0]?.colour).toBe('var(--ms-red-dot)');
    expect(looks[1]?.colour).toBe('color-mix(in srgb, var(--ms-red-dot) 62%, var(--ms-bg))');
  });

  it('has a colour for each of 100 groups', () => {
    const looks = chooseLooks(Array.from({ length: 100 }, (_, at) => group(`g${at}`)));
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(21);
    expect(looks).toHaveLength(100);
  });
});
