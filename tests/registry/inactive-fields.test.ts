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
  });
});
