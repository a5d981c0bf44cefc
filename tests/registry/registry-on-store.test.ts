import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition, RoleDefinition } from '#engine/model';
import type { MusterError } from '../../engine/errors/index.ts';
import type { LogPort, StorePort } from '../../engine/ports/index.ts';
import { createRegistry, loadSnapshot, type PluginDefinitions, type Registry } from '../../engine/registry/index.ts';
import { describeOnStores, type TestStores } from './test-stores.ts';

const errors: string[] = [];
const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (_, text) => void errors.push(text) };
let number = 0;

let stores: TestStores;
const openStore = (): Promise<StorePort> => stores.open();

async function start(store: StorePort, plugins?: readonly PluginDefinitions[]): Promise<Registry> {
  return createRegistry({
    store,
    folders: [stores.definitions],
    plugins,
    log,
    clock: { now: () => 1_700_000_000_000 + number },
    ids: { next: () => `0190-${(number += 1).toString().padStart(6, '0')}` },
  });
}

async function edit<Content>(file: string, change: (content: Content) => void): Promise<void> {
  const target = path.join(stores.definitions, file);
  const content = JSON.parse(await readFile(target, 'utf8')) as Content;
  change(content);
  await writeFile(target, JSON.stringify(content));
}

const edited = (
  registry: Registry,
  name: string,
  change: (module: ModuleDefinition & { fields: FieldDefinition[] }) => void,
): { kind: 'module'; id: string; definition: unknown } => {
  const definition = structuredClone(registry.current().module(name)!.definition) as ModuleDefinition & { fields: FieldDefinition[] };
  change(definition);
  return { kind: 'module', id: definition.id, definition };
};

const roleNames = async (store: StorePort): Promise<unknown[]> =>
  (await store.find({ collection: 'm_roles', filter: { kind: 'constant', value: true }, sort: [], limit: 100 })).map(({ document }) => [
    document._id,
    document['name'],
    document['deleted'] === true,
  ]);

const size: FieldDefinition = { id: 'things_size', fieldName: 'size', label: 'Size', inputType: 'Number' };

