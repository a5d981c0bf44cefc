import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { LogPort, StorePort } from '../../engine/ports/index.ts';
import { createRegistry, type PluginDefinitions, type Registry } from '../../engine/registry/index.ts';
import { describeOnStores, type TestStores } from './test-stores.ts';

/** Registries on the store of a test, with definitions that it may change. */
export interface RegistryEnvironment {
  readonly stores: () => TestStores;
  readonly openStore: () => Promise<StorePort>;
  /** Starts a registry, as a process does. */
  readonly start: (store: StorePort, plugins?: readonly PluginDefinitions[]) => Promise<Registry>;
  /** Changes a definition file. */
  readonly edit: <Content>(file: string, change: (content: Content) => void) => Promise<void>;
  /** Errors in the log. */
  readonly errors: readonly string[];
}

/** Runs a suite on each store; every test has a store of its own. */
export function describeRegistry(suite: (environment: RegistryEnvironment) => void): void {
  describeOnStores('the registry', (make) => {
    const errors: string[] = [];
    const log: LogPort = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (_, text) => void errors.push(text),
    };
    let number = 0;
    let stores: TestStores;

    beforeEach(async () => {
      errors.length = 0;
      stores = await make();
    });
    afterEach(() => stores.end());

    suite({
      stores: () => stores,
      openStore: () => stores.open(),
      start: (store, plugins) =>
        createRegistry({
          store,
          folders: [stores.definitions],
          plugins,
          log,
          clock: { now: () => 1_700_000_000_000 + number },
          ids: { next: () => `0190-${(number += 1).toString().padStart(6, '0')}` },
        }),
      edit: async (file, change) => {
        const target = path.join(stores.definitions, file);
        const content = JSON.parse(await readFile(target, 'utf8')) as Parameters<typeof change>[0];
        change(content);
        await writeFile(target, JSON.stringify(content));
      },
      errors,
    });
  });
}

/** The change of a module, to be published. */
export function edited(
  registry: Registry,
  name: string,
  change: (module: ModuleDefinition & { fields: FieldDefinition[] }) => void,
): { kind: 'module'; id: string; definition: unknown } {
  const definition = structuredClone(registry.current().module(name)!.definition) as ModuleDefinition & { fields: FieldDefinition[] };
  change(definition);
  return { kind: 'module', id: definition.id, definition };
}

/** Id, name and deletion of the records of the roles. */
export async function roleNames(store: StorePort): Promise<unknown[]> {
  const found = await store.find({ collection: 'm_roles', filter: { kind: 'constant', value: true }, sort: [], limit: 100 });
  return found.map(({ document }) => [document._id, document['name'], document['deleted'] === true]);
}

/** A field that tests add to the module things. */
export const SIZE: FieldDefinition = { id: 'things_size', fieldName: 'size', label: 'Size', inputType: 'Number' };
