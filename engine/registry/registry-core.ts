import type { ClockPort, IdsPort, LogPort, StorePort, StoreWrite } from '../ports/index.ts';
import {
  createDefinitionSet,
  nameArtifact,
  putDefinition,
  type AnyDefinition,
  type BaseDefinitions,
  type DefinitionSet,
} from './base/definition-set.ts';
import { loadBase, type LoadedBase, type PluginDefinitions } from './base/load-base.ts';
import { validateAgainstSchema } from './base/validate-against-schema.ts';
import { checkDefinitions } from './check/check-definitions.ts';
import { compileSnapshot } from './compile/compile-snapshot.ts';
import type { ChangeSet, DefinitionSnapshot } from './contract.ts';
import { applyChangeSets, type EffectiveDefinitions, type MergeContext } from './customizations/apply-change-sets.ts';
import { createFindings, makeBrokenError, type DefinitionFindings, type DefinitionProblem } from './problem.ts';
import { readLastGoodDocuments, type DefinitionState } from './state/definition-state.ts';
import type { StoredValues } from './state/field-conversions.ts';
import type { ModuleHistory } from './state/field-history.ts';
import { replaceInvalidSettings } from './settings/replace-invalid-settings.ts';
import { stopBrokenWorkflows } from './compile/list-workflows.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** The dependencies and folders of a registry. */
export interface RegistryOptions {
  readonly store: StorePort;
  /** Folders of definition files; each may contain any number of domains. */
  readonly folders: readonly string[];
  readonly plugins?: readonly PluginDefinitions[] | undefined;
  readonly log: LogPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/** The base with the customizations applied, and all problems found. */
export interface DefinitionCandidate {
  readonly base: BaseDefinitions & { readonly digest: string };
  /** The customizations, oldest first. */
  readonly changeSets: readonly ChangeSet[];
  readonly effective: EffectiveDefinitions;
  readonly findings: DefinitionFindings;
}

/** Active definitions, of which a candidate and its snapshot use again what is unchanged. */
export interface KnownDefinitions {
  readonly candidate: DefinitionCandidate;
  readonly snapshot: DefinitionSnapshot;
}

/** What is known besides the base and the change-sets. */
export interface CandidateContext extends Pick<MergeContext, 'histories' | 'unpublished'> {
  /** Ids of the modules that were there before; of two modules that clash, the other one is wrong. */
  readonly earlierModules?: ReadonlySet<string>;
}

/**
 * Applies the customizations to a base and checks the result, in slices; customized artifacts are validated against their
 * schemas again, because the rules may have changed. If `known` has the first of these change-sets on the same base, only
 * the others are applied.
 */
export async function makeCandidate(
  { plugins = [] }: Pick<RegistryOptions, 'plugins'>,
  base: BaseDefinitions & { readonly digest: string },
  changeSets: readonly ChangeSet[],
  known?: KnownDefinitions,
  { earlierModules, ...context }: CandidateContext = {},
): Promise<DefinitionCandidate> {
  const before = known !== undefined && startsWith(base, changeSets, known.candidate) ? known.candidate : undefined;
  const isUsable = before !== undefined && before.findings.problems.length === 0 && !before.effective.isReduced;
  const added = isUsable ? changeSets.slice(before.changeSets.length) : changeSets;
  const effective = isUsable
    ? applyChangeSets(before.effective.set, added, { ...context, earlier: before.effective.history })
    : applyChangeSets(base.set, changeSets, context);
  const origin = (key: string): string | undefined => base.origins.get(key);
  const shapes = await validateCustomizations(effective, added, origin);
  // The checks between definitions require valid schemas.
  const permissions = new Set(plugins.flatMap((plugin) => plugin.permissions ?? []).map(({ name }) => name));
  const findings =
    shapes.length > 0
      ? { ...createFindings(), problems: shapes }
      : await checkDefinitions(effective.set, origin, {
          before: known?.snapshot.modules,
          permissions,
          earlierModules,
          customizedLayouts: listLayouts(changeSets),
          baseSettings: base.set.setting,
        });
  return { base, changeSets, effective, findings };
}

function listLayouts(changeSets: readonly ChangeSet[]): ReadonlySet<string> {
  return new Set(changeSets.flatMap(({ changes }) => changes.flatMap(({ kind, id }) => (kind === 'layout' ? [id] : []))));
}

/** Whether the change-sets of a candidate are the first of these, on the same base. */
function startsWith(base: DefinitionCandidate['base'], changeSets: readonly ChangeSet[], candidate: DefinitionCandidate): boolean {
  return candidate.base.digest === base.digest && candidate.changeSets.every(({ _id }, index) => changeSets[index]?._id === _id);
}

/** Whether a candidate was made from these change-sets and this base. */
export function isMadeFrom(base: DefinitionCandidate['base'], changeSets: readonly ChangeSet[], candidate: DefinitionCandidate): boolean {
  return candidate.changeSets.length === changeSets.length && startsWith(base, changeSets, candidate);
}

async function validateCustomizations(
  { set }: EffectiveDefinitions,
  changeSets: readonly ChangeSet[],
  origin: (key: string) => string | undefined,
): Promise<DefinitionProblem[]> {
  const changes = changeSets.flatMap((changeSet) => (changeSet.state === 'published' ? changeSet.changes : []));
  const touched = new Map(
    changes.map(({ kind, id }) => [`${kind}/${id}`, { kind, definition: (set[kind] as ReadonlyMap<string, AnyDefinition>).get(id) }]),
  );
  const problems: DefinitionProblem[] = [];
  for (const [key, { kind, definition }] of touched) {
    // Workflows are checked as a whole: see checkWorkflows.
    if (definition === undefined || kind === 'workflow') continue;
    const [file = '', path = ''] = (origin(key) ?? nameArtifact(kind, definition)).split('#');
    problems.push(...validateAgainstSchema(kind, definition, file, path));
    await yieldToEventLoop();
  }
  return problems;
}

/** The base from the current files and plugins, with the customizations applied; includes schema problems. */
export async function loadCandidate(
  options: RegistryOptions,
  changeSets: readonly ChangeSet[],
  known?: KnownDefinitions,
  context: CandidateContext = {},
): Promise<DefinitionCandidate> {
  const base: LoadedBase = await loadBase(options.folders, options.plugins ?? []);
  // With a schema problem the other checks are not reliable: a field may be missing only because its module was rejected.
  if (base.findings.problems.length > 0) return { base, changeSets, effective: applyChangeSets(base.set, []), findings: base.findings };
  const candidate = await makeCandidate(options, base, changeSets, known, context);
  candidate.findings.warnings.push(...base.findings.warnings);
  candidate.findings.workflows.push(...base.findings.workflows);
  return candidate;
}

/** The last good base, as saved in the store. */
export async function readLastGoodBase(store: StorePort, digest: string): Promise<BaseDefinitions & { readonly digest: string }> {
  const set = createDefinitionSet();
  for (const document of (await readLastGoodDocuments(store)).values()) {
    const definition = document['definition'] as unknown as AnyDefinition;
    putDefinition(set, document['kind'] as keyof DefinitionSet, definition.id, definition);
  }
  return { set, origins: new Map(), digest };
}

/** Compiles a candidate without problems, in slices; modules that are unchanged since `before` are the same objects. */
export function compileCandidate(
  options: RegistryOptions,
  candidate: DefinitionCandidate,
  version: number,
  stored: StoredValues,
  before?: DefinitionSnapshot,
): Promise<DefinitionSnapshot> {
  const { set, conflicts } = candidate.effective;
  return compileSnapshot(
    {
      set: stopBrokenWorkflows(replaceInvalidSettings(set, candidate.base.set), candidate.findings.workflows),
      conflicts,
      version,
      stored,
      plugins: options.plugins ?? [],
      changeSets: candidate.changeSets,
      workflowProblems: candidate.findings.workflows,
    },
    before,
  );
}

/** The histories after these changes are written. */
export function mergeHistories(state: DefinitionState, changes: ReadonlyMap<string, ModuleHistory>): Map<string, ModuleHistory> {
  const joined = new Map(state.histories);
  for (const [id, list] of changes) joined.set(id, [...(joined.get(id) ?? []), ...list]);
  return joined;
}

/** Applies the collection schemas of a snapshot to the store: all of them, or those that differ from the previous snapshot. */
export async function applyModuleSchemas(store: StorePort, snapshot: DefinitionSnapshot, before?: DefinitionSnapshot): Promise<void> {
  const shapes = [...snapshot.modules.values()].filter((module) => {
    const stored = before?.modules.get(module.name)?.storage;
    return stored !== module.storage && JSON.stringify(stored) !== JSON.stringify(module.storage);
  });
  if (shapes.length > 0) await store.applySchemas(shapes.map((module) => module.storage));
}

/** Commits the registry's writes; false when another process committed first. */
export async function commitDefinitions(store: StorePort, writes: readonly StoreWrite[], touchesRoles: boolean): Promise<boolean> {
  const result = await store.commit({ writes, bumps: touchesRoles ? ['definitions', 'rights'] : ['definitions'] });
  return result.committed;
}

/** Checks definition files without a store and without customizations: all problems, those of workflows too, and what has no effect. */
export async function checkFolders(folders: readonly string[], plugins: readonly PluginDefinitions[] = []): Promise<DefinitionFindings> {
  const options = { folders, plugins } as unknown as RegistryOptions;
  const { findings } = await loadCandidate(options, []);
  return { ...findings, problems: [...findings.problems, ...findings.workflows] };
}

/**
 * Compiles definition files without a store and without customizations, at version 1: for checks of definitions, tools and
 * tests. Errors: `definition_broken`, with all problems in its details.
 */
export async function loadSnapshot(folders: readonly string[], plugins: readonly PluginDefinitions[] = []): Promise<DefinitionSnapshot> {
  const options = { folders, plugins } as unknown as RegistryOptions;
  const candidate = await loadCandidate(options, []);
  if (candidate.findings.problems.length > 0) throw makeBrokenError(candidate.findings.problems);
  return compileCandidate(options, candidate, 1, { histories: new Map() });
}
