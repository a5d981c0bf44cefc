import { isDeepStrictEqual } from 'node:util';
import type { DefinitionKind } from '#engine/model/definitions';
import { MusterError } from '../errors/index.ts';
import type { ActiveDefinitions } from './activate-definitions.ts';
import { findTakenAliases } from './aliases/find-taken-aliases.ts';
import { nameArtifact, type AnyDefinition } from './base/definition-set.ts';
import { replaceHistories } from './compile/compile-snapshot.ts';
import type {
  ChangeSet,
  DefinitionChange,
  DefinitionInput,
  DefinitionReference,
  DefinitionSnapshot,
  PublishInput,
  PublishReview,
} from './contract.ts';
import type { DefinitionProblem } from './problem.ts';
import {
  compileCandidate,
  makeCandidate,
  mergeHistories,
  readLastGoodBase,
  type DefinitionCandidate,
  type RegistryOptions,
} from './registry-core.ts';
import { findFile, makeServableCandidate, subtractProblems } from './serve-last-good.ts';
import type { DefinitionState } from './state/definition-state.ts';
import { findConversionProblems } from './find-conversion-problems.ts';
import { findLockedChanges } from './find-locked-changes.ts';
import { listRemovedFields, type FieldChange } from './state/field-history.ts';
import { compareTypes } from './state/compare-types.ts';
import { newKeyId, type PendingConversion } from './state/field-conversions.ts';
import { noteRenames, type ModuleNameHistory } from './state/module-names.ts';
import { addInactiveFields, findInactiveTypeProblems } from './state/inactive-modules.ts';
import { compareFields } from './state/upgrade-document.ts';

/** The definitions that a publication starts from. */
export interface PublicationStart {
  readonly state: DefinitionState;
  readonly digest: string;
  readonly candidate: DefinitionCandidate;
  readonly snapshot: DefinitionSnapshot;
}

/** A change-set that is checked and compiled, and not written. */
export interface PreparedPublication {
  readonly start: PublicationStart;
  readonly changeSet: ChangeSet;
  readonly candidate: DefinitionCandidate;
  /** Changes of locked modules. */
  readonly locked: readonly DefinitionProblem[];
  /** References that prevent it. */
  readonly references: readonly DefinitionReference[];
  /** Problems that prevent it. */
  readonly problems: readonly DefinitionProblem[];
  readonly warnings: readonly DefinitionProblem[];
  /** The compiled definitions; undefined: something prevents it. */
  readonly compiled: CompiledChanges | undefined;
}

/** The compiled definitions, and what the store notes of the changes. */
interface CompiledChanges {
  readonly review: PublishReview;
  readonly fieldChanges: ReadonlyMap<string, readonly FieldChange[]>;
  /** The names that modules had. */
  readonly moduleNames: readonly ModuleNameHistory[];
}

/** A publication without its changes, and the conflicts that it settles. */
export type PreparationInput = Omit<PublishInput, 'changes' | 'conflicts'> & Pick<ChangeSet, 'settled'>;

/** Reads what the definitions in the store are now. */
export async function startPublication(
  options: RegistryOptions,
  active: ActiveDefinitions,
  state: DefinitionState,
): Promise<PublicationStart> {
  const own = active.candidate.base;
  const digest = state.head?.baseDigest ?? own.digest;
  const base = digest === own.digest ? own : await readLastGoodBase(options.store, digest);
  const candidate = await makeServableCandidate(options, base, state.changeSets, state.histories, active);
  const isActive = candidate === active.candidate && active.snapshot.version === state.storeVersion;
  const snapshot = isActive ? active.snapshot : await compileCandidate(options, candidate, state.storeVersion, state, active.snapshot);
  return { state, digest, candidate, snapshot };
}

/** The inputs for these definitions. */
export function resolveInputs({ candidate, state }: PublicationStart, changes: PublishInput['changes']): readonly DefinitionInput[] {
  return typeof changes === 'function' ? changes(candidate.effective.set, state.changeSets) : changes;
}

