import type { DefinitionSnapshot } from './contract.ts';
import type { DefinitionFindings } from './problem.ts';
import { compileCandidate, loadCandidate, readLastGoodBase, type RegistryOptions } from './registry-core.ts';
import { makeServableCandidate } from './serve-last-good.ts';
import { readState, REGISTRY_SCHEMAS } from './state/definition-state.ts';

/** The definitions of a store and of the files, compared without changing either. */
export interface DefinitionInspection {
  /** The definitions that serve; undefined: the store has none yet. */
  readonly snapshot: DefinitionSnapshot | undefined;
  /** What a start would report of the files and plugins with the changes of the admins. */
  readonly findings: DefinitionFindings;
  /** False: the files differ from the definitions that serve; a start activates them, if they are valid. */
  readonly isCurrent: boolean;
}

/** Reads the definitions without activating them. Errors: `definition_broken` when nothing in the store can be compiled, errors of the store. */
export async function inspectDefinitions(options: RegistryOptions): Promise<DefinitionInspection> {
  await options.store.applySchemas(REGISTRY_SCHEMAS);
  const state = await readState(options.store);
  const { head, changeSets, histories, storeVersion } = state;
  const fresh = await loadCandidate(options, changeSets, undefined, { histories });
  const isCurrent = head?.baseDigest === fresh.base.digest;
  if (head === undefined) return { snapshot: undefined, findings: fresh.findings, isCurrent };
  const base = isCurrent ? fresh.base : await readLastGoodBase(options.store, head.baseDigest);
  const serving = await makeServableCandidate(options, base, changeSets, histories);
  return { snapshot: await compileCandidate(options, serving, storeVersion, state), findings: fresh.findings, isCurrent };
}
