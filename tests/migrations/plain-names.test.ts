import { expect, it } from 'vitest';
import type { CollectionSchema, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import type { StorePort } from '../../engine/ports/index.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const AUDIENCE_KEY: KeySchema = { id: 'audience', kind: 'text', list: true };
const VIEWS: CollectionSchema = {
  name: '_views',
  keys: [{ id: 'module', kind: 'text', list: false }, AUDIENCE_KEY],
  indexes: [{ keys: ['audience'] }, { keys: ['module'] }],
  contains: [],
};
const withoutKeys = (name: string): CollectionSchema => ({ name, keys: [], indexes: [], contains: [] });

const MODULE = {
  name: 'tools',
  fields: [
    { fieldName: 'zip', zipFills: { city: 'city' } },
    { fieldName: 'zips', holdsZips: true },
  ],
  // eslint-disable-next-line local/plain-words -- The name that the migration replaces.
  lookups: [
    // eslint-disable-next-line local/plain-words -- The name that the migration replaces.
    { path: '/by-serial/:serial', terms: { serial: ':serial' }, answer: 'page', body: true },
    { path: '/next', next: 'number' },
  ],
};
const RENAMED_MODULE = {
  name: 'tools',
  fields: [
    { fieldName: 'zip', zipAutofill: { city: 'city' } },
    { fieldName: 'zips', containsZips: true },
  ],
  finders: [
    { path: '/by-serial/:serial', terms: { serial: ':serial' }, result: 'page', usesBody: true },
    { path: '/next', nextNumberOf: 'number' },
  ],
};
const VIEW = {
  module: 'tools',
  owner: 'u1',
  sharing: 'team',
  sharedWith: 't1',
  name: 'Board',
  face: { kind: 'board', field: 'status' },
  memo: { filter: {}, face: { tools: { status: { id: 's', label: 'Status' } } } },
};
const AUDIENCE = ['user:u1', 'team:t1', 'shared'];

async function insert(store: StorePort, collection: string, _id: string, fields: JsonObject, keys: RecordKeys = {}): Promise<void> {
  await store.commit({ writes: [{ kind: 'insert', collection, document: { _id, _version: 1, ...fields }, keys, definitionVersion: 1 }] });
}

describeOnStores('The migration to plain names', (make) => {
  it('renames properties in published definitions and saved views, and may run twice', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      await store.applySchemas([withoutKeys('_definitions_good'), withoutKeys('_changesets'), VIEWS]);
      await insert(store, '_definitions_good', 'module/tools', { kind: 'module', definition: MODULE });
      await insert(store, '_definitions_good', 'dropdown/x', { kind: 'dropdown', definition: { name: 'x' } });
      await insert(store, '_changesets', 'c1', {
        changes: [
          { kind: 'module', id: 'tools', definition: MODULE },
          { kind: 'role', id: 'r', definition: null },
        ],
      });
      await insert(store, '_views', 'v1', VIEW, { module: 'tools', audience: AUDIENCE });
      const step = MIGRATIONS.find(({ name }) => name === 'plain-names');
      await step?.run({ store, log });
      await step?.run({ store, log });
      const documentOf = async (collection: string, id: string) => (await store.get(collection, [id]))[0]?.document;
      expect(await documentOf('_definitions_good', 'module/tools')).toEqual({
        _id: 'module/tools',
        _version: 2,
        kind: 'module',
        definition: RENAMED_MODULE,
      });
      expect(await documentOf('_definitions_good', 'dropdown/x')).toEqual({
        _id: 'dropdown/x',
        _version: 1,
        kind: 'dropdown',
        definition: { name: 'x' },
      });
      expect(await documentOf('_changesets', 'c1')).toEqual({
        _id: 'c1',
        _version: 2,
        changes: [
          { kind: 'module', id: 'tools', definition: RENAMED_MODULE },
          { kind: 'role', id: 'r', definition: null },
        ],
      });
      const {
        face,
        memo: { face: identities, ...memo },
        ...view
      } = VIEW;
      expect(await documentOf('_views', 'v1')).toEqual({
        _id: 'v1',
        _version: 2,
        ...view,
        viewType: face,
        memo: { ...memo, viewType: identities },
      });
      const found = await store.find({
        collection: '_views',
        filter: { kind: 'equals', key: AUDIENCE_KEY, values: ['team:t1'] },
        sort: [],
        limit: 10,
      });
      expect(found).toHaveLength(1);
    } finally {
      await stores.end();
    }
  });
});