/** Applies changes to the definitions, checks the result and compiles it. */
export async function preparePublication(
  options: RegistryOptions,
  start: PublicationStart,
  changes: readonly DefinitionChange[],
  input: PreparationInput,
): Promise<PreparedPublication> {
  const { state, candidate: before, snapshot: beforeSnapshot } = start;
  const version = state.storeVersion + 1;
  const removals = listRemovals(changes, before);
  const changeSet = createChangeSet(options, input, { definitionVersion: version, changes, ...listRetained(removals, input) });
  const candidate = await makeCandidate(
    options,
    before.base,
    [...state.changeSets, changeSet],
    { candidate: before, snapshot: beforeSnapshot },
    {
      histories: state.histories,
      unpublished: changeSet._id,
    },
  );
  const references = findReferences(changes, beforeSnapshot);
  const findings = findProblems(candidate, changes, before);
  const locked = findLockedChanges(changes, before.base.set);
  const made = { start, changeSet, candidate, locked, ...findings };
  if (locked.length + references.length + findings.problems.length > 0) return { ...made, references, compiled: undefined };
  const own = state.pending.filter(({ changeSet: id }) => id === input.conversion);
  const moduleNames = noteRenames(state.moduleNames, { before: before.effective.set, after: candidate.effective.set, version });
  const { compiled, types } = await compileTypes(options, { ...made, moduleNames }, version, own);
  const sets = { before: before.effective.set.module, after: candidate.effective.set.module };
  const clashes = [
    ...types.problems,
    ...findInactiveTypeProblems(sets.before, sets.after),
    ...findConversionProblems(changes, state, beforeSnapshot, own),
    ...findTakenAliases(candidate.changeSets, beforeSnapshot.modules, compiled.modules),
  ];
  if (clashes.length > 0) return { ...made, references, problems: clashes, compiled: undefined };
  const removed = new Map([...leaveOut(removals.removedFields, input.keepsValues), ...(input.clears?.fields ?? [])]);
  const known = { version, histories: state.histories, removed };
  const changed = compareFields({ ...known, before: beforeSnapshot.modules, after: compiled.modules, conversions: own });
  const fieldChanges = addInactiveFields(changed, { ...known, ...sets });
  const after = replaceHistories(compiled, mergeHistories(state, fieldChanges), moduleNames);
  const used = findFieldReferences(beforeSnapshot, after);
  if (used.length > 0) return { ...made, references: used, compiled: undefined };
  const review = { changeSet: changeSet._id, before: beforeSnapshot, after, ...removals, conversions: types.conversions };
  return { ...made, references, compiled: { review, fieldChanges, moduleNames } };
}

/** Compiles the definitions with the keys that converted fields have then; those of conversions that have not begun only in a plan. */
async function compileTypes(
  options: RegistryOptions,
  { start, candidate, moduleNames }: Pick<PreparedPublication, 'start' | 'candidate'> & Pick<CompiledChanges, 'moduleNames'>,
  version: number,
  own: readonly PendingConversion[],
): Promise<{ readonly compiled: DefinitionSnapshot; readonly types: ReturnType<typeof compareTypes> }> {
  const { state, snapshot } = start;
  const adopts = own[0]?.changeSet;
  const compiled = await compileCandidate(options, candidate, version, { ...state, moduleNames, adopts }, snapshot);
  const types = compareTypes(snapshot.modules, compiled.modules, state.histories, own);
  const open = types.conversions.filter(({ keepsForm }) => !keepsForm);
  if (open.length === 0) return { compiled, types };
  const changeSet = '';
  const planned = open.map(({ module, after }): PendingConversion => {
    const side = { definition: after.definition };
    const conversion = { from: side, to: side, timeZone: '' };
    return { changeSet, module: module.id, field: after.id, key: newKeyId(after.id, version), version, conversion };
  });
  const stored = { histories: state.histories, moduleNames, pending: planned, adopts: changeSet };
  return { compiled: await compileCandidate(options, candidate, version, stored, snapshot), types };
}

/** The removed fields without those whose values stay. */
function leaveOut(
  removed: PublishReview['removedFields'],
  keepsValues: NonNullable<PublishInput['keepsValues']> = () => false,
): PublishReview['removedFields'] {
  return new Map([...removed].map(([module, fields]) => [module, new Map([...fields].filter(([id]) => !keepsValues(id)))]));
}

/** What is removed and stays in the store, and what is cleared; for the change-set. */
function listRetained(
  { removedFields, removedModules }: Pick<PublishReview, 'removedFields' | 'removedModules'>,
  { keepsValues = () => false, clears }: PreparationInput,
): Pick<ChangeSet, 'retained' | 'cleared'> {
  const retained = [...[...removedFields.values()].flatMap((fields) => [...fields.keys()]), ...removedModules].filter(keepsValues);
  const cleared = [...[...(clears?.fields.values() ?? [])].flatMap((fields) => [...fields.keys()]), ...(clears?.modules ?? [])];
  return { ...(retained.length === 0 ? {} : { retained }), ...(cleared.length === 0 ? {} : { cleared }) };
}

function createChangeSet(
  { ids, clock }: RegistryOptions,
  { author, id, name, reverts, settled = [], removesAliases = [] }: PreparationInput,
  content: Pick<ChangeSet, 'definitionVersion' | 'changes' | 'retained' | 'cleared'>,
): ChangeSet {
  return {
    ...content,
    _id: id ?? ids.next(),
    author: author ?? null,
    at: new Date(clock.now()).toISOString(),
    state: 'published',
    ...(name === undefined ? {} : { name }),
    ...(reverts === undefined ? {} : { reverts }),
    ...(settled.length === 0 ? {} : { settled }),
    ...(removesAliases.length === 0 ? {} : { removedAliases: removesAliases }),
  };
}

