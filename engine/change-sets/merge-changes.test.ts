import { describe, expect, it } from 'vitest';
import type { ChangeSet, DefinitionSet } from '../registry/index.ts';
import { mergeChanges, nameChange, type MergedChange } from './merge-changes.ts';

const before = { id: 'd', name: 'state', options: [{ value: 'a', label: 'A' }] };
const setOf = (definition: object): DefinitionSet => ({ dropdown: new Map([['d', definition]]) }) as unknown as DefinitionSet;
const change = (definition: object | null): MergedChange =>
  ({ kind: 'dropdown', id: 'd', before, definition, since: 5 }) as unknown as MergedChange;
const published = (_id: string, definitionVersion: number, after: object): ChangeSet =>
  ({
    _id,
    definitionVersion,
    author: null,
    at: '',
    state: 'published',
    changes: [{ kind: 'dropdown', id: 'd', before, after }],
  }) as unknown as ChangeSet;
const labelled = (label: string) => ({ ...before, options: [{ value: 'a', label }] });

describe('Merging a change into the current definitions', () => {
  it('uses both sides, and leaves out what changes nothing', () => {
    const theirs = { ...before, options: [...before.options, { value: 'b', label: 'B' }] };
    const { inputs, conflicts } = mergeChanges([change(labelled('Mine'))], setOf(theirs), []);
    expect(conflicts).toEqual([]);
    expect(inputs).toMatchObject([{ definition: { options: [{ label: 'Mine' }, { label: 'B' }] } }]);
    expect(mergeChanges([change(labelled('Same'))], setOf(labelled('Same')), [])).toEqual({ inputs: [], conflicts: [] });
  });

  it('reports what both changed with the change-set that did, and follows the choice', () => {
    const changeSets = [
      published('old', 4, labelled('Older')),
      published('new', 6, labelled('Theirs')),
      published('other', 7, { ...before, name: 'x' }),
    ];
    const merge = (choices?: ReadonlyMap<string, 'mine' | 'theirs'>) =>
      mergeChanges([change(labelled('Mine'))], setOf(labelled('Theirs')), changeSets, choices);
    expect(merge().conflicts).toMatchObject([
      { artifact: 'dropdown/state', path: '/options/a/label', before: 'A', mine: 'Mine', theirs: 'Theirs', changeSet: { _id: 'new' } },
    ]);
    const key = 'dropdown/state#/options/a/label';
    expect(merge(new Map([[key, 'mine']]))).toMatchObject({ conflicts: [], inputs: [{ definition: labelled('Mine') }] });
    expect(merge(new Map([[key, 'theirs']]))).toEqual({ conflicts: [], inputs: [] });
  });

  it('reports the removal of what somebody else changed', () => {
    const { conflicts } = mergeChanges([change(null)], setOf(labelled('Theirs')), []);
    expect(conflicts).toMatchObject([{ path: '/', mine: null, changeSet: undefined }]);
  });

  it('names artifacts by their ids if they have no usable name', () => {
    const named = (definition: object) => nameChange({ kind: 'module', id: 'm', before: null, definition } as never);
    expect([named({ name: 5 }), named({ name: 'things' }), named({})]).toEqual(['module/m', 'module/things', 'module/m']);
  });
});
