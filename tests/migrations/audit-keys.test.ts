import { expect, it } from 'vitest';
import type { StorePort } from '../../engine/ports/index.ts';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import { MIGRATIONS } from '../../migrations/index.ts';
import { fixtureId } from '../support/fixture-ids.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const keyOf = (id: string): KeySchema => ({ id, kind: id === 'at' ? 'number' : 'text', list: false });
const OLD_KEYS = ['module', 'record', 'field', 'by', 'batch', 'at'];
/** The log as it was before the step, and after it. */
const BEFORE: CollectionSchema = {
  name: '_audit',
  keys: OLD_KEYS.map(keyOf),
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};
const AFTER: CollectionSchema = { ...BEFORE, keys: [...OLD_KEYS, 'name', 'source'].map(keyOf) };
const ENTRIES = 1_203;

async function writeOldEntries(store: StorePort): Promise<void> {
  await store.applySchemas([BEFORE]);
  await store.commit({
    writes: Array.from({ length: ENTRIES }, (_, number) => ({
      kind: 'insert' as const,
      collection: BEFORE.name,
      definitionVersion: 1,
      document: {
        _id: fixtureId(number),
        _version: 1,
        module: 'leads',
        field: number % 2 === 0 ? null : 'title',
        record_id: fixtureId(9_000),
        record_name: number === 7 ? 'Élan  Vital' : `Name ${number}`,
        changed_by: null,
        changeSource: number === 8 ? 'Mass Update' : 'direct record',
        batch_id: 'b',
        date_created: '2026-03-01T10:00:00.000Z',
        previous_value: null,
        new_value: number,
      },
      keys: {
        module: 'leads',
        record: fixtureId(9_000),
        ...(number % 2 === 0 ? {} : { field: 'title' }),
        batch: 'b',
        at: Date.parse('2026-03-01T10:00:00.000Z'),
      },
    })),
  });
}

describeOnStores('The step that gives the audit log keys', (make) => {
  it('lets older entries be found by record name and source, changes nothing else of them, and may run twice', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      await writeOldEntries(store);
      const step = MIGRATIONS.find(({ name }) => name === 'audit-keys');
      await step?.run({ store, log });
      await step?.run({ store, log });
      await store.applySchemas([AFTER]);
      const find = async (filter: FilterNode): Promise<unknown[]> =>
        (await store.find({ collection: AFTER.name, filter, sort: [], limit: 2_000 })).map(({ document }) => document['new_value']);
      expect(await find({ kind: 'equals', key: keyOf('name'), values: ['elan vital'] })).toEqual([7]);
      expect(await find({ kind: 'equals', key: keyOf('name'), values: ['name 1202'] })).toEqual([1202]);
      expect(await find({ kind: 'equals', key: keyOf('source'), values: ['mass update'] })).toEqual([8]);
      expect(await find({ kind: 'equals', key: keyOf('source'), values: ['direct record'] })).toHaveLength(ENTRIES - 1);
      expect(await find({ kind: 'equals', key: keyOf('field'), values: ['title'] })).toHaveLength(601);
      const [entry] = await store.get(AFTER.name, [fixtureId(7)]);
      expect(entry?.document).toMatchObject({ record_name: 'Élan  Vital', field: 'title', changeSource: 'direct record', new_value: 7 });
    } finally {
      await stores.end();
    }
  });
});
