import type { ChangeSet, DefinitionSnapshot, Registry } from './contract.ts';
import { exportDefinitionFiles } from './export-definitions.ts';
import { publishChanges } from './publish-changes.ts';
import type { RegistryOptions } from './registry-core.ts';
import { adoptFiles, followStore, type Adopted } from './start-registry.ts';
import { readState, REGISTRY_SHAPES } from './state/definition-state.ts';

const MAX_LOOKS = 3;

/**
 * Loads, merges, checks and compiles the definitions, and makes the store's collections and indexes as they want them.
 * Errors: `definition_broken` when the files are broken and the store holds no earlier good ones; store errors.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  await options.store.applyShapes(REGISTRY_SHAPES);
  let adopted = await adoptFiles(options);
  let following: Promise<DefinitionSnapshot> | undefined;
  // One change of the snapshot at a time, so that an older one never replaces a newer one.
  let queue: Promise<unknown> = Promise.resolve();
  const swap = (make: () => Promise<Adopted>): Promise<DefinitionSnapshot> => {
    const next = queue.then(make).then((made) => {
      adopted = made;
      return made.snapshot;
    });
    queue = next.catch(() => undefined);
    return next;
  };
  const follow = (storeVersion: number): Promise<DefinitionSnapshot> => {
    following ??= swap(async () => (adopted.snapshot.version >= storeVersion ? adopted : followStore(options, adopted))).finally(() => (following = undefined));
    return following;
  };
  return {
    current: () => adopted.snapshot,
    refresh: async (storeVersion) => {
      // A follow under way may have begun before this version: look again, but not for ever after one that never comes.
      for (let looks = 0; looks < MAX_LOOKS && adopted.snapshot.version < storeVersion; looks += 1) await follow(storeVersion);
      return adopted.snapshot;
    },
    reload: () => swap(() => adoptFiles(options)),
    publish: (input) => swap(() => publishChanges(options, adopted, input)),
    problems: () => [...adopted.fileProblems, ...adopted.candidate.findings.problems],
    changeSets: async (): Promise<readonly ChangeSet[]> => (await readState(options.store)).changeSets,
    exportDefinitions: (folder) => exportDefinitionFiles(adopted.candidate.effective.set, folder),
  };
}
