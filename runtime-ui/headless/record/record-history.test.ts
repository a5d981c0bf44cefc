import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { dateCreation, groupHistory, listStates, type HistoryEntry } from './use-record-history.ts';

const entry = (own: Partial<HistoryEntry>): HistoryEntry => ({
  _id: 'h1',
  changed_by: null,
  changeSource: 'api',
  field: null,
  previous_value: null,
  new_value: null,
  date_created: '2026-11-25T10:00:00.000Z',
  ...own,
});

describe('groupHistory', () => {
  it('keeps who acted as the author of a change', () => {
    const [group] = groupHistory([entry({ field: 'title', changed_by: 'u1', impersonated_by: 'u2' })]);
    expect(group).toMatchObject({ by: 'u1', impersonator: 'u2' });
    expect(groupHistory([entry({ field: 'title', changed_by: 'u1' })])[0]?.impersonator).toBeNull();
  });
});

describe('the order of changes', () => {
  const AT = '2026-11-25T10:00:00.000Z';
  const change = (save: string, field: string, previous_value: JsonValue, new_value: JsonValue) =>
    entry({ _id: `${save}:${field}`, batch_id: 'b1', field, previous_value, new_value, date_created: AT });
  // As they are read: newest first, so that the fields of a save come last one first.
  const earlier = [change('s1', 'pages', 1, 2), change('s1', 'shelf', 'A', 'B'), change('s1', 'title', 'One', 'Two')];
  const later = [change('s2', 'shelf', 'B', 'C'), change('s2', 'title', 'Two', 'Three')];
  const record = { title: 'Three', shelf: 'C', pages: 2 };

  it('within a save is that in which its fields changed, for any number of them', () => {
    const [group] = groupHistory(earlier);
    expect(group?.entries.map(({ field }) => field)).toEqual(['title', 'shelf', 'pages']);
    const many = Array.from({ length: 40 }, (_, index) => change('s1', `field${index}`, null, index));
    expect(groupHistory([...many].reverse())[0]?.entries.map(({ field }) => field)).toEqual(many.map(({ field }) => field));
  });

  it('of saves at the same time is that of their ids, however the store has them', () => {
    for (const read of [
      [...later, ...earlier],
      [...earlier, ...later],
    ]) {
      const groups = groupHistory(read);
      expect(groups.map(({ entries }) => entries.map(({ _id }) => _id))).toEqual([
        ['s2:title', 's2:shelf', 's1:title', 's1:shelf', 's1:pages'],
      ]);
      expect(listStates(groups, record)).toEqual([{ before: { title: 'One', shelf: 'A', pages: 1 }, after: record }]);
    }
  });
});

describe('dateCreation', () => {
  const record = { _id: 'b1', createdAt: '2025-03-01T09:00:00.000Z', created_by: { _id: 'u1', name: 'Ann Lee', open: true } };

  it('shows the creation of a record that no user created at its own time, with its own user', () => {
    const [created] = dateCreation(groupHistory([entry({})]), record);
    expect(created).toMatchObject({ at: record.createdAt, by: record.created_by });
    expect(dateCreation(groupHistory([entry({})]), { _id: 'b1' })[0]).toMatchObject({ at: '2026-11-25T10:00:00.000Z', by: null });
  });

  it('leaves other changes, and creations by a user or a plugin, as they are', () => {
    for (const own of [{ field: 'title' }, { changed_by: 'u2' }, { changed_through: 'Import' }]) {
      const groups = groupHistory([entry(own)]);
      expect(dateCreation(groups, record)).toEqual(groups);
    }
  });
});

it('listStates reverts the changes of the newer groups', () => {
  const change = (batch_id: string, field: string, previous_value: string, new_value: string, date_created: string) =>
    entry({ _id: `${batch_id}${field}`, batch_id, field, previous_value, new_value, date_created });
  const groups = groupHistory([
    change('b1', 'title', 'One', 'Two', '2026-11-01T00:00:00.000Z'),
    change('b2', 'title', 'Two', 'Three', '2026-11-02T00:00:00.000Z'),
    change('b2', 'shelf', 'A', 'B', '2026-11-02T00:00:00.000Z'),
  ]);
  expect(listStates(groups, { title: 'Three', shelf: 'B', pages: 8 })).toEqual([
    { before: { title: 'Two', shelf: 'A', pages: 8 }, after: { title: 'Three', shelf: 'B', pages: 8 } },
    { before: { title: 'One', shelf: 'A', pages: 8 }, after: { title: 'Two', shelf: 'A', pages: 8 } },
  ]);
});
