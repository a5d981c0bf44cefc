import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import { projectSavedRecord } from '../access/project-record.ts';
import { findModule, loadRecord } from '../access/record-access.ts';
import { noteBatch } from '../batches/stored-batch.ts';
import { assertIdLimit } from '../bulk/run-bulk.ts';
import type { MergeInput, MergeResult } from '../contract.ts';
import type { VisibleRecord } from '../read/read-contract.ts';
import { auditSavedRecordRead } from '../history/audit-sensitive-reads.ts';
import type { MergeEvent } from '../hooks.ts';
import { referencesTo } from '../read/references.ts';
import type { RecordServices } from '../record-services.ts';
import { authoriseSave } from '../save/authorise-save.ts';
import { checkIdempotency, type IdempotencyCheck } from '../save/idempotency.ts';
import { actorForPlugin, createHookContext, refuseSave } from '../save/run-hooks.ts';
import { createForHook, saveRecord } from '../save/save-record.ts';
import type { UnitRecord } from '../save/unit-of-work-builder.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { runTraced } from '../tracing/trace-save.ts';
import { beginWrite, formatHookName, type SaveAttempt, type WriteContext } from '../save/write-context.ts';
import { fillFromDuplicates } from './fill-from-duplicates.ts';
import { moveReferences } from './move-references.ts';

const MAX_DUPLICATES = 20;

/** Modules whose records determine rights. */
const RIGHTS_MODULES: ReadonlySet<string> = new Set(['users', 'teams']);

/** References moved in the unit of the merge itself. Further ones are moved in units after it, before the duplicates are deleted. */
const ROUND = 300;

/** The part of the result that is stored for an idempotency key. */
type MergeOutcome = Pick<MergeResult, 'batchId' | 'moved'>;

interface Merge {
  readonly key: MergeInput['idempotency'];
  readonly module: CompiledModule;
  readonly primaryId: string;
  readonly duplicateIds: readonly string[];
  readonly fields: JsonObject;
  readonly moved: Map<string, { readonly module: string; readonly field: string; count: number }>;
}

/** Merges duplicates into a primary. Errors: `record_not_found`, `action_not_allowed`, `too_many_ids`, and those of saves. */
export async function mergeRecords(services: RecordServices, actor: Actor, input: MergeInput): Promise<MergeResult> {
  assertIdLimit(input.duplicateIds, MAX_DUPLICATES);
  const context = await beginWrite(services, actor, { changeSource: 'merge', ...input });
  const module = findModule(context.scope, input.module);
  assertMergeable(context, module);
  const duplicateIds = [...new Set(input.duplicateIds)];
  if (duplicateIds.includes(input.primaryId))
    throw new MusterError('body_invalid', { values: { reason: 'a record cannot be merged into itself' } });
  const merge: Merge = {
    key: input.idempotency,
    module,
    primaryId: input.primaryId,
    duplicateIds,
    fields: input.fields ?? {},
    moved: new Map(),
  };
  const earlier = await checkIdempotency(context, merge.key, module);
  if (earlier.earlier !== undefined) return { record: await projectPrimary(context, merge), ...replayOutcome(earlier) };
  const addCount = await noteBatch(context, { kind: 'merge', module, requested: duplicateIds.length + 1 });
  const outcome = await runTraced(
    context,
    { kind: 'merge', module, id: merge.primaryId },
    async (used, onAttempt) => (await mergeAtOnce(used, merge, onAttempt)) ?? (await mergeRest(used, merge)),
  );
  await addCount({ records: duplicateIds.length + 1, refused: 0 });
  return { record: await projectPrimary(context, merge), ...outcome };
}

/** The current state of the primary: a repeated request with the same key returns its latest values. */
async function projectPrimary({ services, scope }: WriteContext, { module, primaryId }: Merge): Promise<VisibleRecord> {
  const document = await loadRecord(services, scope, module, primaryId);
  if (document === undefined) throw new MusterError('record_not_found');
  const record = await projectSavedRecord(services, scope, module, document);
  await auditSavedRecordRead(services, scope, module, record);
  return record;
}

function outcomeOf({ batchId }: WriteContext, { moved }: Merge): MergeOutcome {
  return { batchId, moved: [...moved.values()] };
}

/** Merging users, teams or roles also combines the rights of their members. */
function assertMergeable({ scope }: WriteContext, module: CompiledModule): void {
  if (module.definition.mirrors !== undefined) throw new MusterError('action_not_allowed', { values: { action: 'merge' } });
  if (RIGHTS_MODULES.has(module.name) && !scope.rights.unrestricted) throw new MusterError('admin_only');
}

