import { MusterError } from '../errors/index.ts';
import { readTimeZone } from '#engine/model/time';
import type { CompiledField } from '#engine/model/compiled';
import type { ConvertedField, FieldConversion } from '#engine/model/conversions';
import type { ActiveDefinitions } from './activate-definitions.ts';
import type { BegunConversion, ConversionInput, DefinitionSnapshot, Registry, TypeChange } from './contract.ts';
import { listChanges, preparePublication, resolveInputs, startPublication, type PublicationStart } from './prepare-publication.ts';
import { makeInvalidError } from './problem.ts';
import { assertPublishable, checkInput } from './publish-changes.ts';
import { applyModuleSchemas, commitDefinitions, compileCandidate, type RegistryOptions } from './registry-core.ts';
import { readState, writeHead, writePending } from './state/definition-state.ts';
import { newKeyId, type PendingConversion } from './state/field-conversions.ts';
import type { StoreWrite } from '../ports/index.ts';

const MAX_TRIES = 20;

/** Begins a conversion; undefined: no value is to be converted. Tries again when another process published in the meantime. */
export async function beginConversion(
  options: RegistryOptions,
  active: ActiveDefinitions,
  input: ConversionInput,
): Promise<ActiveDefinitions | undefined> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const state = await readState(options.store, active.candidate.changeSets);
    // What an earlier conversion of this id wrote is of no use any more.
    const others = state.pending.filter(({ changeSet }) => changeSet !== input.id);
    const start = await startPublication(options, active, { ...state, pending: others });
    const conversions = await prepareConversions(options, start, input);
    if (conversions.length === 0) return undefined;
    const begun = await commitPending(options, active, { ...start, state }, [...others, ...toPending(input.id, conversions)], () =>
      input.extraWrites(conversions),
    );
    if (begun === undefined) continue;
    await eraseKeys(
      options,
      begun.snapshot,
      state.pending.filter(({ changeSet }) => changeSet === input.id),
    );
    return begun;
  }
  throw new MusterError('overloaded');
}

/** Ends a conversion without publishing it, and erases the keys that it wrote; undefined: there is none of this id. */
export async function endConversion(
  options: RegistryOptions,
  active: ActiveDefinitions,
  id: string,
  extraWrites: Parameters<Registry['endConversion']>[1],
): Promise<ActiveDefinitions | undefined> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const state = await readState(options.store, active.candidate.changeSets);
    const left = state.pending.filter(({ changeSet }) => changeSet !== id);
    if (left.length === state.pending.length) {
      if (await commitOnly(options, await extraWrites())) return undefined;
      continue;
    }
    const ended = await commitPending(options, active, await startPublication(options, active, state), left, extraWrites);
    if (ended === undefined) continue;
    await eraseKeys(
      options,
      ended.snapshot,
      state.pending.filter(({ changeSet }) => changeSet === id),
    );
    return ended;
  }
  throw new MusterError('overloaded');
}

async function commitOnly({ store }: RegistryOptions, writes: readonly StoreWrite[]): Promise<boolean> {
  return writes.length === 0 || (await store.commit({ writes })).committed;
}

async function prepareConversions(
  options: RegistryOptions,
  start: PublicationStart,
  { changes: input, choose, review, keepsValues }: ConversionInput,
): Promise<readonly BegunConversion[]> {
  const inputs = resolveInputs(start, input);
  const shapes = inputs.flatMap(checkInput);
  if (shapes.length > 0) throw makeInvalidError(shapes);
  const changes = listChanges(start.candidate, inputs);
  if (changes.length === 0) return [];
  const compiled = assertPublishable(await preparePublication(options, start, changes, { author: undefined, keepsValues }));
  const { conversions, before } = compiled.review;
  if (conversions.length === 0) return [];
  await review?.(compiled.review);
  const timeZone = readTimeZone(before.settings.get('time_zone')?.setting);
  const version = start.state.storeVersion + 1;
  return conversions.map((change) => ({
    change,
    conversion: { ...makeConversion(change, timeZone), ...choose(change) },
    key: newKeyId(change.after.id, version),
    version,
  }));
}

/** How the values of a field are converted, without what becomes of those that cannot be. */
export function makeConversion({ before, after }: Pick<TypeChange, 'before' | 'after'>, timeZone: string): FieldConversion {
  return { from: toSide(before), to: toSide(after), timeZone };
}

function toSide({ definition, dropdown }: CompiledField): ConvertedField {
  return dropdown === undefined ? { definition } : { definition, dropdown };
}

function toPending(changeSet: string, conversions: readonly BegunConversion[]): readonly PendingConversion[] {
  return conversions.map(({ change: { module, after }, conversion, key, version }) => ({
    changeSet,
    module: module.id,
    field: after.id,
    key,
    version,
    conversion,
  }));
}

/** Makes these the conversions that have begun, in a new version of the definitions; undefined: another process was first. */
async function commitPending(
  options: RegistryOptions,
  { fileProblems }: ActiveDefinitions,
  { state, candidate, digest, snapshot: before }: PublicationStart,
  pending: readonly PendingConversion[],
  extraWrites: () => Promise<readonly StoreWrite[]>,
): Promise<ActiveDefinitions | undefined> {
  const stored = { ...state, pending };
  const snapshot = await compileCandidate(options, candidate, state.storeVersion + 1, stored, before);
  await applyModuleSchemas(options.store, snapshot, before);
  const writes = [writeHead(state.head, digest), writePending(state, pending), ...(await extraWrites())];
  return (await commitDefinitions(options.store, writes, false)) ? { candidate, snapshot, fileProblems } : undefined;
}

/** The keys that nothing will read. A process that ends before this leaves them, and no other conversion has their ids. */
async function eraseKeys({ store }: RegistryOptions, snapshot: DefinitionSnapshot, ended: readonly PendingConversion[]): Promise<void> {
  for (const module of snapshot.modules.values()) {
    const removed = ended.filter((one) => one.module === module.id).map(({ key }) => key);
    if (removed.length > 0) await store.applySchemas([{ ...module.storage, removed }]);
  }
}
