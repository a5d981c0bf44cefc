import { isDeepStrictEqual } from 'node:util';
import type { DefinitionKind } from '#engine/model/definitions';
import { MusterError } from '../errors/index.ts';
import { nameArtifact, type AnyDefinition } from './base/definition-set.ts';
import { validateAgainstSchema } from './base/validate-against-schema.ts';
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
import { makeInvalidError } from './problem.ts';
import {
  applyModuleSchemas,
  commitDefinitions,
  compileCandidate,
  mergeHistories,
  makeCandidate,
  readLastGoodBase,
  type DefinitionCandidate,
  type RegistryOptions,
} from './registry-core.ts';
import { findFile, makeServableCandidate, subtractProblems } from './serve-last-good.ts';
import type { ActiveDefinitions } from './activate-definitions.ts';
import { settleConflicts } from './customizations/settle-conflicts.ts';
import { readState, writeChangeSet, writeHead, writeHistories, type DefinitionState } from './state/definition-state.ts';
import { mirrorRoles } from './state/mirror-roles.ts';
import { listRemovedFields } from './state/field-history.ts';
import { compareFields, findTypeChanges } from './state/upgrade-document.ts';

const MAX_TRIES = 20;

/** Publishes a change-set immediately; tries again when another process published in the meantime. */
export async function publishChanges(options: RegistryOptions, own: ActiveDefinitions, input: PublishInput): Promise<ActiveDefinitions> {
  const problems = input.changes.flatMap(checkInput);
  if (problems.length > 0) throw makeInvalidError(problems);
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const state = await readState(options.store, own.candidate.changeSets);
    input.assertCurrent?.(state.changeSets);
    const adopted = await tryPublish(options, own, input, state);
    if (adopted) return adopted;
  }
  throw new MusterError('overloaded');
}

function checkInput({ kind, id, definition }: DefinitionInput): ReturnType<typeof validateAgainstSchema> {
  if (definition === undefined || definition === null) return [];
  const problems = validateAgainstSchema(kind, definition, `${kind}/${id}`, '');
  const isOther = problems.length === 0 && (definition as AnyDefinition).id !== id;
  return isOther ? [{ file: `${kind}/${id}`, path: '/id', cause: 'The id of a definition never changes.' }] : problems;
}

async function tryPublish(
  options: RegistryOptions,
  active: ActiveDefinitions,
  input: PublishInput,
  state: DefinitionState,
): Promise<ActiveDefinitions | undefined> {
  const { store, clock } = options;
  const { fileProblems } = active;
  const own = active.candidate.base;
  const digest = state.head?.baseDigest ?? own.digest;
  const base = digest === own.digest ? own : await readLastGoodBase(store, digest);
  const before = await makeServableCandidate(options, base, state.changeSets, state.histories, active);
  const isActive = before === active.candidate && active.snapshot.version === state.storeVersion;
  const beforeSnapshot = isActive
    ? active.snapshot
    : await compileCandidate(options, before, state.storeVersion, state.histories, active.snapshot);
  const settling = settleConflicts(before, input.conflicts ?? []);
  const changes = listChanges(before, [...input.changes, ...settling.changes]);
  if (changes.length + settling.settled.length === 0) {
    const writes = (await input.extraWrites?.(beforeSnapshot)) ?? [];
    const isDone = writes.length === 0 || (await store.commit({ writes })).committed;
    return isDone ? { candidate: before, snapshot: beforeSnapshot, fileProblems } : undefined;
  }
  const version = state.storeVersion + 1;
  const changeSet = createChangeSet(options, input, { definitionVersion: version, changes, settled: settling.settled });
  const candidate = await makeCandidate(options, base, [...state.changeSets, changeSet], { candidate: before, snapshot: beforeSnapshot });
  assertPublishable(candidate, changes, before, beforeSnapshot);
  const compiled = await compileCandidate(options, candidate, version, state.histories, beforeSnapshot);
  const typeChanges = findTypeChanges(beforeSnapshot.modules, compiled.modules);
  if (typeChanges.length > 0) throw makeInvalidError(typeChanges);
  const removals = listRemovals(changes, before);
  const fieldChanges = compareFields({
    before: beforeSnapshot.modules,
    after: compiled.modules,
    version,
    histories: state.histories,
    ...(input.keepsValues === true ? {} : { removed: removals.removedFields }),
  });
  const snapshot = replaceHistories(compiled, mergeHistories(state, fieldChanges));
  assertFieldsUnused(beforeSnapshot, snapshot);
  const reviewed = (await input.review?.({ before: beforeSnapshot, after: snapshot, ...removals })) ?? [];
  await applyModuleSchemas(store, snapshot, beforeSnapshot);
  const mirrored = await mirrorRoles(store, snapshot, clock.now());
  const writes = [
    writeHead(state.head, digest),
    writeChangeSet(changeSet),
    ...writeHistories(state, fieldChanges),
    ...mirrored,
    ...reviewed,
    ...((await input.extraWrites?.(snapshot)) ?? []),
  ];
  return (await commitDefinitions(
    store,
    writes,
    changes.some((change) => change.kind === 'role'),
  ))
    ? { candidate, snapshot, fileProblems }
    : undefined;
}

