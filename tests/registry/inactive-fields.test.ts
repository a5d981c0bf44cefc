import { describe, expect, it } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { RecordDocument } from '#engine/model/values';
import type { DefinitionSnapshot, PluginDefinitions } from '../../engine/registry/index.ts';
import { describeRegistry, edited, SIZE } from './registry-environment.ts';

const STAMPS: PluginDefinitions = {
  plugin: 'stamps',
  extensions: [{ module: 'things', fields: [{ id: 'thing_stamp', fieldName: 'stamp', label: 'Stamp', inputType: 'TextField' }] }],
};
const OTHER = { id: 'things_other', fieldName: 'stamp', label: 'Other stamp', inputType: 'TextField' as const };
const document: RecordDocument = { _id: '1', _version: 1, name: 'Box', stamp: 'red', code: 'A' };

describeRegistry(({ openStore, start, edit }) => {
  const storedIn = ({ version }: DefinitionSnapshot) => ({ document, definitionVersion: version });
  const readBy = (snapshot: DefinitionSnapshot, stored: { document: RecordDocument; definitionVersion: number }) => {
    const things = snapshot.module('things')!;
    return { record: snapshot.upgradeDocument(things, stored), inactive: snapshot.inactiveValues(things, stored) };
  };
  const { stamp: _stamp, ...withoutStamp } = document;
  const inactive = { '~thing_stamp': 'red' };

  describe('the values of a field that is not active', () => {
    it('stay while its plugin is off, hidden from another field of that name, and are back with it', async () => {
      const store = await openStore();
      const stored = storedIn((await start(store, [STAMPS])).current());
      const registry = await start(store);
      expect(readBy(registry.current(), stored)).toEqual({ record: withoutStamp, inactive });
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(OTHER))] });
      expect(readBy(registry.current(), stored)).toEqual({ record: withoutStamp, inactive });
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.pop())] });
      const written = { document: { ...inactive, ...withoutStamp }, definitionVersion: registry.current().version };
      const again = (await start(store, [STAMPS])).current();
      for (const one of [stored, written]) expect(readBy(again, one)).toEqual({ record: document, inactive: undefined });
      expect(again.module('things')?.fields.get('stamp')?.id).toBe('thing_stamp');
      expect(again.storedFieldChanges('things')).toMatchObject({ restored: [{ name: 'stamp' }] });
    });

    it('stay while a definition file is broken or has lost the field', async () => {
      const store = await openStore();
      const stored = storedIn((await start(store)).current());
      const fields = structuredClone((await start(store)).current().module('things')!.definition.fields);
      await edit<ModuleDefinition>('stock/things/module.json', (module) => void (module.fields[0]!.dropdown = 'nothing'));
      expect(readBy((await start(store)).current(), stored).record['code']).toBe('A');
      await edit<{ fields: unknown[] }>('stock/things/module.json', (module) => {
        module.fields = fields.filter(({ fieldName }) => fieldName !== 'code');
      });
      const without = readBy((await start(store)).current(), stored);
      expect([without.record['code'], Object.values(without.inactive ?? {})]).toEqual([undefined, ['A']]);
      await edit<{ fields: unknown[] }>('stock/things/module.json', (module) => void (module.fields = fields));
      expect(readBy((await start(store)).current(), stored).record['code']).toBe('A');
    });

    it('are gone once a published change removes the field, also while it is not active', async () => {
      const store = await openStore();
      const registry = await start(store);
      const add = () => registry.publish({ author: 'u1', changes: [edited(registry, 'things', (one) => void one.fields.push(SIZE))] });
      const remove = () => registry.publish({ author: 'u1', changes: [edited(registry, 'things', (one) => void one.fields.pop())] });
      const hide = (deleted: boolean) =>
        registry.publish({
          author: 'u1',
          changes: [
            edited(registry, 'things', (one) => void (one.fields[one.fields.length - 1] = { ...SIZE, ...(deleted ? { deleted } : {}) })),
          ],
        });
      await add();
      const stored = { document: { ...document, size: 7 }, definitionVersion: registry.current().version };
      const sizeOf = () => readBy(registry.current(), stored).record['size'];
      await hide(true);
      expect(sizeOf()).toBeUndefined();
      await hide(false);
      expect(sizeOf()).toBe(7);
      expect(registry.current().module('things')?.fields.get('size')?.keys[0]?.id).toBe('things_size');
      await hide(true);
      await remove();
      await add();
      expect(sizeOf()).toBeUndefined();
      expect(readBy(registry.current(), stored).inactive).toBeUndefined();
      expect(registry.current().module('things')?.fields.get('size')?.keys[0]?.id).toBe('things_size~1');
      expect(registry.current().traceField('things', 'size', stored.definitionVersion)).toEqual({
        removed: 'things_size',
        storedId: 'things_size',
      });
      await remove();
      await add();
      expect(registry.current().module('things')?.fields.get('size')?.id).toBe('things_size~2');
      expect(registry.current().storedFieldChanges('things')?.removed).toEqual(['things_size', 'things_size~1']);
      expect((await start(await openStore())).current().module('things')?.fields.get('size')?.id).toBe('things_size~2');
    });

    it('are only back with a type whose form they have', async () => {
      const store = await openStore();
      const registry = await start(store);
      const publish = (field?: object) =>
        registry.publish({ author: 'u1', changes: [edited(registry, 'things', (one) => void one.fields.push({ ...SIZE, ...field }))] });
      const change = (field: object) =>
        registry.publish({
          author: 'u1',
          changes: [edited(registry, 'things', (one) => void (one.fields[one.fields.length - 1] = { ...SIZE, ...field }))],
        });
      await publish();
      const stored = { document: { ...document, size: 7 }, definitionVersion: registry.current().version };
      await change({ deleted: true });
      // While it is not active its type does not matter.
      await change({ deleted: true, inputType: 'TextField' });
      for (const other of [{ inputType: 'TextField' }, { inputType: 'TextField', sensitive: true }])
        await expect(change(other)).rejects.toMatchObject({
          code: 'definition_invalid',
          details: [{ message: expect.stringContaining('was a Number when it was last active') }],
        });
      await change({ label: 'Width' });
      expect(readBy(registry.current(), stored).record['size']).toBe(7);
    });

    it('name modules as they are named then, however often the record was saved meanwhile', async () => {
      const kind = { id: 'thing_kind', fieldName: 'kind', label: 'Kind', inputType: 'Module' } as const;
      const kinds: PluginDefinitions = { plugin: 'stamps', extensions: [{ module: 'things', fields: [kind] }] };
      const store = await openStore();
      const { stamp: _red, ...plain } = document;
      const stored = { document: { ...plain, kind: 'racks' }, definitionVersion: 0 };
      const withKinds = await start(store, [kinds]);
      const rack = {
        id: 'racks',
        name: 'racks',
        label: 'Racks',
        labelSingular: 'Rack',
        kind: 'plain',
        custom: true,
        active: true,
        fields: [],
      };
      const name = async (registry: typeof withKinds, given: string): Promise<void> => {
        await registry.publish({ author: 'u1', changes: [{ kind: 'module', id: 'racks', definition: { ...rack, name: given } }] });
      };
      await name(withKinds, 'racks');
      const versions = [{ ...stored, definitionVersion: withKinds.current().version }];
      const registry = await start(store);
      const save = (): void => {
        const module = registry.current().module('things')!;
        const last = versions.at(-1)!;
        const { document: record, inactive: values } = {
          document: registry.current().upgradeDocument(module, last),
          inactive: registry.current().inactiveValues(module, last),
        };
        versions.push({ document: { ...values, ...record } as never, definitionVersion: registry.current().version });
      };
      save();
      for (const next of ['shelves', 'cupboards']) {
        await name(registry, next);
        save();
      }
      const again = (await start(store, [kinds])).current();
      for (const one of versions) expect(readBy(again, one)).toEqual({ record: { ...plain, kind: 'cupboards' }, inactive: undefined });
    });
  });
});