describeOnStores('the registry', (make) => {
  beforeEach(async () => {
    errors.length = 0;
    stores = await make();
  });

  afterEach(() => stores.end());

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
      await rm(path.join(stores.definitions, 'roles/guest.json'));
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
      ['not JSON', async () => writeFile(path.join(stores.definitions, 'stock/things/module.json'), '{ "id": ')],
      ['of a wrong shape', async () => edit<{ label?: string }>('stock/things/module.json', (module) => void delete module.label)],
      ['at odds with others', async () => rm(path.join(stores.definitions, 'dropdowns/colour.json'))],
    ])('that are %s leave the last good definitions active, with their customizations', async (_, breakIt) => {
      const store = await openStore();
      const registry = await start(store);
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(size))] });
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

  describe('publishing', () => {
    it('activates a change here, in other processes, and after a restart', async () => {
      const [store, other] = [await openStore(), await openStore()];
      const [registry, neighbour] = [await start(store), await start(other)];
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(size))] });
      expect(registry.current().module('things')?.fields.has('size')).toBe(true);
      expect(neighbour.current().module('things')?.fields.has('size')).toBe(false);
      const { definitions: version } = await other.versions();
      expect((await neighbour.refresh(version)).module('things')?.fields.has('size')).toBe(true);
      expect(neighbour.current().version).toBe(registry.current().version);
      expect((await start(await openStore())).current().module('things')?.fields.has('size')).toBe(true);
    });

    it('stores author, time and the previous definition', async () => {
      const registry = await start(await openStore());
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void (module.label = 'Goods'))] });
      const [changeSet] = await registry.changeSets();
      expect(changeSet).toMatchObject({ author: 'u1', state: 'published', definitionVersion: registry.current().version });
      expect(changeSet?.changes[0]).toMatchObject({ kind: 'module', id: 'things', before: { label: 'Things' }, after: { label: 'Goods' } });
    });

    it('writes nothing when nothing changed', async () => {
      const registry = await start(await openStore());
      const { version } = registry.current();
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', () => undefined)] });
      expect(registry.current().version).toBe(version);
      expect(await registry.changeSets()).toEqual([]);
    });

    it('mirrors roles in the same commit, and increases the version of rights', async () => {
      const store = await openStore();
      const registry = await start(store);
      const before = await store.versions();
      await registry.publish({
        author: 'u1',
        changes: [
          {
            kind: 'role',
            id: '0190-new',
            definition: { id: '0190-new', name: 'Packer', module_access: { things: { access: true, view: 'All' } } },
          },
        ],
      });
      expect(registry.current().roles.get('0190-new')?.name).toBe('Packer');
      expect(await roleNames(store)).toContainEqual(['0190-new', 'Packer', false]);
      expect((await store.versions()).rights).toBe(before.rights + 1);
      await registry.publish({ author: 'u1', changes: [{ kind: 'role', id: '0190-new', definition: null }] });
      expect(await roleNames(store)).toContainEqual(['0190-new', 'Packer', true]);
    });

    it('rejects invalid definitions, with all problems and nothing written', async () => {
      const store = await openStore();
      const registry = await start(store);
      const { version } = registry.current();
      const wrong = edited(
        registry,
        'things',
        (module) => void module.fields.push({ ...size, fieldName: 'and' }, { ...size, id: 'x', fieldName: 'x', inputType: 'Relate' }),
      );
      await expect(registry.publish({ author: 'u1', changes: [wrong] })).rejects.toMatchObject({ code: 'definition_invalid', status: 422 });
      const retyped = edited(
        registry,
        'things',
        (module) => void (module.fields.find((field) => field.fieldName === 'price')!.inputType = 'TextField'),
      );
      await expect(registry.publish({ author: 'u1', changes: [retyped] })).rejects.toMatchObject({
        code: 'definition_invalid',
        details: [expect.objectContaining({ field: '/fields/price/inputType' })],
      });
      await expect(registry.publish({ author: 'u1', changes: [{ kind: 'role', id: 'r', definition: { id: 'r' } }] })).rejects.toMatchObject(
        { code: 'definition_invalid' },
      );
      await expect(
        registry.publish({
          author: 'u1',
          changes: [{ kind: 'role', id: 'r', definition: { id: 'r', name: 'R', module_access: { nothing: { access: true } } } }],
        }),
      ).rejects.toMatchObject({ code: 'definition_invalid' });
      await expect(registry.publish({ author: 'u1', changes: [{ kind: 'role', id: 'r', definition: null }] })).rejects.toMatchObject({
        code: 'definition_not_found',
        status: 404,
      });
      expect((await store.versions()).definitions).toBe(version);
    });

    it('rejects removing a definition that is in use, and lists the references', async () => {
      const registry = await start(await openStore(), [{ plugin: 'paint', reads: ['things.price'] }]);
      await expect(
        registry.publish({ author: 'u1', changes: [{ kind: 'dropdown', id: 'dd_colour', definition: null }] }),
      ).rejects.toMatchObject({
        code: 'definition_in_use',
        data: { references: [{ from: 'module/things', path: '/fields/colour/dropdown' }] },
      });
      await expect(
        registry.publish({ author: 'u1', changes: [{ kind: 'role', id: 'role_clerk', definition: null }] }),
      ).rejects.toMatchObject({ code: 'definition_in_use' });
      const withoutPrice = edited(registry, 'things', (module) => {
        module.fields.find((field) => field.fieldName === 'price')!.deleted = true;
      });
      await expect(registry.publish({ author: 'u1', changes: [withoutPrice] })).rejects.toMatchObject({
        code: 'definition_in_use',
        data: { references: expect.arrayContaining([{ from: 'plugin/paint', path: '/reads' }]) as unknown },
      });
    });

    it('removes the layouts of a removed module, and rejects the removal while a role or menu refers to the module', async () => {
      const registry = await start(await openStore());
      const crates: ModuleDefinition = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', fields: [] };
      const grid = {
        id: 'crates_grid',
        ssModule: 'crates',
        view: 'grid',
        sections: [{ id: 'main', label: 'Main', fields: [{ fieldName: 'name' }] }],
      };
      await registry.publish({
        author: 'u1',
        changes: [
          { kind: 'module', id: 'crates', definition: crates },
          { kind: 'layout', id: 'crates_grid', definition: grid },
        ],
      });
      expect(registry.current().layout('crates', 'grid', [])?.id).toBe('crates_grid');
      await registry.publish({ author: 'u1', changes: [{ kind: 'module', id: 'crates', definition: null }] });
      expect(registry.current().module('crates')).toBeUndefined();
      expect(registry.current().layouts.some((layout) => layout.ssModule === 'crates')).toBe(false);
      await expect(registry.publish({ author: 'u1', changes: [{ kind: 'module', id: 'things', definition: null }] })).rejects.toMatchObject(
        {
          code: 'definition_in_use',
          data: {
            references: expect.arrayContaining([
              expect.objectContaining({ from: 'role/Clerk' }),
              expect.objectContaining({ from: 'menu/staff' }),
            ]) as unknown,
          },
        },
      );
    });

    it('by two processes at once saves both changes', async () => {
      const [one, two] = [await start(await openStore()), await start(await openStore())];
      await Promise.all([
        one.publish({
          author: 'u1',
          changes: [{ kind: 'role', id: 'role_a', definition: { id: 'role_a', name: 'A', module_access: {} } }],
        }),
        two.publish({
          author: 'u2',
          changes: [{ kind: 'role', id: 'role_b', definition: { id: 'role_b', name: 'B', module_access: {} } }],
        }),
      ]);
      const { roles } = (await start(await openStore())).current();
      expect([roles.has('role_a'), roles.has('role_b')]).toEqual([true, true]);
    });

    it('is not overwritten by a process that starts in the meantime', async () => {
      const store = await openStore();
      const running = await start(store);
      const own = await openStore();
      let isPublished = false;
      // The other process publishes just after this one read the active definitions, and before it reads the roles.
      const find: StorePort['find'] = async (query) => {
        if (!isPublished && query.collection === running.current().module('roles')?.storage.name) {
          isPublished = true;
          await running.publish({
            author: 'u1',
            changes: [{ kind: 'role', id: 'role_c', definition: { id: 'role_c', name: 'C', module_access: {} } }],
          });
        }
        return own.find(query);
      };
      const starting = new Proxy(own, {
        get: (target, name) => {
          const member: unknown = name === 'find' ? find : Reflect.get(target, name);
          return typeof member === 'function' && name !== 'find' ? (member.bind(target) as unknown) : member;
        },
      });
      expect((await start(starting)).current().roles.has('role_c')).toBe(true);
      expect(await roleNames(store)).toContainEqual(['role_c', 'C', false]);
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
            module.fields.push(size);
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
  });

  describe('records of earlier versions', () => {
    it('are upgraded when they are read, after a rename and after a removal', async () => {
      const store = await openStore();
      const registry = await start(store);
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(size))] });
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
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(size))] });
      const target = path.join(stores.folder, 'exported');
      const files = await registry.exportDefinitions(target);
      expect(files).toContain('modules/things/module.json');
      const again = await loadSnapshot([target]);
      expect([...again.modules.keys()].sort()).toEqual([...registry.current().modules.keys()].sort());
      expect(again.module('things')?.definition).toEqual(registry.current().module('things')?.definition);
      expect([...again.roles.values()]).toEqual([...registry.current().roles.values()]);
    });
  });
});
