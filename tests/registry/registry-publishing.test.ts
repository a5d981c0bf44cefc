import { describe, expect, it } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { StorePort } from '../../engine/ports/index.ts';
import { describeRegistry, edited, roleNames, SIZE } from './registry-environment.ts';

describeRegistry(({ openStore, start }) => {
  describe('publishing', () => {
    it('activates a change here, in other processes, and after a restart', async () => {
      const [store, other] = [await openStore(), await openStore()];
      const [registry, neighbour] = [await start(store), await start(other)];
      await registry.publish({ author: 'u1', changes: [edited(registry, 'things', (module) => void module.fields.push(SIZE))] });
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
        (module) => void module.fields.push({ ...SIZE, fieldName: 'and' }, { ...SIZE, id: 'x', fieldName: 'x', inputType: 'Relate' }),
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
});
