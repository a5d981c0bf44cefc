import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { LogPort, StorePort } from '../../engine/ports/index.ts';
import { createRegistry, type DefinitionChange, type Registry } from '../../engine/registry/index.ts';
import { describeOnStores, type TestStores } from './test-stores.ts';

const logged: string[] = [];
const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (_, text) => void logged.push(text) };
let number = 0;
let stores: TestStores;

const start = (store: StorePort): Promise<Registry> =>
  createRegistry({
    store,
    folders: [stores.definitions],
    log,
    clock: { now: () => 1_700_000_000_000 },
    ids: { next: () => `0190-${(number += 1).toString().padStart(6, '0')}` },
  });

/** Writes a change-set like an earlier version of the application with weaker rules. */
async function writeAsBefore(store: StorePort, changes: readonly DefinitionChange[]): Promise<void> {
  const version = (await store.versions()).definitions + 1;
  const document = {
    _id: `old-${version}`,
    _version: 1,
    definitionVersion: version,
    author: 'u1',
    at: '2026-01-01T00:00:00.000Z',
    state: 'published',
    changes: changes as unknown as JsonObject[],
  };
  expect(
    (
      await store.commit({
        writes: [{ kind: 'insert', collection: '_changesets', document, keys: {}, definitionVersion: 0 }],
        bumps: ['definitions'],
      })
    ).committed,
  ).toBe(true);
}

function change(
  registry: Registry,
  name: string,
  edit: (module: ModuleDefinition & { fields: FieldDefinition[] }) => void,
): DefinitionChange {
  const before = registry.current().module(name)!.definition;
  const after = structuredClone(before) as ModuleDefinition & { fields: FieldDefinition[] };
  edit(after);
  return { kind: 'module', id: before.id, before, after };
}

const size: FieldDefinition = { id: 'things_size', fieldName: 'size', label: 'Size', inputType: 'Number' };
const addSize = (module: { fields: FieldDefinition[] }): void => void module.fields.push(size);
const twice: DefinitionChange = {
  kind: 'dropdown',
  id: 'dd_twice',
  before: null,
  after: {
    id: 'dd_twice',
    name: 'twice',
    options: [
      { value: 'a', label: 'A' },
      { value: 'a', label: 'B' },
    ],
  },
};

