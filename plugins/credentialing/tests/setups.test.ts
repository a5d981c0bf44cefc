import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { createCredentialFixtures, ITEMS } from './credential-fixtures.ts';

const PATH = '/api/credentialing-setups';

describePluginRules(
  'Credentialing setups',
  (server) => {
    const admin = () => server().admin;
    const { make, makeAccount, makeSetup, makeProvider, makePlacement, build, itemsOf } = createCredentialFixtures(server);
    const itemsOfSetup = async (setup: string) =>
      (
        await must(
          admin().post(`${ITEMS}/search`, { searchTerms: { relatedCredentialingSetup: setup }, sortField: 'order', pageSize: 100 }),
        )
      ).data;
    const titles = async (setup: string) => (await itemsOfSetup(setup)).map(({ label }: { readonly label: string }) => label);
    const post = (call: string, body: object, by = admin()) => by.post(`${PATH}/${call}`, body);

    it('change items of many setups at once, after a preview that saves nothing', async () => {
      const account = (await makeAccount())._id;
      const [one, two] = [await makeSetup(account, [{ label: 'Badge' }, { label: 'Old' }]), await makeSetup(account, [{ label: 'badge' }])];
      const setups = [one._id, two._id];
      const change = { setups, match: { label: 'Badge' }, fields: { isOptional: true, category: 'Identity' } };
      const preview = await must(post('required-items-batch-change-entries', { ...change, preview: true }));
      expect(preview).toMatchObject({ preview: true, setups: 2, refused: [] });
      expect(preview.changes).toHaveLength(2);
      expect(preview.changes[0]).toMatchObject({
        action: 'change',
        setup: { _id: one._id },
        item: { label: 'Badge' },
        fields: [
          { field: 'isOptional', label: 'Optional', to: true },
          { field: 'category', from: null, to: 'Identity' },
        ],
      });
      expect((await itemsOfSetup(one._id))[0].category ?? null).toBeNull();
      const saved = await must(post('required-items-batch-change-entries', change));
      expect((await itemsOfSetup(two._id))[0]).toMatchObject({ category: 'Identity', isOptional: true });
      await must(admin().post(`/api/batches/${saved.batchId}/undo`));
      expect((await itemsOfSetup(two._id))[0].category ?? null).toBeNull();

      const update = {
        setups,
        add: [{ label: 'New', field_type: 'Todo Item' }],
        change: [{ label: 'badge', fields: { order: 9 } }],
        remove: ['old'],
      };
      expect((await must(post('required-items-batch-update', { ...update, preview: true }))).changes).toHaveLength(5);
      expect(await titles(one._id)).toEqual(['Badge', 'Old']);
      await must(post('required-items-batch-update', update));
      expect([await titles(one._id), await titles(two._id)]).toEqual([
        ['New', 'Badge'],
        ['New', 'badge'],
      ]);
      const bad = await must(post('required-items-batch-update', { setups, add: [{ label: 'X', category: 'Nothing' }], preview: true }));
      expect(bad.refused).toHaveLength(2);
      const reader = await hireUser(server(), 'Rory');
      const refused = await must(post('required-items-batch-change-entries', change, reader.client));
      expect(refused.refused).toHaveLength(2);
      await must(post('required-items-batch-update', { setups: ['unknown'], remove: ['Badge'] }), 404);
    });

    it('replace a document in all items that have it', async () => {
      const account = (await makeAccount())._id;
      const [from, to] = [
        await make('/api/interactive-documents', { name: 'W-4 of 2029' }),
        await make('/api/interactive-documents', { name: 'W-4 of 2030' }),
      ];
      const item = { label: 'W-4', field_type: 'Muster Sign Document', relatedAgreement: { module: 'interactiveDocuments', id: from._id } };
      const setups = [await makeSetup(account, [item]), await makeSetup(account, [item])];
      const replace = { from: from._id, to: to._id };
      expect((await must(post('required-items-batch-doc-replace', { ...replace, preview: true }))).setups).toBe(2);
      await must(post('required-items-batch-doc-replace', { ...replace, setups: [setups[0]?._id] }));
      expect((await itemsOfSetup(setups[0]?._id ?? ''))[0].relatedAgreement.id).toBe(to._id);
      expect((await itemsOfSetup(setups[1]?._id ?? ''))[0].relatedAgreement.id).toBe(from._id);
      await must(post('required-items-batch-doc-replace', { from: from._id, to: 'unknown' }), 404);
    });

    it('bring open records along, item by item', async () => {
      const account = (await makeAccount())._id;
      const setup = await makeSetup(account, [{ label: 'Badge' }, { label: 'Old' }]);
      const provider = (await makeProvider())._id;
      const record = await must(build((await makePlacement(account, provider))._id), 201);
      const closed = await must(build((await makePlacement(account, provider))._id), 201);
      await must(admin().put(`/api/credentialing/${closed._id}`, { credentialing_status: 'Closed' }));
      const open = () => must(admin().get(`${PATH}/${setup._id}/open-records`));
      expect(await open()).toMatchObject({ data: [], total: 0 });
      await must(
        post('required-items-batch-update', {
          setups: [setup._id],
          add: [{ label: 'New' }],
          change: [{ label: 'Badge', fields: { description: 'Both sides.' } }],
          remove: ['Old'],
        }),
      );
      const { data } = await open();
      expect(data).toMatchObject([{ record: { _id: record._id, credentialing_status: 'In Process - Core' } }]);
      const changes = data[0].changes as { readonly key: string; readonly action: string }[];
      expect(changes.map(({ action }) => action).toSorted()).toEqual(['add', 'change', 'remove']);
      const keyOf = (action: string) => changes.find((one) => one.action === action)?.key;
      const bring = (body: object) => must(admin().post(`${PATH}/${setup._id}/bring-along`, body));
      expect(await bring({ changes: [{ record: record._id, key: keyOf('add') }] })).toMatchObject({ success: true, applied: 1 });
      expect((await itemsOf(record._id)).map(({ label }) => label).toSorted()).toEqual(['Badge', 'New', 'Old']);
      expect(await bring({ all: true })).toMatchObject({ success: true, applied: 2 });
      expect((await itemsOf(record._id)).map(({ label, description = '' }) => [label, description]).toSorted()).toEqual([
        ['Badge', 'Both sides.'],
        ['New', ''],
      ]);
      expect(await open()).toMatchObject({ total: 0 });
      expect(await itemsOf(closed._id)).toHaveLength(2);
    });

    it('save and order many items, and say when their categories are missing', async () => {
      const setup = (await makeSetup((await makeAccount())._id, [{ label: 'A' }, { label: 'B' }]))._id;
      const [first, second] = await itemsOfSetup(setup);
      const saved = await must(
        admin().post(`${ITEMS}/saveMultiple`, {
          items: [
            { _id: first._id, label: 'A2' },
            { label: 'C', order: 3, relatedCredentialingSetup: setup },
            { label: 'D', field_type: 'None' },
          ],
        }),
      );
      expect(saved).toMatchObject({ success: false, updated: [first._id], refused: [{ _id: '1' }] });
      expect(saved.created).toHaveLength(1);
      await must(admin().post(`${ITEMS}/updateItemOrders`, { ids: [saved.created[0], second._id, first._id] }));
      expect(await titles(setup)).toEqual(['C', 'B', 'A2']);
      await must(admin().post(`${ITEMS}/updateItemOrders`, { items: [{ _id: first._id, order: 0 }] }));
      expect(await titles(setup)).toEqual(['A2', 'C', 'B']);
      await must(admin().delete(`${ITEMS}/${first._id}`));
      expect(await titles(setup)).toEqual(['C', 'B']);
      const { registry } = server().application;
      const dropdown = registry.current().dropdowns.get('credentialing_required_items_categories');
      if (dropdown === undefined) throw new Error('There are no categories.');
      const publish = (retired: boolean) => {
        const options = dropdown.options.map((option) => ({ ...option, retired }));
        return registry.publish({
          author: undefined,
          changes: [{ kind: 'dropdown', id: dropdown.id, definition: { ...dropdown, options } }],
        });
      };
      await publish(true);
      expect(await must(admin().post(ITEMS, { label: 'E', relatedCredentialingSetup: setup }), 422)).toMatchObject({
        code: 'categories_missing',
        error: 'Credentialing Required Items Categories dropdown is not set. Please have an admin do this.',
      });
      await publish(false);
    });
  },
  { background: 'manual' },
);
