import { expect, it } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import type { StorePort } from '../../engine/ports/index.ts';
import { createRegistry } from '../../engine/registry/index.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { describeOnStores } from '../registry/test-stores.ts';

const ignore = (): void => undefined;

const WORKFLOWS: readonly JsonObject[] = [
  {
    _id: 'w1',
    name: 'Paint it',
    module: 'things',
    weight: 4,
    executionOccurs: 'save',
    appliesTo: 'new',
    processingOrder: 'actions-first',
    active: true,
  },
  { _id: 'w2', name: 'Paint it', module: 'things', executionOccurs: 'time', time_amount: 3, time_unit: 'weeks', time_field: 'createdAt' },
  { _id: 'w3', name: 'Nowhere', executionOccurs: 'save' },
  { _id: 'w4', name: 'Deleted', module: 'things', deleted: true },
];
const PARTS: { readonly [collection: string]: readonly JsonObject[] } = {
  m_workflowConditions: [
    { _id: 'c2', name: 'Box', workflow: 'w1', condition_type: '5', relatedModule: 'boxes', field: 'name', value: 'Big', order: 1 },
    { _id: 'c1', name: 'Red', workflow: 'w1', condition_type: '1', field: 'colour', to_value: 'red', order: 0 },
  ],
  m_workflowActions: [
    { _id: 'a1', name: 'Blue', workflow: 'w1', action_type: '1', field_values: { colour: 'blue' } },
    { _id: 'a2', name: 'Lost', workflow: 'w1', action_type: '2', target_module: 'nowhere', field_values: { name: 'x' } },
    { _id: 'a3', name: 'Gone', workflow: 'w1', action_type: '1', field_values: { colour: 'red' }, deleted: true },
  ],
  m_workflowAlerts: [
    {
      ...{ _id: 'm1', name: 'Hello', workflow: 'w1', alertType: 'email', sourceType: 'normal', subject: 'Hi {{box.name}}', message: 'Hi' },
      ...{ variable_module: 'boxes', variable_field: 'name', variable: '{{box.name}}', recipients: ['u1'], send_to_owner: false },
    },
  ],
};

async function insert(store: StorePort, collection: string, documents: readonly JsonObject[]): Promise<void> {
  await store.applySchemas([{ name: collection, keys: [], indexes: [], contains: [] }]);
  for (const fields of documents) {
    const document = { _id: '', ...fields, _version: 1 } as JsonObject & { _id: string; _version: number };
    await store.commit({ writes: [{ kind: 'insert', collection, document, keys: {}, definitionVersion: 1 }] });
  }
}

describeOnStores('The migration of workflow records', (make) => {
  it('makes inactive definitions of them, once, and names what it cannot convert', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      const warnings: string[] = [];
      const log = { debug: ignore, info: ignore, error: ignore, warn: (_: object, text: string) => void warnings.push(text) };
      const options = {
        store,
        folders: [stores.definitions],
        log: { ...log, warn: ignore },
        clock: { now: () => 1_700_000_000_000 },
        ids: { next: () => '1' },
      };
      const earlier = await createRegistry(options);
      await insert(store, 'm_workflows', WORKFLOWS);
      for (const [collection, documents] of Object.entries(PARTS)) await insert(store, collection, documents);
      const layout = { id: 'l1', ssModule: 'workflows', view: 'grid', sections: [] };
      const role = earlier.definitions().role.get('role_guest');
      const changes = [
        { kind: 'layout', id: 'l1', before: null, after: layout },
        { kind: 'role', id: 'role_guest', before: role, after: { ...role, description: 'Changed' } },
      ] as unknown as JsonObject[];
      const published = { _id: 'cs', definitionVersion: 2, author: null, at: '2026-01-01T00:00:00.000Z', state: 'published', changes };
      await insert(store, '_changesets', [published]);
      await store.commit({ writes: [], bumps: ['definitions'] });

      const step = MIGRATIONS.find(({ name }) => name === 'workflow-definitions');
      await step?.run({ store, log });
      await step?.run({ store, log });
      expect(warnings).toEqual([
        expect.stringContaining('Paint it was not converted: target_module: things has no relation to nowhere'),
        expect.stringContaining('Nowhere was not converted: it has no module'),
      ]);

      const registry = await createRegistry(options);
      expect([registry.problems(), registry.brokenWorkflows()]).toEqual([[], []]);
      const { workflows } = registry.current();
      expect(workflows.all.map(({ name, active }) => [name, active])).toEqual([
        ['Paint it (2)', false],
        ['Paint it', false],
      ]);
      expect(workflows.byId('w1')).toMatchObject({
        ...{ module: 'things', weight: 4, executionOccurs: 'save', appliesTo: 'new', processingOrder: 'actions-first' },
        conditions: [
          { id: 'c1', type: 'changes-to', field: 'colour', to: 'red' },
          { id: 'c2', type: 'related-contains', relation: 'boxes_things', field: 'name', value: 'Big' },
        ],
        actions: [{ id: 'a1', type: 'update-record', values: { colour: { value: 'blue' } } }],
        alerts: [{ id: 'm1', subject: 'Hi {{ boxes_things.name }}', recipients: [{ user: 'u1' }] }],
      });
      expect(workflows.byId('w2')).toMatchObject({ time: { field: 'createdAt', offset: { amount: 3, unit: 'weeks' } } });
      expect(registry.current().roles.get('role_guest')?.description).toBe('Changed');
      expect(await registry.changeSets()).toMatchObject([{ _id: 'cs' }, { _id: 'workflows-from-records', state: 'published' }]);
      // Another change can be published after it.
      await registry.publish({ author: 'u1', changes: [{ kind: 'workflow', id: 'w2', definition: null }] });
      expect(registry.current().workflows.byId('w2')).toBeUndefined();
    } finally {
      await stores.end();
    }
  });

  it('changes nothing in a store without such records', async () => {
    const stores = await make();
    try {
      const store = await stores.open();
      const log = { debug: ignore, info: ignore, error: ignore, warn: ignore };
      const { definitions } = await store.versions();
      await MIGRATIONS.find(({ name }) => name === 'workflow-definitions')?.run({ store, log });
      expect(await store.get('_changesets', ['workflows-from-records'])).toEqual([undefined]);
      expect((await store.versions()).definitions).toBe(definitions);
    } finally {
      await stores.end();
    }
  });
});