function createChangeSet(
  { ids, clock }: RegistryOptions,
  { author }: PublishInput,
  { settled, ...content }: Required<Pick<ChangeSet, 'definitionVersion' | 'changes' | 'settled'>>,
): ChangeSet {
  return {
    _id: ids.next(),
    author: author ?? null,
    at: new Date(clock.now()).toISOString(),
    state: 'published',
    ...content,
    ...(settled.length > 0 ? { settled } : {}),
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
function listChanges(before: DefinitionCandidate, inputs: readonly DefinitionInput[]): DefinitionChange[] {
  const affectedNames = new Set(
    inputs.flatMap(({ kind, id, definition }) =>
      kind === 'module' && (definition ?? null) === null ? [before.effective.set.module.get(id)?.name] : [],
    ),
  );
  const named = new Set(inputs.map(({ kind, id }) => `${kind}/${id}`));
  const layouts = [...before.effective.set.layout.values()].filter(
    (layout) => affectedNames.has(layout.ssModule) && !named.has(`layout/${layout.id}`),
  );
  return [...inputs, ...layouts.map(({ id }) => ({ kind: 'layout' as const, id, definition: null }))].flatMap(
    ({ kind, id, definition }) => {
      const current = (before.effective.set[kind] as ReadonlyMap<string, AnyDefinition>).get(id) ?? null;
      const after = (definition ?? null) as AnyDefinition | null;
      if (current === null && after === null) throw new MusterError('definition_not_found', { values: { kind } });
      return isDeepStrictEqual(current, after) ? [] : [{ kind, id, before: current, after }];
    },
  );
}

function assertPublishable(
  candidate: DefinitionCandidate,
  changes: readonly DefinitionChange[],
  { findings }: DefinitionCandidate,
  before: DefinitionSnapshot,
): void {
  const removed = changes.filter((change) => change.after === null && change.before !== null);
  const affectedNames = new Set(changes.flatMap((change) => (change.before ? [nameArtifact(change.kind, change.before)] : [])));
  const references = removed.flatMap((change) =>
    before.references(nameArtifact(change.kind, change.before as AnyDefinition)).filter((reference) => !affectedNames.has(reference.from)),
  );
  if (references.length > 0) throw makeInUseError(references);
  const own = new Set(changes.map((change) => findFile(candidate.base, change)));
  const strict = new Set(changes.filter(({ kind }) => isStrict(kind)).map((change) => findFile(candidate.base, change)));
  const strictWarnings = subtractProblems(candidate.findings.warnings, findings.warnings).filter(({ file }) => strict.has(file));
  // Existing problems of other artifacts are no reason to reject this change; otherwise two problems could never be fixed one by one.
  const old = findings.problems.filter((problem) => !own.has(problem.file));
  // An own value that breaks its schema, also if it broke it before, and one that this change makes invalid, as by a stricter schema.
  const replaced = candidate.findings.replaced.filter(
    (problem) => own.has(problem.file) || subtractProblems([problem], findings.replaced).length > 0,
  );
  const problems = [...subtractProblems(candidate.findings.problems, old), ...replaced, ...strictWarnings];
  if (problems.length > 0) throw makeInvalidError(problems);
}

/**
 * Whether warnings are errors: missing references are accepted in the base (another domain may be missing), but not in the
 * input of an admin.
 */
function isStrict(kind: DefinitionKind): boolean {
  return kind === 'role' || kind === 'menu';
}

/**
 * A field that is removed or renamed must not be referenced any more: a role would lose a restriction, a plugin its data.
 * Layouts are not checked here: they omit deleted fields, and were checked for everything else.
 */
function assertFieldsUnused(before: DefinitionSnapshot, after: DefinitionSnapshot): void {
  const references: DefinitionReference[] = [];
  for (const module of before.modules.values()) {
    const now = after.modules.get(module.name);
    if (now === undefined || now === module) continue;
    for (const field of module.fields.values()) {
      if (!now.fields.has(field.name))
        references.push(...after.references(`field/${module.name}.${field.name}`).filter(({ from }) => !from.startsWith('layout/')));
    }
  }
  if (references.length > 0) throw makeInUseError(references);
}

function makeInUseError(references: readonly DefinitionReference[]): MusterError {
  return new MusterError('definition_in_use', { data: { references } });
}