/** Commits the whole merge in one unit, or returns the stored result of its key. Returns undefined if more references are left to move. */
async function mergeAtOnce(
  context: WriteContext,
  merge: Merge,
  onAttempt?: (before: undefined) => void,
): Promise<MergeOutcome | undefined> {
  const { result } = await commitWithRetry(context, async (attempt) => {
    onAttempt?.(undefined);
    const idempotency = await checkIdempotency(attempt, merge.key, merge.module);
    if (idempotency.earlier !== undefined) return replayOutcome(idempotency);
    merge.moved.clear();
    const [primary, ...duplicates] = await loadLive(attempt, merge);
    await markDuplicates(attempt, merge, duplicates, false);
    await savePrimary(attempt, merge, primary as UnitRecord, duplicates);
    return (await moveRound(attempt, merge)) ? endMerge(attempt, merge, idempotency) : undefined;
  });
  return result;
}

async function mergeRest(context: WriteContext, merge: Merge): Promise<MergeOutcome> {
  let whole = false;
  while (!whole) {
    const before = new Map([...merge.moved].map(([key, one]) => [key, { ...one }]));
    const { result } = await commitWithRetry(context, async (attempt) => {
      restoreCounts(merge, before);
      return moveRound(attempt, merge);
    });
    whole = result;
  }
  const { result } = await commitWithRetry(context, async (attempt) => {
    const idempotency = await checkIdempotency(attempt, merge.key, merge.module);
    return idempotency.earlier === undefined ? endMerge(attempt, merge, idempotency) : replayOutcome(idempotency);
  });
  return result;
}

/** An earlier outcome. What was counted with other rights is omitted. */
function replayOutcome({ earlier, hasSameRights }: IdempotencyCheck): MergeOutcome {
  const outcome = earlier as unknown as MergeOutcome;
  return hasSameRights ? outcome : { ...outcome, moved: [] };
}

/** Marks the duplicates deleted and runs the merge hooks, both in one commit. */
async function endMerge(attempt: SaveAttempt, merge: Merge, idempotency: IdempotencyCheck): Promise<MergeOutcome> {
  await markDuplicates(attempt, merge, await loadDuplicates(attempt, merge), true);
  const { module, primaryId, duplicateIds } = merge;
  await runMergeHooks(attempt, { module, primaryId, duplicateIds, actor: attempt.scope.actor, batchId: attempt.batchId });
  const outcome = outcomeOf(attempt, merge);
  idempotency.save(attempt, outcome);
  return outcome;
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

async function savePrimary(
  attempt: SaveAttempt,
  { module, primaryId, fields }: Merge,
  before: UnitRecord,
  duplicates: readonly UnitRecord[],
): Promise<void> {
  const { actor } = attempt.scope;
  const filled = fillFromDuplicates(
    module,
    before.document,
    duplicates.map((one) => one.document),
    fields,
  );
  const trustedFields = new Set(Object.keys(filled).filter((name) => !Object.hasOwn(fields, name)));
  await saveRecord(attempt, {
    kind: 'update',
    module,
    actor,
    trusted: actor.kind === 'system',
    id: primaryId,
    before,
    fields: { ...fields, ...filled },
    trustedFields,
    acceptedRecords: duplicates.map((one) => one.document),
  });
}

/** Marks the duplicates deleted, or only checks whether the actor may. */
async function markDuplicates(
  attempt: SaveAttempt,
  { module, primaryId }: Merge,
  duplicates: readonly UnitRecord[],
  really: boolean,
): Promise<void> {
  const { actor } = attempt.scope;
  for (const before of duplicates) {
    const request = {
      kind: 'delete' as const,
      module,
      actor,
      trusted: actor.kind === 'system',
      id: before.document._id,
      before,
      fields: {},
      mergedInto: primaryId,
    };
    if (really) await saveRecord(attempt, request);
    else if (!request.trusted) await authoriseSave(attempt, request);
  }
}

/** Moves references, at most one round; returns true when none is left. */
async function moveRound(attempt: SaveAttempt, merge: Merge): Promise<boolean> {
  if (merge.duplicateIds.length === 0) return true;
  let left = ROUND;
  for (const reference of referencesTo(attempt.scope, merge.module)) {
    const { total, visible } = await moveReferences(
      attempt,
      reference,
      { module: merge.module, from: merge.duplicateIds, to: merge.primaryId },
      left,
    );
    if (visible > 0) addCount(merge, reference.module.name, reference.field.name, visible);
    left -= total;
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

/**
 * Runs the hooks of a merge in order, in the unit that completes it: records that they create are committed with the
 * merge, or not at all.
 */
async function runMergeHooks(attempt: SaveAttempt, event: MergeEvent): Promise<void> {
  for (const hook of attempt.services.hooks.onMerge(event.module.name)) {
    const links = [formatHookName(hook, 'onMerge', event.module.name)];
    await hook.run({
      ...createHookContext(attempt, event.actor, hook.plugin, links),
      event,
      refuse: refuseSave,
      create: (module, fields) => createForHook(attempt, { actor: actorForPlugin(event.actor, hook.plugin), links }, module, fields),
    });
  }
}
