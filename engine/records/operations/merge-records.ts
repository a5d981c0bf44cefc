import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, JsonObject } from '#engine/model';
import type { MergeInput, MergeResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { authoriseSave } from '../stages/authorise-save.ts';
import { beginCall } from '../stages/begin-call.ts';
import { commitAttempt } from '../stages/commit-attempt.ts';
import { fillFromDuplicates } from '../stages/fill-from-duplicates.ts';
import { holdsOn, referencesTo } from '../stages/find-dependents.ts';
import { moveReferences } from '../stages/move-references.ts';
import { noteShown } from '../stages/note-reading.ts';
import { findModule, loadRecord } from '../stages/reach-module.ts';
import { assertFewIds } from '../stages/run-bulk.ts';
import type { SaveAttempt, SaveCall } from '../stages/save-request.ts';
import { saveRecord } from '../stages/save-record.ts';
import { showSaved } from '../stages/show-saved.ts';
import type { UnitRecord } from '../stages/unit-draft.ts';

const MOST_DUPLICATES = 20;

/** Modules on which rights rest. */
const RIGHTS_MODULES: ReadonlySet<string> = new Set(['users', 'teams']);

/** References moved in the unit of the merge itself; what is above that moves in units after it, and before the duplicates go. */
const ROUND = 300;

interface Merge {
  readonly module: CompiledModule;
  readonly primaryId: string;
  readonly duplicateIds: readonly string[];
  readonly fields: JsonObject;
  /** Made in the commit that ends the merge; their ids are the same at each attempt. */
  readonly notes: readonly { readonly id: string; readonly module: CompiledModule; readonly fields: JsonObject }[];
  readonly moved: Map<string, { readonly module: string; readonly field: string; count: number }>;
}

/** Makes duplicates part of a primary. Errors: `record_not_found`, `action_not_allowed`, `too_many_ids`, and those of saves. */
export async function mergeRecords(kernel: RecordKernel, actor: Actor, input: MergeInput): Promise<MergeResult> {
  assertFewIds(input.duplicateIds, MOST_DUPLICATES);
  const call = await beginCall(kernel, actor, { changeSource: 'merge', ...input });
  const module = findModule(call.scope, input.module);
  assertMergeable(call, module);
  const duplicateIds = [...new Set(input.duplicateIds)];
  if (duplicateIds.includes(input.primaryId)) throw new MusterError('body_invalid', { values: { reason: 'a record cannot be merged into itself' } });
  const merge: Merge = { module, primaryId: input.primaryId, duplicateIds, fields: input.fields ?? {}, notes: (input.notes ?? []).map((note) => ({ id: kernel.ids.next(), module: findModule(call.scope, note.module), fields: note.fields })), moved: new Map() };
  const whole = await mergeAtOnce(call, merge);
  if (!whole) await mergeRest(call, merge);
  const document = await loadRecord(kernel, call.scope, module, input.primaryId);
  if (document === undefined) throw new MusterError('record_not_found');
  const record = await showSaved(kernel, call.scope, module, document);
  await noteShown(kernel, call.scope, module, record);
  return { record, batchId: call.batchId, moved: [...merge.moved.values()] };
}

/** Who merges users, teams or roles joins the rights of their members too. */
function assertMergeable({ scope }: SaveCall, module: CompiledModule): void {
  if (module.definition.mirrors !== undefined) throw new MusterError('action_not_allowed', { values: { action: 'merge' } });
  if (RIGHTS_MODULES.has(module.name) && !scope.rights.unrestricted) throw new MusterError('admin_only');
}

/** One unit with all of the merge in it, unless too much refers to the duplicates: then what is left is answered by false. */
async function mergeAtOnce(call: SaveCall, merge: Merge): Promise<boolean> {
  const { result } = await commitAttempt(call, async (attempt) => {
    merge.moved.clear();
    const [primary, ...duplicates] = await loadLive(attempt, merge);
    await markDuplicates(attempt, merge, duplicates, false);
    await savePrimary(attempt, merge, primary as UnitRecord, duplicates);
    const whole = await moveRound(attempt, merge);
    if (whole) await endMerge(attempt, merge);
    return whole;
  });
  return result;
}

async function mergeRest(call: SaveCall, merge: Merge): Promise<void> {
  let whole = false;
  while (!whole) {
    const before = new Map([...merge.moved].map(([key, one]) => [key, { ...one }]));
    const { result } = await commitAttempt(call, async (attempt) => {
      restoreCounts(merge, before);
      return moveRound(attempt, merge);
    });
    whole = result;
  }
  await commitAttempt(call, (attempt) => endMerge(attempt, merge));
}

/** The duplicates go, and the notes of the merge are made: both, or neither. */
async function endMerge(attempt: SaveAttempt, merge: Merge): Promise<void> {
  await markDuplicates(attempt, merge, await loadDuplicates(attempt, merge), true);
  for (const note of merge.notes) await saveRecord(attempt, { kind: 'create', actor: attempt.scope.actor, trusted: true, before: undefined, depth: 0, ...note });
}

function restoreCounts({ moved }: Merge, before: Merge['moved']): void {
  moved.clear();
  for (const [key, one] of before) moved.set(key, { ...one });
}

async function loadLive(attempt: SaveAttempt, { module, primaryId, duplicateIds }: Merge): Promise<readonly UnitRecord[]> {
  const records = await attempt.unit.load(module, [primaryId, ...duplicateIds]);
  return records.map((record) => {
    if (record === undefined || record.document['deleted'] === true) throw new MusterError('record_not_found');
    return record;
  });
}

async function loadDuplicates(attempt: SaveAttempt, { module, duplicateIds }: Merge): Promise<readonly UnitRecord[]> {
  if (duplicateIds.length === 0) return [];
  return (await attempt.unit.load(module, duplicateIds)).filter((record) => record !== undefined);
}

async function savePrimary(attempt: SaveAttempt, { module, primaryId, fields }: Merge, before: UnitRecord, duplicates: readonly UnitRecord[]): Promise<void> {
  const { actor } = attempt.scope;
  const filled = fillFromDuplicates(module, before.document, duplicates.map((one) => one.document), fields);
  const productFields = new Set(Object.keys(filled).filter((name) => !Object.hasOwn(fields, name)));
  await saveRecord(attempt, { kind: 'update', module, actor, trusted: actor.kind === 'system', id: primaryId, before, fields: { ...fields, ...filled }, productFields, depth: 0 });
}

/** Marks the duplicates deleted, or only asks whether the actor may. */
async function markDuplicates(attempt: SaveAttempt, { module }: Merge, duplicates: readonly UnitRecord[], really: boolean): Promise<void> {
  const { actor } = attempt.scope;
  for (const before of duplicates) {
    const request = { kind: 'delete' as const, module, actor, trusted: actor.kind === 'system', id: before.document._id, before, fields: {}, depth: 0 };
    if (really) await saveRecord(attempt, request);
    else if (!request.trusted) await authoriseSave(attempt, request);
  }
}

/** Moves up to a round of references; true when none is left. */
async function moveRound(attempt: SaveAttempt, merge: Merge): Promise<boolean> {
  if (merge.duplicateIds.length === 0) return true;
  let left = ROUND;
  for (const reference of referencesTo(attempt.scope, merge.module)) {
    const count = await moveReferences(attempt, reference, { module: merge.module, from: merge.duplicateIds, to: merge.primaryId }, left);
    if (count > 0 && holdsOn(reference)) addCount(merge, reference.module.name, reference.field.name, count);
    left -= count;
    if (left <= 0) return false;
  }
  return true;
}

function addCount({ moved }: Merge, module: string, field: string, count: number): void {
  const key = `${module}.${field}`;
  const one = moved.get(key) ?? { module, field, count: 0 };
  one.count += count;
  moved.set(key, one);
}
