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
const lanesOf = (groups: readonly ListGroup[], of = field) => buildBoardColumns(module, of, groups, 'Without stage');

describe('the lanes of a board', () => {
  it('are the options in their order with their counts, then unknown values, then records without one', () => {
    const lanes = lanesOf([group(null, 3), group('lost', 1), group('sent', 2), group('new', 5)]);
    expect(lanes.map(({ label, count }) => [label, count])).toEqual([['New', 5], ['Held', 0], ['Sent', 2], ['Hired', 0], ['Gone', 0], ['lost', 1], ['Without stage', 3]]);
    expect(lanes.find(({ label }) => label === 'Sent')?.terms).toEqual({ stage: { equals: 'sent' } });
    expect(lanes.at(-1)?.terms).toEqual({ stage: { exists: false } });
  });

  it('shows a retired value while records hold it, and lets nothing be moved there', () => {
    expect(lanesOf([group('old', 1)]).find(({ id }) => id === 'old')).toMatchObject({ count: 1, isOpen: false, isFolded: true, isOver: true });
  });

  it('folds what is empty, and what comes last without a state; a grey one among others stays', () => {
    const all = options.map(({ value }) => group(value, 1));
    expect(lanesOf(all).filter(({ isCollapsed }) => isCollapsed).map(({ id }) => id)).toEqual(['old', 'gone']);
    expect(lanesOf([group('new', 1)]).filter(({ isCollapsed }) => isCollapsed).map(({ id }) => id)).toEqual(['held', 'sent', 'hired', 'gone']);
  });

  it('says where work is over', () => {
    expect(lanesOf([]).filter(({ isFinal }) => isFinal).map(({ id }) => id)).toEqual(['hired', 'gone']);
  });

  it('is open to records but for unknown values, for none where one is required, and where nothing may be written', () => {
    const groups = [group('lost', 1), group(null, 1)];
    expect(lanesOf(groups).filter(({ canDrop }) => !canDrop).map(({ id }) => id)).toEqual(['lost']);
    expect(lanesOf(groups, { ...field, required: true }).filter(({ canDrop }) => !canDrop).map(({ id }) => id)).toEqual(['lost', '']);
    expect(lanesOf(groups, { ...field, rights: { read: 'all', write: 'none' } }).some(({ canDrop }) => canDrop)).toBe(false);
  });

  it('are walked over those that a record cannot go to', () => {
    const lanes = lanesOf([group('old', 1), group('lost', 1)]);
    expect([findAdjacentColumn(lanes, 'sent', 1)?.id, findAdjacentColumn(lanes, 'hired', -1)?.id, findAdjacentColumn(lanes, 'new', -1)?.id, findAdjacentColumn(lanes, 'gone', 1)?.id]).toEqual(['hired', 'sent', 'new', 'gone']);
  });
});
