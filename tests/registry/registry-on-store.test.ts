import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModuleDefinition, RoleDefinition } from '#engine/model/definitions';
import type { MusterError } from '../../engine/errors/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { loadSnapshot, type Registry } from '../../engine/registry/index.ts';
import { describeRegistry, edited, roleNames, SIZE } from './registry-environment.ts';

describeRegistry(({ stores, openStore, start, edit, errors }) => {
  describe('a start', () => {
    it('increases the version once, and not again while the files are unchanged', async () => {
      const store = await openStore();
      const first = (await start(store)).current().version;
      expect(first).toBe((await store.versions()).definitions);
      expect((await start(store)).current().version).toBe(first);
      await edit<ModuleDefinition>('stock/things/module.json', (module) => void (module.label = 'Goods'));
      const next = (await start(store)).current();
      expect(next.version).toBe(first + 1);
      expect(next.module('things')?.label).toBe('Goods');
      expect((await store.versions()).definitions).toBe(first + 1);
    });

    it('creates a record of each role, under its stable id, and marks records of removed roles as deleted', async () => {
      const store = await openStore();
      await start(store);
      expect(await roleNames(store)).toEqual([
        ['role_clerk', 'Clerk', false],
        ['role_guest', 'Guest', false],
      ]);
      await rm(path.join(stores().definitions, 'roles/guest.json'));
      await edit<RoleDefinition>('roles/clerk.json', (role) => void (role.name = 'Keeper'));
      await edit<{ layouts: { role?: string }[] }>('stock/things/layouts.json', ({ layouts }) => void (layouts[2]!.role = 'Keeper'));
      await start(store);
      expect(await roleNames(store)).toEqual([
        ['role_clerk', 'Keeper', false],
        ['role_guest', 'Guest', true],
      ]);
    });

    it('by several processes at once results in one version', async () => {
      const opened = await Promise.all([openStore(), openStore(), openStore()]);
      const versions = await Promise.all(opened.map(async (store) => (await start(store)).current().version));
      expect(new Set(versions).size).toBe(1);
    });
  });

  describe('broken files', () => {
    it('prevent the first start, with file, path and cause', async () => {
      await edit<ModuleDefinition>('stock/things/module.json', (module) => void (module.fields[0]!.dropdown = 'nothing'));
      const error = await start(await openStore()).then(
        () => undefined,
        (thrown: MusterError) => thrown,
      );
      expect(error?.code).toBe('definition_broken');
      expect(error?.message).toContain('definitions/stock/things/module.json');
      expect(error?.message).toContain('/fields/0/dropdown');
      expect(error?.message).toContain('There is no dropdown nothing');
    });

    it.each([
      ['not JSON', async () => writeFile(path.join(stores().definitions, 'stock/things/module.json'), '{ "id": ')],
      ['of a wrong shape', async () => edit<{ label?: string }>('stock/things/module.json', (module) => void delete module.label)],
      ['at odds with others', async () => rm(path.join(stores().definitions, 'dropdowns/colour.json'))],
    ])('that are %s leave the last good definitions active, with their customizations', async (_, breakIt) => {
      const store = await openStore();
      const registry = await start(store);
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(SIZE))] });
      await breakIt();
      const again = (await start(store)).current();
      expect(again.module('things')?.fields.has('size')).toBe(true);
      expect(again.module('things')?.fields.has('colour')).toBe(true);
      expect(again.version).toBe(registry.current().version);
      expect(errors.some((text) => text.includes('definitions/stock/things/module.json') || text.includes('layouts.json'))).toBe(true);
    });

    it('that change the type of a stored field are also broken', async () => {
      const store = await openStore();
      await start(store);
      await edit<ModuleDefinition>(
        'stock/things/module.json',
        (module) => void (module.fields.find((field) => field.fieldName === 'code')!.inputType = 'Number'),
      );
      expect((await start(store)).current().module('things')?.fields.get('code')?.type.name).toBe('TextField');
      expect(errors.join()).toContain('was a TextField and cannot become a Number');
    });

    it('become active once they are fixed', async () => {
      const store = await openStore();
      const registry = await start(store);
      await edit<{ label?: string }>('stock/boxes/module.json', (module) => void delete module.label);
      expect((await registry.reload()).module('boxes')?.label).toBe('Boxes');
      await edit<{ label?: string }>('stock/boxes/module.json', (module) => void (module.label = 'Crates'));
      expect((await registry.reload()).module('boxes')?.label).toBe('Crates');
    });
  });

  describe('an upgrade of the base', () => {
    it('merges the customizations with the new base, and lists properties that both changed', async () => {
      const store = await openStore();
      const registry = await start(store);
      await registry.publish({
        author: 'u1',
        changes: [
          edited(registry, 'things', (module) => {
            module.label = 'Site things';
            module.fields.push(SIZE);
          }),
        ],
      });
      await edit<ModuleDefinition>('stock/things/module.json', (module) => {
        module.label = 'Base things';
        module.labelSingular = 'Good';
        module.fields.push({ id: 'things_weight', fieldName: 'weight', label: 'Weight', inputType: 'Number' });
      });
      const upgraded = (await start(store)).current();
      const things = upgraded.module('things')!;
      expect([things.label, things.labelSingular, things.fields.has('size'), things.fields.has('weight')]).toEqual([
        'Site things',
        'Good',
        true,
        true,
      ]);
      expect(upgraded.conflicts).toEqual([
        expect.objectContaining({ artifact: 'module/things', path: '/label', base: 'Base things', customized: 'Site things' }),
      ]);
    });

    const THINGS = 'module/things';
    /** Two customized properties, both changed in the base too. */
    const startWithConflicts = async (store: StorePort) => {
      const registry = await start(store);
      const customize = (module: ModuleDefinition) => {
        module.label = 'Site things';
        module.fields.find(({ fieldName }) => fieldName === 'code')!.label = 'Site code';
      };
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', customize)] });
      await renameInBase('Base things', 'Base code');
      return start(store);
    };
    const renameInBase = (label: string, code: string) =>
      edit<ModuleDefinition>('stock/things/module.json', (module) => {
        module.label = label;
        module.fields.find(({ fieldName }) => fieldName === 'code')!.label = code;
      });
    const labelsOf = (registry: Registry) => {
      const things = registry.current().module('things')!;
      return [things.label, things.fields.get('code')!.definition.label];
    };
    const openOf = (registry: Registry) => registry.current().conflicts.map(({ path, base, customized }) => [path, base, customized]);

    it('lets an admin keep the customized value or use that of the base, until the base changes the property again', async () => {
      const store = await openStore();
      const registry = await startWithConflicts(store);
      const codePath = registry.current().conflicts.find(({ path }) => path !== '/label')!.path;
      expect(openOf(registry)).toEqual([
        ['/label', 'Base things', 'Site things'],
        [codePath, 'Base code', 'Site code'],
      ]);
      await registry.publish({ author: 'u1', changes: [], conflicts: [{ artifact: THINGS, path: '/label', use: 'customized' }] });
      await registry.publish({ author: 'u1', changes: [], conflicts: [{ artifact: THINGS, path: codePath, use: 'base' }] });
      for (const one of [registry, await start(store)]) {
        expect(openOf(one)).toEqual([]);
        expect(labelsOf(one)).toEqual(['Site things', 'Base code']);
      }
      const again = { author: 'u1', changes: [], conflicts: [{ artifact: THINGS, path: '/label', use: 'base' as const }] };
      await expect(registry.publish(again)).rejects.toMatchObject({ code: 'definition_not_found' });
      // A customization after that is no conflict: it is based on the new value.
      const relabel = edited(
        registry,
        'things',
        (module) => void (module.fields.find(({ fieldName }) => fieldName === 'code')!.label = 'Own'),
      );
      await registry.publish({ author: 'u1', changes: [relabel] });
      for (const one of [registry, await start(store)]) expect(openOf(one)).toEqual([]);
      await renameInBase('Newer things', 'Newer code');
      const upgraded = await start(store);
      expect(labelsOf(upgraded)).toEqual(['Site things', 'Own']);
      expect(openOf(upgraded)).toEqual([
        ['/label', 'Newer things', 'Site things'],
        [codePath, 'Newer code', 'Own'],
      ]);
    });
  });

  describe('records of earlier versions', () => {
    it('are upgraded when they are read, after a rename and after a removal', async () => {
      const store = await openStore();
      const registry = await start(store);
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(SIZE))] });
      const stored = { document: { _id: '1', _version: 1, name: 'x', size: 4 }, definitionVersion: registry.current().version };
      await registry.publish({
        author: 'u1',
        changes: [
          edited(registry, 'things', (module) => void (module.fields.find((field) => field.id === 'things_size')!.fieldName = 'width')),
        ],
      });
      expect(registry.current().upgradeDocument(registry.current().module('things')!, stored)).toEqual({
        _id: '1',
        _version: 1,
        name: 'x',
        width: 4,
      });
      const again = (await start(store)).current();
      expect(again.upgradeDocument(again.module('things')!, stored)).toEqual({ _id: '1', _version: 1, name: 'x', width: 4 });
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.pop())] });
      expect(registry.current().upgradeDocument(registry.current().module('things')!, stored)).toEqual({
        _id: '1',
        _version: 1,
        name: 'x',
      });
    });

    it('follow a rename in the base', async () => {
      const store = await openStore();
      const { version } = (await start(store)).current();
      await edit<ModuleDefinition>(
        'stock/things/module.json',
        (module) => void (module.fields.find((field) => field.fieldName === 'code')!.fieldName = 'number'),
      );
      const after = (await start(store)).current();
      const things = after.module('things')!;
      expect(after.upgradeDocument(things, { document: { _id: '1', _version: 1, code: 'A' }, definitionVersion: version })).toEqual({
        _id: '1',
        _version: 1,
        number: 'A',
      });
    });
  });

  describe('an export', () => {
    it('writes files that load as the same definitions', async () => {
      const registry = await start(await openStore());
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(SIZE))] });
      const target = path.join(stores().folder, 'exported');
      const files = await registry.exportDefinitions(target);
      expect(files).toContain('modules/things/module.json');
      const again = await loadSnapshot([target]);
      expect([...again.modules.keys()].sort()).toEqual([...registry.current().modules.keys()].sort());
      expect(again.module('things')?.definition).toEqual(registry.current().module('things')?.definition);
      expect([...again.roles.values()]).toEqual([...registry.current().roles.values()]);
    });
  });
});
