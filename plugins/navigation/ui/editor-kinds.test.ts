import { describe, expect, it } from 'vitest';
import type { RecordData } from '#ui';
import { moveEntry } from '../shared/move-entry.ts';
import { EDITOR_KINDS, groupRecords, listPatches, type EditorKind } from './editor-kinds.ts';

function record(_id: string, fields: object): RecordData {
  return { _id, _version: 1, name: _id, ...fields };
}

const MODULES = [{ name: 'tools', label: 'Tools' }] as never;

/** What is saved after an item was moved. */
function saved(kind: EditorKind, records: readonly RecordData[], item: string, group: string, at: number) {
  const groups = moveEntry(groupRecords(kind, records, MODULES, [group]), item, group, at);
  return listPatches(kind, records, groups).map(({ record: { _id }, fields }) => [_id, fields]);
}

describe('The editor of menu entries', () => {
  const entries = [
    record('a', { options: { order: 1, newWindow: true } }),
    record('b', { options: { order: 2, group: 'Work' } }),
    record('c', { options: { order: 3, group: 'Work' } }),
  ];

  it('groups them by the group in their options', () => {
    expect(groupRecords(EDITOR_KINDS.menu, entries, MODULES).map(({ id, items }) => [id, items])).toEqual([
      ['', ['a']],
      ['Work', ['b', 'c']],
    ]);
  });

  it('saves group and order of those that changed, and keeps their other options', () => {
    expect(saved(EDITOR_KINDS.menu, entries, 'a', 'Work', 2)).toEqual([
      ['b', { options: { order: 1, group: 'Work' } }],
      ['c', { options: { order: 2, group: 'Work' } }],
      ['a', { options: { order: 3, newWindow: true, group: 'Work' } }],
    ]);
    expect(saved(EDITOR_KINDS.menu, entries, 'c', 'New', 0)).toEqual([['c', { options: { order: 3, group: 'New' } }]]);
  });
});

describe('The editors of other records', () => {
  it('save the side of a bumpout, the module of a note and the order of a bucket', () => {
    const bumpout = record('a', { side: 'right', options: { order: 1, width: 300 } });
    expect(saved(EDITOR_KINDS.bumpouts, [bumpout], 'a', 'left', 0)).toEqual([['a', { side: 'left', options: { order: 1, width: 300 } }]]);
    const notes = [record('a', { related_module: 'tools' }), record('b', { related_module: 'makers' })];
    expect(saved(EDITOR_KINDS.notes, notes, 'b', 'tools', 0)).toEqual([['b', { related_module: 'tools' }]]);
    const buckets = [record('a', { order: 1 }), record('b', { order: 2 })];
    expect(saved(EDITOR_KINDS.buckets, buckets, 'b', '', 0)).toEqual([
      ['b', { order: 1 }],
      ['a', { order: 2 }],
    ]);
  });

  it('save the place of a widget in its selector, with its own name', () => {
    const widgets = [record('a', { key_selector: 'muster-ranking', settings: { module: 'tools' } })];
    expect(saved(EDITOR_KINDS.widgets, widgets, 'a', 'home', 0)).toEqual([
      ['a', { key_selector: 'home:muster-ranking', settings: { module: 'tools', order: 1 } }],
    ]);
    const placed = [record('a', { key_selector: 'home:rules', settings: { order: 1 } })];
    expect(saved(EDITOR_KINDS.widgets, placed, 'a', 'record:', 0)).toEqual([
      ['a', { key_selector: 'record::rules', settings: { order: 1 } }],
    ]);
    expect(saved(EDITOR_KINDS.widgets, placed, 'a', 'other', 0)).toEqual([['a', { key_selector: 'rules', settings: { order: 1 } }]]);
    expect(saved(EDITOR_KINDS.widgets, placed, 'a', 'home', 0)).toEqual([]);
  });
});
