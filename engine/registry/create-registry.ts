import type { ChangeSet, DefinitionSnapshot, Registry } from './contract.ts';
import { exportDefinitionFiles } from './export-definitions.ts';
import { beginConversion, endConversion } from './convert-fields.ts';
import { previewChanges } from './preview-changes.ts';
import { publishChanges } from './publish-changes.ts';
import type { RegistryOptions } from './registry-core.ts';
import { activateFiles, syncFromStore, type ActiveDefinitions } from './activate-definitions.ts';
import { listArtifacts } from './list-artifacts.ts';
import { listSettings } from './settings/list-settings.ts';
import { readState, REGISTRY_SCHEMAS } from './state/definition-state.ts';

const MAX_SYNCS = 3;

/**
 * Loads, merges, checks and compiles the definitions, and applies their collections and indexes to the store. Errors:
 * `definition_broken` when the files are broken and the store has no last good definitions; store errors.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  await options.store.applySchemas(REGISTRY_SCHEMAS);
  let active = await activateFiles(options);
  const listeners = new Set<() => void>();
  let syncing: Promise<DefinitionSnapshot> | undefined;
  // One change of the snapshot at a time, so that an older one never replaces a newer one.
  let queue: Promise<unknown> = Promise.resolve();
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  };
  const swap = (make: () => Promise<ActiveDefinitions>): Promise<DefinitionSnapshot> =>
    enqueue(async () => {
      active = await make();
      for (const listener of listeners) listener();
      return active.snapshot;
    });
  const sync = (storeVersion: number): Promise<DefinitionSnapshot> => {
    syncing ??= swap(async () => (active.snapshot.version >= storeVersion ? active : syncFromStore(options, active))).finally(
      () => (syncing = undefined),
    );
    return syncing;
  };
  return {
    current: () => active.snapshot,
    refresh: async (storeVersion) => {
      // A sync that is already running may have started before this version: sync again, but only a limited number of times.
      for (let looks = 0; looks < MAX_SYNCS && active.snapshot.version < storeVersion; looks += 1) await sync(storeVersion);
      return active.snapshot;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    whileCurrent: (work) => enqueue(() => work(active.snapshot)),
    reload: () => swap(() => activateFiles(options, active)),
    publish: (input) => swap(() => publishChanges(options, active, input)),
    beginConversion: async (input) => {
      let isBegun = false;
      await swap(async () => {
        const begun = await beginConversion(options, active, input);
        isBegun = begun !== undefined;
        return begun ?? active;
      });
      return isBegun;
    },
    endConversion: async (id, extraWrites) =>
      void (await swap(async () => (await endConversion(options, active, id, extraWrites)) ?? active)),
    preview: (changes, conversion) => previewChanges(options, active, changes, conversion),
    definitions: () => active.candidate.effective.set,
    problems: () => [...active.fileProblems, ...active.candidate.findings.problems],
    ignoredParts: () => [...active.candidate.findings.warnings, ...active.candidate.findings.outdated],
    brokenWorkflows: () => active.candidate.findings.workflows,
    replacedSettings: () => active.candidate.findings.replaced,
    artifacts: () => listArtifacts(active),
    settings: () => listSettings(active),
    changeSets: async (): Promise<readonly ChangeSet[]> => (await readState(options.store, active.candidate.changeSets)).changeSets,
    exportDefinitions: (folder) => exportDefinitionFiles(active.candidate.effective.set, folder),
  };
}
