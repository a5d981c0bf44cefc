import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { MIGRATIONS } from '../../migrations/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const RELATED_USER = { fieldName: 'related_user', inputType: 'Relate', ref: 'users' };
const VARIABLE = { name: 'my_provider', label: 'My provider', field: 'related_user', userTypes: ['Provider'] };

/** Definitions as an earlier version stored them, and what the migration adds. */
const MODULES: readonly (readonly [stored: JsonObject & { readonly name: string }, added: JsonObject])[] = [
  [{ name: 'clients', kind: 'company', fields: [] }, { fieldInEveryModule: { fieldName: 'client', label: 'Client' } }],
  [{ name: 'carers', kind: 'person', fields: [RELATED_USER] }, { userVariable: VARIABLE }],
  [{ name: 'letters', kind: 'plain', fields: [RELATED_USER] }, {}],
  [{ name: 'guests', kind: 'person', fields: [{ fieldName: 'phone' }] }, {}],
  [
    { name: 'users', kind: 'plain', fields: [{ fieldName: 'phone' }, { fieldName: 'email' }] },
    { fields: [{ fieldName: 'phone', profile: true }, { fieldName: 'email' }] },
  ],
];

describeOnStores('The migration to module properties', (make) => {
  it('completes the last valid definitions of an earlier version, and may run twice', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      await store.applySchemas([{ name: '_definitions_good', keys: [], indexes: [], contains: [] }]);
      const dropdown = { _id: 'dropdown/clients', _version: 1, kind: 'dropdown', definition: { name: 'clients' } };
      const documents = MODULES.map(([definition]) => ({ _id: `module/${definition.name}`, _version: 1, kind: 'module', definition }));
      await store.commit({
        writes: [...documents, dropdown].map((document) => ({
          kind: 'insert',
          collection: '_definitions_good',
          document,
          keys: {},
          definitionVersion: 1,
        })),
      });
      const step = MIGRATIONS.find(({ name }) => name === 'module-properties');
      await step?.run({ store, log });
      await step?.run({ store, log });
      const read = async (id: string) => (await store.get('_definitions_good', [id]))[0]?.document;
      for (const [definition, added] of MODULES)
        expect(await read(`module/${definition.name}`)).toEqual({
          _id: `module/${definition.name}`,
          _version: Object.keys(added).length === 0 ? 1 : 2,
          kind: 'module',
          definition: { ...definition, ...added },
        });
      expect(await read('dropdown/clients')).toEqual(dropdown);
    } finally {
      await stores.end();
    }
  });
});
