import type { PluginDefinitions } from './base/load-base.ts';
import type { DefinitionSnapshot } from './contract.ts';
import { makeBrokenError } from './problem.ts';
import { compileCandidate, loadCandidate, type RegistryOptions } from './registry-core.ts';

/**
 * Compiles definition files without a store and without customizations, at version 1: for checks of definitions, tools and
 * tests. Errors: `definition_broken`, with all problems in its details.
 */
export async function loadSnapshot(folders: readonly string[], plugins: readonly PluginDefinitions[] = []): Promise<DefinitionSnapshot> {
  const options = { folders, plugins } as unknown as RegistryOptions;
  const candidate = await loadCandidate(options, []);
  if (candidate.findings.problems.length > 0) throw makeBrokenError(candidate.findings.problems);
  return compileCandidate(options, candidate, 1, new Map());
}
