import { zoneClock } from '#engine/model/time';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { CollectionSchema, CompiledField, CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { timeZoneOf } from '../../../access/index.ts';
import type { StoredRecord, StoreWrite, VersionCheck } from '../../../ports/index.ts';
import { commitUnitWithRetry, createDocumentRemoval, createDocumentWrite, readStoredDocument } from '../../../records/index.ts';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import { isTimed, type TimedWorkflow } from '../matching/compiled-workflows.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { computeTime } from './compute-due.ts';
import { TIMES_COLLECTION, timeIdOf } from './stored-time.ts';

/** Records that are planned in one commit. */
const CHUNK = 250;

/** Which workflows have their existing records planned, and how far that is. */
export const PLANS_COLLECTION: CollectionSchema = { name: '_workflow_plans', keys: [], indexes: [], contains: [] };

/** The plan of a workflow: what it was computed with, and the last record that is planned; no record: all are. */
type Plan = RecordDocument & { readonly plan: string; readonly last?: string | null; readonly isDone?: boolean };

/** Plans the existing records of workflows that were activated, or whose date or offset changed. Returns how many were planned. */
export async function planRecords(context: WorkflowContext, snapshot: DefinitionSnapshot, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const workflow of snapshot.workflows.all) {
    if (!isTimed(workflow)) continue;
    const plan = (await readStoredDocument(context.store, PLANS_COLLECTION, workflow.id)) as Plan | undefined;
    if (workflow.active !== true) {
      // When it is active again, the records that were saved meanwhile are planned too.
      if (plan !== undefined) await context.store.commit({ writes: [createDocumentRemoval(PLANS_COLLECTION, plan)] });
      continue;
    }
    const wanted = JSON.stringify([workflow.module, workflow.time, timeZoneOf(snapshot)]);
    if (plan?.plan === wanted && plan.isDone === true) continue;
    const last = plan?.plan === wanted ? (plan.last ?? undefined) : undefined;
    count += await planWorkflow(context, { snapshot, workflow, wanted, last }, signal);
  }
  return count;
}

interface Planning {
  readonly snapshot: DefinitionSnapshot;
  readonly workflow: TimedWorkflow;
  readonly wanted: string;
  readonly last: string | undefined;
}

async function planWorkflow(context: WorkflowContext, planning: Planning, signal: AbortSignal): Promise<number> {
  const module = planning.snapshot.module(planning.workflow.module);
  const field = module?.fields.get(planning.workflow.time.field);
  if (module === undefined || field === undefined) return 0;
  let { last } = planning;
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const found: readonly StoredRecord[] = await planChunk(context, { ...planning, last }, module, field);
    count += found.length;
    last = found.at(-1)?.document._id;
    if (found.length < CHUNK) return count;
  }
}

/** Plans the next records; their versions are checked in the commit, so that a save at the same time is not overwritten. Errors: `overloaded`. */
async function planChunk(
  context: WorkflowContext,
  planning: Planning,
  module: CompiledModule,
  field: CompiledField,
): Promise<readonly StoredRecord[]> {
  const { store } = context;
  const after: FilterNode[] = planning.last === undefined ? [] : [{ kind: 'idRange', gt: planning.last }];
  const filter = allOf([{ kind: 'exists', keys: [...field.keys] }, ...after]);
  return commitUnitWithRetry(store, async () => {
    const found = await store.find({ collection: module.storage.name, filter, sort: [], limit: CHUNK });
    const writes = await makeWrites(context, planning, module, found);
    const plan = await readStoredDocument(store, PLANS_COLLECTION, planning.workflow.id);
    const progress = { plan: planning.wanted, last: found.at(-1)?.document._id ?? planning.last ?? null, isDone: found.length < CHUNK };
    const versionChecks = found.map(
      ({ document }): VersionCheck => ({ collection: module.storage.name, id: document._id, version: document._version }),
    );
    const unit = { writes: [...writes, createDocumentWrite(PLANS_COLLECTION, planning.workflow.id, plan, progress)], versionChecks };
    return { unit, result: found };
  });
}

async function makeWrites(
  { store, clock }: WorkflowContext,
  { snapshot, workflow }: Planning,
  module: CompiledModule,
  found: readonly StoredRecord[],
): Promise<readonly StoreWrite[]> {
  const zone = zoneClock(timeZoneOf(snapshot));
  const ids = found.map(({ document }) => timeIdOf(workflow.id, document._id));
  const stored = ids.length === 0 ? [] : await store.get(TIMES_COLLECTION.name, ids);
  return found.flatMap((record, index): StoreWrite[] => {
    const document = snapshot.upgradeDocument(module, record);
    const time = document['deleted'] === true ? undefined : computeTime(workflow, document[workflow.time.field], zone);
    const before = stored[index]?.document;
    // What is due and not started yet stays due.
    const due = time === undefined || time > clock.now() || before?.['due'] === time ? time : undefined;
    if (before?.['due'] === due) return [];
    const fields = { workflow: workflow.id, module: module.keyName, record_id: document._id, ...(due === undefined ? {} : { due }) };
    return [createDocumentWrite(TIMES_COLLECTION, ids[index] as string, before, fields)];
  });
}