describeOnStores('last good definitions', (make) => {
  beforeEach(async () => {
    logged.length = 0;
    stores = await make();
  });
  afterEach(() => stores.end());

  it('have no problems when everything is valid', async () => {
    expect((await start(await stores.open())).problems()).toEqual([]);
  });

  describe('when a later rule rejects a published customization', () => {
    it('stay active, with the cause logged and listed, and can be fixed one by one', async () => {
      const store = await stores.open();
      const registry = await start(store);
      const withBadIndex = change(registry, 'things', (module) => {
        addSize(module);
        Object.assign(module, { indexes: [...(module.indexes ?? []), ['no_such_field']] });
      });
      await writeAsBefore(store, [withBadIndex, twice]);
      const again = await start(store);
      expect(again.current().module('things')?.fields.has('size')).toBe(true);
      expect(again.current().dropdowns.get('twice')?.options).toHaveLength(2);
      expect(again.problems()).toEqual([
        {
          file: 'definitions/stock/things/module.json',
          path: expect.stringMatching(/^\/indexes\/\d+$/) as string,
          cause: 'There is no field no_such_field.',
        },
        { file: 'dropdown/twice', path: '/options/1/value', cause: 'The value a is there twice.' },
      ]);
      expect(logged.join()).toContain('dropdown/twice is broken at /options/1/value: The value a is there twice.');
      // Other changes can be published, a change that is invalid itself cannot, and each problem can be fixed on its own.
      await again.publish({
        author: 'u1',
        changes: [{ kind: 'role', id: 'role_a', definition: { id: 'role_a', name: 'A', module_access: {} } }],
      });
      await expect(
        again.publish({
          author: 'u1',
          changes: [{ kind: 'dropdown', id: 'dd_twice', definition: { ...twice.after, label: 'Still twice' } }],
        }),
      ).rejects.toMatchObject({ code: 'definition_invalid' });
      await again.publish({
        author: 'u1',
        changes: [
          { kind: 'dropdown', id: 'dd_twice', definition: { id: 'dd_twice', name: 'twice', options: [{ value: 'a', label: 'A' }] } },
        ],
      });
      expect(again.problems().map(({ file }) => file)).toEqual(['definitions/stock/things/module.json']);
      await again.publish({
        author: 'u1',
        changes: [{ kind: 'module', id: withBadIndex.id, definition: { ...(withBadIndex.after as ModuleDefinition), indexes: [] } }],
      });
      expect(again.problems()).toEqual([]);
      expect((await start(store)).problems()).toEqual([]);
    });

    it('use a customization with an invalid schema for as long as it can be compiled', async () => {
      const store = await stores.open();
      const registry = await start(store);
      await writeAsBefore(store, [
        change(registry, 'things', (module) => {
          addSize(module);
          Object.assign(module, { colourOfTheMoon: 'blue' });
        }),
      ]);
      const again = await start(store);
      expect(again.current().module('things')?.fields.has('size')).toBe(true);
      expect(again.problems()).toEqual([
        { file: 'definitions/stock/things/module.json', path: '/', cause: 'There is no property colourOfTheMoon.' },
      ]);
    });

    it('use the base for what can no longer be compiled, and the other customizations', async () => {
      const store = await stores.open();
      const registry = await start(store);
      await registry.publish({
        author: 'u1',
        changes: [{ kind: 'role', id: 'role_a', definition: { id: 'role_a', name: 'A', module_access: {} } }],
      });
      await writeAsBefore(store, [
        change(registry, 'things', (module) => void module.fields.push({ ...size, inputType: 'Abacus' as never })),
      ]);
      const again = await start(store);
      expect(again.current().module('things')?.fields.has('size')).toBe(false);
      expect(again.current().module('things')?.fields.has('colour')).toBe(true);
      expect(again.current().roles.has('role_a')).toBe(true);
      expect(
        again.problems().some(({ file, path: at }) => file === 'definitions/stock/things/module.json' && at.startsWith('/fields/')),
      ).toBe(true);
      // Nothing was written: a version that supports the customization finds it unchanged.
      expect((await again.changeSets()).length).toBe(2);
    });

    it('stay active on a node with stricter rules while another node with weaker rules publishes', async () => {
      const [store, other] = [await stores.open(), await stores.open()];
      await start(store);
      const strict = await start(other);
      await writeAsBefore(store, [twice]);
      expect((await strict.refresh((await other.versions()).definitions)).dropdowns.has('twice')).toBe(true);
      expect(strict.problems()).toMatchObject([{ file: 'dropdown/twice' }]);
      expect(logged.join()).toContain('The value a is there twice.');
    });
  });

  describe('when the files are broken', () => {
    it('lists the problem with its file, until the file is fixed and read again', async () => {
      const store = await stores.open();
      const sound = await readFile(path.join(stores.definitions, 'stock/things/module.json'), 'utf8');
      await start(store);
      await writeFile(path.join(stores.definitions, 'stock/things/module.json'), '{ "id": ');
      const again = await start(store);
      expect(again.current().module('things')?.fields.has('colour')).toBe(true);
      expect(again.problems()).toMatchObject([
        { file: 'definitions/stock/things/module.json', path: '/', cause: expect.stringContaining('not JSON: line ') as string },
      ]);
      await writeFile(path.join(stores.definitions, 'stock/things/module.json'), sound);
      await again.reload();
      expect(again.problems()).toEqual([]);
    });

    it('lists problems of files separately from problems of customizations, and clears them when another node reads the fixed files', async () => {
      const [store, other] = [await stores.open(), await stores.open()];
      const registry = await start(store);
      await writeAsBefore(store, [twice]);
      const file = path.join(stores.definitions, 'stock/boxes/module.json');
      const sound = JSON.parse(await readFile(file, 'utf8')) as ModuleDefinition;
      await writeFile(file, JSON.stringify({ ...sound, label: undefined }));
      await registry.reload();
      expect(
        registry
          .problems()
          .map((problem) => problem.file)
          .sort(),
      ).toEqual(['definitions/stock/boxes/module.json', 'dropdown/twice']);
      expect(registry.current().module('boxes')?.label).toBe(sound.label);
      expect(registry.current().dropdowns.has('twice')).toBe(true);
      await writeFile(file, JSON.stringify({ ...sound, label: 'Crates' }));
      const mended = await start(other);
      await mended.publish({ author: 'u1', changes: [{ kind: 'dropdown', id: 'dd_twice', definition: null }] });
      // The new file becomes active with the next reload, because the problem of the customizations prevented it before.
      await mended.reload();
      expect(mended.current().module('boxes')?.label).toBe('Crates');
      await registry.refresh((await store.versions()).definitions);
      expect(registry.problems()).toEqual([]);
      expect(registry.current().module('boxes')?.label).toBe('Crates');
    });
  });
});
