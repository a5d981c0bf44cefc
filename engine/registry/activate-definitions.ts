import { MusterError } from '../errors/index.ts';
import { eachDefinition } from './base/definition-set.ts';
import { replaceHistories } from './compile/compile-snapshot.ts';
import type { DefinitionSnapshot } from './contract.ts';
import { makeBrokenError, type DefinitionFindings, type DefinitionProblem } from './problem.ts';
import {
  applyModuleSchemas,
  commitDefinitions,
  compileCandidate,
  mergeHistories,
  loadCandidate,
  readLastGoodBase,
  type DefinitionCandidate,
  type RegistryOptions,
} from './registry-core.ts';
import { makeServableCandidate, subtractProblems } from './serve-last-good.ts';
import {
  readLastGoodDocuments,
  readState,
  writeLastGoodDocuments,
  writeHead,
  writeHistories,
  writeModuleNames,
  type DefinitionState,
} from './state/definition-state.ts';
import { mirrorRoles } from './state/mirror-roles.ts';
import type { FieldChange } from './state/field-history.ts';
import { findTypeChanges } from './state/compare-types.ts';
import { noteRenames } from './state/module-names.ts';
import { addInactiveFields, findInactiveTypeProblems } from './state/inactive-modules.ts';
import { compareFields } from './state/upgrade-document.ts';

const MAX_TRIES = 20;

/** The active definitions after a start or reload. */
export interface ActiveDefinitions {
  readonly candidate: DefinitionCandidate;
  readonly snapshot: DefinitionSnapshot;
  /** Why the current definition files are not active; empty when they are. */
  readonly fileProblems: readonly DefinitionProblem[];
}

/**
 * Reads the files and activates them, with the customizations applied, if they are valid; otherwise the last good
 * definitions stay active and each problem is logged as an error. Throws `definition_broken` if there are no last good
 * definitions. What is unchanged since the `active` definitions is used again.
 */
export async function activateFiles(options: RegistryOptions, active?: ActiveDefinitions): Promise<ActiveDefinitions> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const state = await readState(options.store, active?.candidate.changeSets);
    let fresh = await loadCandidate(options, state.changeSets, active, { histories: state.histories });
    const before = state.head && fresh.base.digest !== state.head.baseDigest ? await readLastGood(options, state) : undefined;
    const renames = before === undefined ? new Map<string, FieldChange[]>() : findRenames(before, fresh, state.storeVersion + 1);
    // Made again with what was there before: customized layouts name fields as they were, and of two modules that clash, the new one is wrong.
    if (before !== undefined && (fresh.findings.problems.length > 0 || renames.size > 0))
      fresh = await loadCandidate(options, state.changeSets, active, {
        histories: mergeHistories(state, renames),
        earlierModules: new Set(before.effective.set.module.keys()),
      });
    const { problems } = fresh.findings;
    const beforeSnapshot = before && (await compileCandidate(options, before, state.storeVersion, state, active?.snapshot));
    if (beforeSnapshot && problems.length === 0)
      problems.push(
        ...findTypeChanges(
          beforeSnapshot.modules,
          (await compileCandidate(options, fresh, 0, state, beforeSnapshot)).modules,
          state.histories,
        ),
        ...findInactiveTypeProblems(before.effective.set.module, fresh.effective.set.module),
      );
    logFindings(options, fresh.findings);
    const isBroken = problems.length > 0;
    if (isBroken && !state.head) throw makeBrokenError(problems);
    const chosen = isBroken ? (before ?? (await makeServableCandidate(options, fresh.base, state.changeSets, state.histories))) : fresh;
    if (isBroken) options.log.warn({ problems: problems.length }, 'The definitions are broken; the last good ones serve.');
    const earlier = isBroken || before === undefined || beforeSnapshot === undefined ? undefined : { ...before, snapshot: beforeSnapshot };
    const snapshot = await activateCandidate(options, state, chosen, earlier, active?.snapshot);
    if (snapshot)
      return { candidate: chosen, snapshot, fileProblems: isBroken ? subtractProblems(problems, chosen.findings.problems) : [] };
  }
  throw new MusterError('store_unavailable');
}

/** Returns the active definitions of the store without changing anything: the own base if it is the same, else the base in the store. */
export async function syncFromStore(options: RegistryOptions, adopted: ActiveDefinitions): Promise<ActiveDefinitions> {
  const { base: own, changeSets: known } = adopted.candidate;
  const state = await readState(options.store, known);
  const digest = state.head?.baseDigest ?? own.digest;
  const isOwn = digest === own.digest;
  const candidate = await makeServableCandidate(
    options,
    isOwn ? own : await readLastGoodBase(options.store, digest),
    state.changeSets,
    state.histories,
    adopted,
  );
  // Another node may have weaker rules than this one.
  logFindings(options, {
    problems: subtractProblems(candidate.findings.problems, adopted.candidate.findings.problems),
    warnings: [],
    outdated: [],
    replaced: subtractProblems(candidate.findings.replaced, adopted.candidate.findings.replaced),
    workflows: candidate.findings.workflows.filter((one) => subtractProblems([one], adopted.candidate.findings.workflows).length > 0),
  });
  const snapshot = await compileCandidate(options, candidate, state.storeVersion, state, adopted.snapshot);
  await applyModuleSchemas(options.store, snapshot, adopted.snapshot);
  return { candidate, snapshot, fileProblems: isOwn ? adopted.fileProblems : [] };
}

