import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { StorePort } from '../../engine/ports/index.ts';
import { validateAgainstSchema } from '../../engine/registry/base/validate-against-schema.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

const moduleOf = (...fields: readonly JsonObject[]): JsonObject => ({
  id: 'boxes',
  name: 'boxes',
  label: 'Boxes',
  labelSingular: 'Box',
  kind: 'plain',
  fields: fields.map((field, at) => ({ id: `boxes_${at}`, fieldName: `list${at}`, label: 'List', inputType: 'Array', ...field })),
});
const columnsOf = (...names: readonly string[]): JsonObject => ({ entryColumns: names.map((name) => ({ name, kind: 'text' })) });

const STORED = moduleOf(
  {
    entryColumns: [
      { name: 'hoursPerDay', kind: 'number' },
      { name: '_id', kind: 'text' },
      { name: 'sent_at', kind: 'text' },
      { name: 'done', kind: 'checkbox' },
      { name: 'done', kind: 'checkbox' },
    ],
    description: 'A list.',
  },
  columnsOf('name', 'Home city'),
  columnsOf('constructor'),
  { entry: { columns: [{ fieldName: 'item', label: 'Item', inputType: 'TextField' }] } },
);
const MIGRATED = moduleOf(
  {
    description: 'A list.',
    entry: {
      columns: [
        { fieldName: 'hoursPerDay', label: 'Hours per day', inputType: 'Number' },
        { fieldName: '_id', label: 'Id', inputType: 'TextField' },
        { fieldName: 'sent_at', label: 'Sent at', inputType: 'TextField' },
        { fieldName: 'done', label: 'Done', inputType: 'Checkbox' },
      ],
    },
  },
  {},
  {},
  { entry: { columns: [{ fieldName: 'item', label: 'Item', inputType: 'TextField' }] } },
);

async function insert(store: StorePort, collection: string, _id: string, fields: JsonObject): Promise<void> {
  await store.applySchemas([{ name: collection, keys: [], indexes: [], contains: [] }]);
  await store.commit({
    writes: [{ kind: 'insert', collection, document: { _id, _version: 1, ...fields }, keys: {}, definitionVersion: 1 }],
  });
}

describeOnStores('The migration to entry schemas', (make) => {
  it('converts the columns of entries in stored definitions, and may run twice', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      await insert(store, '_definitions_good', 'module/boxes', { kind: 'module', definition: STORED });
      await insert(store, '_definitions_good', 'dropdown/x', { kind: 'dropdown', definition: { name: 'x' } });
      await insert(store, '_changesets', 'c1', { changes: [{ kind: 'module', id: 'boxes', before: null, after: STORED }] });
      const step = MIGRATIONS.find(({ name }) => name === 'entry-columns');
      await step?.run({ store, log });
      await step?.run({ store, log });
      const read = async (collection: string, id: string) => (await store.get(collection, [id]))[0]?.document;
      expect(await read('_definitions_good', 'module/boxes')).toEqual({
        _id: 'module/boxes',
        _version: 2,
        kind: 'module',
        definition: MIGRATED,
      });
      expect(await read('_definitions_good', 'dropdown/x')).toMatchObject({ _version: 1 });
      expect(await read('_changesets', 'c1')).toEqual({
        _id: 'c1',
        _version: 2,
        changes: [{ kind: 'module', id: 'boxes', before: null, after: MIGRATED }],
      });
      expect(validateAgainstSchema('module', MIGRATED, 'boxes', '')).toEqual([]);
    } finally {
      await stores.end();
    }
  });
});