/** The fields and modules that the changes remove. */
function listRemovals(
  changes: readonly DefinitionChange[],
  { effective }: DefinitionCandidate,
): Pick<PublishReview, 'removedFields' | 'removedModules'> {
  const idOfModule = (name: string) => [...effective.set.module.values()].find((module) => module.name === name)?.id;
  return {
    removedFields: listRemovedFields(changes, idOfModule),
    removedModules: new Set(changes.flatMap(({ kind, id, after }) => (kind === 'module' && after === null ? [id] : []))),
  };
}

/** The changes with the artifacts before and after; inputs without a difference are omitted. Removing a module also removes its layouts. */
export function listChanges({ effective }: DefinitionCandidate, inputs: readonly DefinitionInput[]): DefinitionChange[] {
  const affectedNames = new Set(
    inputs.flatMap(({ kind, id, definition }) =>
      kind === 'module' && (definition ?? null) === null ? [effective.set.module.get(id)?.name] : [],
    ),
  );
  const named = new Set(inputs.map(({ kind, id }) => `${kind}/${id}`));
  const layouts = [...effective.set.layout.values()].filter(
    (layout) => affectedNames.has(layout.ssModule) && !named.has(`layout/${layout.id}`),
  );
  return [...inputs, ...layouts.map(({ id }) => ({ kind: 'layout' as const, id, definition: null }))].flatMap(
    ({ kind, id, definition }) => {
      const current = (effective.set[kind] as ReadonlyMap<string, AnyDefinition>).get(id) ?? null;
      const after = (definition ?? null) as AnyDefinition | null;
      if (current === null && after === null) throw new MusterError('definition_not_found', { values: { kind } });
      return isDeepStrictEqual(current, after) ? [] : [{ kind, id, before: current, after }];
    },
  );
}

/** References to artifacts that the changes remove, from artifacts that they do not change. */
function findReferences(changes: readonly DefinitionChange[], before: DefinitionSnapshot): DefinitionReference[] {
  const removed = changes.filter((change) => change.after === null && change.before !== null);
  const affectedNames = new Set(changes.flatMap((change) => (change.before ? [nameArtifact(change.kind, change.before)] : [])));
  return removed.flatMap((change) =>
    before.references(nameArtifact(change.kind, change.before as AnyDefinition)).filter((reference) => !affectedNames.has(reference.from)),
  );
}

function findProblems(
  candidate: DefinitionCandidate,
  changes: readonly DefinitionChange[],
  { findings }: DefinitionCandidate,
): Pick<PreparedPublication, 'problems' | 'warnings'> {
  const own = new Set(changes.map((change) => findFile(candidate.base, change)));
  const strict = new Set(changes.filter(({ kind }) => isStrict(kind)).map((change) => findFile(candidate.base, change)));
  const warnings = subtractProblems(candidate.findings.warnings, findings.warnings);
  const isRefused = ({ file, path }: DefinitionProblem): boolean =>
    strict.has(file) || (own.has(file) && (path.includes('/rowRules/') || path.endsWith('/required')));
  // Existing problems of other artifacts are no reason to reject this change; otherwise two problems could never be fixed one by one.
  const old = findings.problems.filter((problem) => !own.has(problem.file));
  // An own value that breaks its schema, also if it broke it before, and one that this change makes invalid, as by a stricter schema.
  const replaced = candidate.findings.replaced.filter(
    (problem) => own.has(problem.file) || subtractProblems([problem], findings.replaced).length > 0,
  );
  return {
    problems: [
      ...subtractProblems(candidate.findings.problems, old),
      ...candidate.findings.outdated.filter((problem) => !findings.outdated.some((one) => isSameName(one, problem))),
      ...replaced,
      ...warnings.filter(isRefused),
      ...candidate.findings.workflows.filter(
        (problem) => own.has(problem.file) || subtractProblems([problem], findings.workflows).length > 0,
      ),
    ],
    warnings: warnings.filter((warning) => !isRefused(warning)),
  };
}

/** Whether two problems are the same unknown name, wherever it is in the file: an edit of a layout may move it. */
function isSameName(one: DefinitionProblem, other: DefinitionProblem): boolean {
  return one.file === other.file && one.cause === other.cause;
}

/**
 * Whether warnings are errors: missing references are accepted in the base (another domain may be missing), but not in the
 * input of an admin. Of a module this is true of its row rules: one that is not valid matches nothing; and of modules that require each
 * other.
 */
function isStrict(kind: DefinitionKind): boolean {
  return kind === 'role' || kind === 'menu';
}

/**
 * References to fields that are removed or renamed: a role would lose a restriction, a plugin its data. Layouts are not
 * checked here: they omit deleted fields, and were checked for everything else.
 */
function findFieldReferences(before: DefinitionSnapshot, after: DefinitionSnapshot): DefinitionReference[] {
  const references: DefinitionReference[] = [];
  for (const module of before.modules.values()) {
    const now = after.modules.get(module.name);
    if (now === undefined || now === module) continue;
    for (const field of module.fields.values()) {
      if (!now.fields.has(field.name))
        references.push(...after.references(`field/${module.name}.${field.name}`).filter(({ from }) => !from.startsWith('layout/')));
    }
  }
  return references;
}