/** The fields that the new files name otherwise, as changes of their modules. */
function findRenames(
  { effective: { set: before } }: DefinitionCandidate,
  { base: { set } }: DefinitionCandidate,
  version: number,
): ReadonlyMap<string, FieldChange[]> {
  const renames = new Map<string, FieldChange[]>();
  for (const [id, { fields }] of set.module) {
    const names = new Map(before.module.get(id)?.fields.map((field) => [field.id, field.fieldName]));
    const changed = fields.flatMap((field): readonly FieldChange[] => {
      const from = names.get(field.id) ?? field.fieldName;
      return from === field.fieldName ? [] : [{ version, from, to: field.fieldName }];
    });
    if (changed.length > 0) renames.set(id, changed);
  }
  return renames;
}

/** The last active definitions, as saved in the store. */
async function readLastGood(options: RegistryOptions, state: DefinitionState): Promise<DefinitionCandidate> {
  return makeServableCandidate(
    options,
    await readLastGoodBase(options.store, state.head?.baseDigest ?? ''),
    state.changeSets,
    state.histories,
  );
}

/**
 * Writes the changes of a start (often none); `before` is another base with its snapshot, `active` the snapshot that serves.
 * Undefined when another process committed first.
 */
async function activateCandidate(
  options: RegistryOptions,
  state: DefinitionState,
  candidate: DefinitionCandidate,
  before: (DefinitionCandidate & Pick<ActiveDefinitions, 'snapshot'>) | undefined,
  active: DefinitionSnapshot | undefined,
): Promise<DefinitionSnapshot | undefined> {
  const { store, clock } = options;
  const isNew = candidate.base.digest !== state.head?.baseDigest;
  const version = isNew ? state.storeVersion + 1 : state.storeVersion;
  const moduleNames =
    before === undefined
      ? state.moduleNames
      : noteRenames(state.moduleNames, { before: before.effective.set, after: candidate.effective.set, version });
  const compiled = await compileCandidate(options, candidate, version, { ...state, moduleNames }, active);
  // Fields that the files and plugins no longer have are inactive: a plugin may be off, a file missing.
  const changes =
    before === undefined ? new Map<string, readonly FieldChange[]>() : compareAll(before, candidate, compiled, state, version);
  const snapshot = replaceHistories(compiled, mergeHistories(state, changes), moduleNames);
  await applyModuleSchemas(store, snapshot);
  const mirrored = await mirrorRoles(store, snapshot, clock.now());
  if (!isNew && mirrored.length === 0) return snapshot;
  // A role that another process publishes in the meantime is not part of this snapshot, so the commit requires an unchanged head.
  if (!isNew)
    return (await store.commit({ writes: [writeHead(state.head, candidate.base.digest), ...mirrored], bumps: ['rights'] })).committed
      ? snapshot
      : undefined;
  const wanted = new Map(
    [...eachDefinition(candidate.base.set)].map(({ kind, id, definition }) => [`${kind}/${id}`, { kind, definition }]),
  );
  const good = writeLastGoodDocuments(await readLastGoodDocuments(store), wanted);
  const noted = [...writeHistories(state, changes), ...writeModuleNames(state, moduleNames)];
  const writes = [writeHead(state.head, candidate.base.digest), ...good, ...noted, ...mirrored];
  return (await commitDefinitions(store, writes, mirrored.length > 0)) ? snapshot : undefined;
}

function compareAll(
  before: DefinitionCandidate & Pick<ActiveDefinitions, 'snapshot'>,
  after: DefinitionCandidate,
  compiled: DefinitionSnapshot,
  { histories }: DefinitionState,
  version: number,
): ReadonlyMap<string, readonly FieldChange[]> {
  const found = compareFields({ before: before.snapshot.modules, after: compiled.modules, version, histories });
  return addInactiveFields(found, { before: before.effective.set.module, after: after.effective.set.module, version, histories });
}

function logFindings({ log }: RegistryOptions, findings: DefinitionFindings): void {
  for (const { file, path, cause } of findings.problems)
    log.error({ file, path, cause }, `The definition file ${file} is broken at ${path}: ${cause}`);
  for (const { file, path, cause } of findings.replaced)
    log.error({ file, path, cause }, `The value of the setting ${file} is not valid, so its default is used: ${cause}`);
  for (const { file, path, cause } of findings.workflows)
    log.error({ file, path, cause }, `The workflow ${file} is inactive because it is broken at ${path}: ${cause}`);
  for (const { file, path, cause } of [...findings.warnings, ...findings.outdated])
    log.warn({ file, path, cause }, `A part of the definition file ${file} has no effect, at ${path}: ${cause}`);
}
