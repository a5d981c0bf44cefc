import { expect, it } from 'vitest';
import { AUDIT_COLLECTION, entriesOf } from '../../engine/records/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import { MIGRATIONS } from '../../migrations/index.ts';
import { fixtureId } from '../support/fixture-ids.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const keyOf = (id: string): KeySchema => ({ id, kind: id === 'at' ? 'number' : 'text', list: false });
/** The log before the migration: a row for each entry. */
const BEFORE: CollectionSchema = {
  name: '_audit',
  keys: ['module', 'record', 'field', 'by', 'batch', 'at', 'name', 'source'].map(keyOf),
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};
const ENTRIES = 1_203;
const AT = '2026-03-01T10:00:00.000Z';

async function writeOldEntries(store: StorePort): Promise<void> {
  await store.applySchemas([BEFORE]);
  await store.commit({
    writes: Array.from({ length: ENTRIES }, (_, number) => {
      const field = number % 2 === 0 ? null : 'Title';
      return {
        kind: 'insert' as const,
        collection: BEFORE.name,
        definitionVersion: 1,
        document: {
          _id: fixtureId(number),
          _version: number % 3 === 0 ? 2 : 1,
          module: 'leads',
          fullModule: 'Leads',
          field,
          fullField: field === null ? null : 'Title of the person',
          record_id: fixtureId(9_000),
          record_name: `Name ${number}`,
          changed_by: null,
          changed_through: null,
          impersonated_by: null,
          changeSource: 'direct record',
          batch_id: 'b',
          date_created: AT,
          previous_value: null,
          new_value: number,
        },
        keys: {
          module: 'leads',
          record: fixtureId(9_000),
          ...(field === null ? {} : { field: 'title' }),
          batch: 'b',
          at: Date.parse(AT),
          name: `name ${number}`,
          source: 'direct record',
        },
      };
    }),
  });
}

describeOnStores('The migration to audit rows', (make) => {
  it('makes each entry a row of its own, changes nothing else of it, and may run twice', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      await writeOldEntries(store);
      const migration = MIGRATIONS.find(({ name }) => name === 'audit-rows');
      await migration?.run({ store, log });
      await migration?.run({ store, log });
      await store.applySchemas([AUDIT_COLLECTION]);
      const find = (filter: FilterNode): ReturnType<StorePort['find']> =>
        store.find({ collection: AUDIT_COLLECTION.name, filter, sort: [], limit: 2_000 });
      expect(await find({ kind: 'contains', key: keyOf('fields'), text: '|title|' })).toHaveLength(601);
      expect(await find({ kind: 'equals', key: { ...keyOf('entries'), kind: 'number' }, values: [1] })).toHaveLength(ENTRIES);
      const [row] = await find({ kind: 'equals', key: keyOf('name'), values: ['name 7'] });
      expect(row?.document._version).toBe(2);
      expect(row === undefined ? [] : entriesOf(row.document)).toEqual([
        {
          _id: `${fixtureId(7)}:Title`,
          module: 'leads',
          fullModule: 'Leads',
          field: 'Title',
          fullField: 'Title of the person',
          record_id: fixtureId(9_000),
          record_name: 'Name 7',
          changed_by: null,
          changed_through: null,
          impersonated_by: null,
          changeSource: 'direct record',
          batch_id: 'b',
          date_created: AT,
          previous_value: null,
          new_value: 7,
        },
      ]);
    } finally {
      await stores.end();
    }
  });
});
