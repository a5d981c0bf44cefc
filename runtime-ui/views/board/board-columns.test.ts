import { describe, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import type { ListGroup } from '../../headless/index.ts';
import { findAdjacentColumn, buildBoardColumns } from './board-columns.ts';

const options = [
  { label: 'New', value: 'new', hue: 'blue' as const },
  { label: 'Held', value: 'held', hue: 'gray' as const },
  { label: 'Sent', value: 'sent', hue: 'orange' as const },
  { label: 'Old', value: 'old', hue: 'teal' as const, retired: true },
  { label: 'Hired', value: 'hired', hue: 'green' as const },
  { label: 'Gone', value: 'gone', hue: 'gray' as const },
];
const module = fixtureModule({ dropdowns: { stages: { id: 'd', name: 'stages', options } } });
const field = fixtureField('Dropdown', { fieldName: 'stage', dropdown: 'stages' });
const group = (value: string | null, count: number): ListGroup => ({ id: JSON.stringify(value), value, count, terms: {} });
const columnsOf = (groups: readonly ListGroup[], of = field) => buildBoardColumns(module, of, groups, 'Without stage');

describe('buildBoardColumns', () => {
  it('returns the options in their order with counts, then unknown values, then records without a value', () => {
    const columns = columnsOf([group(null, 3), group('lost', 1), group('sent', 2), group('new', 5)]);
    expect(columns.map(({ label, count }) => [label, count])).toEqual([
      ['New', 5],
      ['Held', 0],
      ['Sent', 2],
      ['Hired', 0],
      ['Gone', 0],
      ['lost', 1],
      ['Without stage', 3],
    ]);
    expect(columns.find(({ label }) => label === 'Sent')?.terms).toEqual({ stage: { equals: 'sent' } });
    expect(columns.at(-1)?.terms).toEqual({ stage: { exists: false } });
  });

  it('shows a retired value while records have it, but does not allow drops on it', () => {
    expect(columnsOf([group('old', 1)]).find(({ id }) => id === 'old')).toMatchObject({
      count: 1,
      canDrop: false,
      isCollapsed: true,
    });
  });

  it('collapses empty columns and trailing gray ones, but not a gray column among others', () => {
    const all = options.map(({ value }) => group(value, 1));
    expect(
      columnsOf(all)
        .filter(({ isCollapsed }) => isCollapsed)
        .map(({ id }) => id),
    ).toEqual(['old', 'gone']);
    expect(
      columnsOf([group('new', 1)])
        .filter(({ isCollapsed }) => isCollapsed)
        .map(({ id }) => id),
    ).toEqual(['held', 'sent', 'hired', 'gone']);
  });

  it('allows drops except on unknown values, on the empty value of a required field, and without write permission', () => {
    const groups = [group('lost', 1), group(null, 1)];
    expect(
      columnsOf(groups)
        .filter(({ canDrop }) => !canDrop)
        .map(({ id }) => id),
    ).toEqual(['lost']);
    expect(
      columnsOf(groups, { ...field, required: true })
        .filter(({ canDrop }) => !canDrop)
        .map(({ id }) => id),
    ).toEqual(['lost', '']);
    expect(columnsOf(groups, { ...field, rights: { read: 'all', write: 'none' } }).some(({ canDrop }) => canDrop)).toBe(false);
  });

  it('skips columns that do not allow drops when it finds the adjacent column', () => {
    const columns = columnsOf([group('old', 1), group('lost', 1)]);
    expect([
      findAdjacentColumn(columns, 'sent', 1)?.id,
      findAdjacentColumn(columns, 'hired', -1)?.id,
      findAdjacentColumn(columns, 'new', -1)?.id,
      findAdjacentColumn(columns, 'gone', 1)?.id,
    ]).toEqual(['hired', 'sent', 'new', 'gone']);
  });
});
