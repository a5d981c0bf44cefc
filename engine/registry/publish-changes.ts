import { MusterError } from '../errors/index.ts';
import type { ActiveDefinitions } from './activate-definitions.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { AnyDefinition } from './base/definition-set.ts';
import { validateAgainstSchema } from './base/validate-against-schema.ts';
import type { DefinitionInput, PublishInput } from './contract.ts';
import { settleConflicts } from './customizations/settle-conflicts.ts';
import { listChanges, preparePublication, resolveInputs, startPublication, type PreparedPublication } from './prepare-publication.ts';
import { makeInvalidError, makeLockedError } from './problem.ts';
import { applyModuleSchemas, commitDefinitions, type RegistryOptions } from './registry-core.ts';
import { explainType } from './state/compare-types.ts';
import {
  readState,
  writeChangeSet,
  writeHead,
  writeHistories,
  writeModuleNames,
  writePending,
  type DefinitionState,
} from './state/definition-state.ts';
import { buildMeasured } from './state/index-builds.ts';
import { mirrorRoles } from './state/mirror-roles.ts';

const MAX_TRIES = 20;

/** Publishes a change-set immediately; tries again when another process published in the meantime. */
export async function publishChanges(options: RegistryOptions, own: ActiveDefinitions, input: PublishInput): Promise<ActiveDefinitions> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const state = await readState(options.store, own.candidate.changeSets);
    input.assertCurrent?.(state.changeSets);
    // A later try finds the indexes of the first one, so that the time of their build would be wrong.
    const adopted = await tryPublish(options, own, { ...input, isFirst: attempt === 0 }, state);
    if (adopted) return adopted;
  }
  throw new MusterError('overloaded');
}

/** What is published, and whether this is the first try. */
type PublishTry = PublishInput & { readonly isFirst: boolean };

/** The problems of an input under the schema of its kind. */
export function checkInput({ kind, id, definition }: DefinitionInput): ReturnType<typeof validateAgainstSchema> {
  if (definition === undefined || definition === null) return [];
  const problems = validateAgainstSchema(kind, definition, `${kind}/${id}`, '');
  const isOther = problems.length === 0 && (definition as AnyDefinition).id !== id;
  return isOther ? [{ file: `${kind}/${id}`, path: '/id', cause: 'The id of a definition never changes.' }] : problems;
}

async function tryPublish(
  options: RegistryOptions,
  active: ActiveDefinitions,
  input: PublishTry,
  state: DefinitionState,
): Promise<ActiveDefinitions | undefined> {
  const { store } = options;
  const { fileProblems } = active;
  const start = await startPublication(options, active, state);
  const inputs = resolveInputs(start, input.changes);
  const shapes = inputs.flatMap(checkInput);
  if (shapes.length > 0) throw makeInvalidError(shapes);
  const settling = settleConflicts(start.candidate, input.conflicts ?? []);
  const changes = listChanges(start.candidate, [...inputs, ...settling.changes]);
  if (changes.length + settling.settled.length === 0 && input.clears === undefined && input.removesAliases === undefined) {
    const writes = (await input.extraWrites?.(start.snapshot)) ?? [];
    const isDone = writes.length === 0 || (await store.commit({ writes })).committed;
    return isDone ? { candidate: start.candidate, snapshot: start.snapshot, fileProblems } : undefined;
  }
  const prepared = await preparePublication(options, start, changes, { ...input, settled: settling.settled });
  const compiled = assertPublishable(prepared);
  assertConverted(compiled);
  return (await commitPublication(options, prepared, compiled, input))
    ? { candidate: prepared.candidate, snapshot: compiled.review.after, fileProblems }
    : undefined;
}

export type CompiledPublication = NonNullable<PreparedPublication['compiled']>;

export function assertPublishable({ locked, references, problems, compiled }: PreparedPublication): CompiledPublication {
  if (locked.length > 0) throw makeLockedError(locked);
  if (references.length > 0) throw new MusterError('definition_in_use', { data: { references } });
  if (problems.length > 0 || compiled === undefined) throw makeInvalidError(problems);
  return compiled;
}

/** Values of another form must have been converted; those of the same form stay, and need a valid value at their next save. */
function assertConverted({ review }: CompiledPublication): void {
  const open = review.conversions.filter(({ keepsForm }) => !keepsForm);
  const advice = 'publish it with a draft, which converts the values, or give the new field an id of its own';
  if (open.length > 0) throw makeInvalidError(open.map((change) => explainType(change, advice)));
}

/** The conversion that is complete has ended. */
function endPending(state: DefinitionState, id: string | undefined): readonly StoreWrite[] {
  const left = state.pending.filter(({ changeSet }) => changeSet !== id);
  return left.length === state.pending.length ? [] : [writePending(state, left)];
}

async function commitPublication(
  { store, clock }: RegistryOptions,
  { start, changeSet }: PreparedPublication,
  { review, fieldChanges, moduleNames }: CompiledPublication,
  input: PublishTry,
): Promise<boolean> {
  const reviewed = (await input.review?.(review)) ?? [];
  if (input.isFirst) await buildMeasured({ store, clock }, review.after, start.snapshot);
  await applyModuleSchemas(store, review.after, start.snapshot);
  const mirrored = await mirrorRoles(store, review.after, clock.now());
  const writes = [
    writeHead(start.state.head, start.digest),
    writeChangeSet(changeSet),
    ...writeHistories(start.state, fieldChanges),
    ...writeModuleNames(start.state, moduleNames),
    ...endPending(start.state, input.conversion),
    ...mirrored,
    ...reviewed,
    ...((await input.extraWrites?.(review.after)) ?? []),
  ];
  return commitDefinitions(
    store,
    writes,
    changeSet.changes.some((change) => change.kind === 'role'),
  );
}
