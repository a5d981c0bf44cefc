import type { PluginRouteContext, RefusedRecord } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';

/** What a change does to an item, as people see it. */
export type ItemChange = {
  /** Names the change in the list. */
  readonly key: string;
  readonly action: 'add' | 'change' | 'remove';
  readonly setup?: { readonly _id: string; readonly name: string };
  readonly item: { readonly _id: string | null; readonly label: string };
  readonly fields: readonly { readonly field: string; readonly label: string; readonly from: JsonValue; readonly to: JsonValue }[];
};

/** Refused saves as they are sent. */
export function describeRefused(refused: readonly RefusedRecord[]): JsonObject[] {
  return refused.map(({ _id, code, error }) => ({ _id, code, error }));
}

/** A change with what is saved for it: the fields of a new item, or those that change; nothing for a removal. */
export interface PlannedChange {
  readonly change: ItemChange;
  readonly save: JsonObject;
}

/** What came of changes. */
export interface AppliedChanges {
  readonly applied: number;
  /** By the key of the change. */
  readonly refused: readonly RefusedRecord[];
  readonly batchId: string | undefined;
}

const MODULE = 'credentialingRequiredItems';
/** The most changes of one call: those of one bulk save. */
const MAX_CHANGES = 2_000;

/** Saves changes of items with the rights of the caller, all in one batch. A dry run checks them and saves nothing. */
export async function applyChanges(
  context: PluginRouteContext,
  planned: readonly PlannedChange[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<AppliedChanges> {
  if (planned.length > MAX_CHANGES)
    context.refuse('too_many_ids', { message: 'These are more than 2,000 changes. Choose fewer setups or records.' });
  const of = (action: ItemChange['action']): readonly PlannedChange[] => planned.filter(({ change }) => change.action === action);
  const added = await saveRows(context, 'create', of('add'), { dryRun, batchId: context.batchId });
  const changed = await saveRows(context, 'update', of('change'), { dryRun, batchId: added.batchId });
  const removed = dryRun ? changed : await remove(context, of('remove'), changed.batchId);
  const refused = [...added.refused, ...changed.refused, ...(dryRun ? [] : removed.refused)];
  return { applied: planned.length - refused.length, refused, batchId: removed.batchId };
}

interface Part {
  readonly refused: readonly RefusedRecord[];
  readonly batchId: string | undefined;
}

async function saveRows(
  { records, actor, idempotencyKeyFor }: PluginRouteContext,
  mode: 'create' | 'update',
  changes: readonly PlannedChange[],
  { dryRun, batchId }: { readonly dryRun: boolean; readonly batchId: string | undefined },
): Promise<Part> {
  if (changes.length === 0) return { refused: [], batchId };
  const rows = changes.map(({ change, save }) => (mode === 'create' ? save : { ...save, _id: change.item._id ?? '' }));
  const saved = await records.saveMany(actor, {
    module: MODULE,
    mode,
    records: rows,
    dryRun,
    batchId,
    idempotency: idempotencyKeyFor(mode),
  });
  const byRow = new Map(saved.refused.map((one) => [one.row, one]));
  const refused = [...byRow.values()].map(({ row, code, text }) => ({ _id: changes[row]?.change.key ?? '', code, error: text }));
  return { refused, batchId: dryRun ? batchId : saved.batchId };
}

async function remove(
  { records, actor, idempotencyKeyFor }: PluginRouteContext,
  changes: readonly PlannedChange[],
  batchId: string | undefined,
): Promise<Part> {
  if (changes.length === 0) return { refused: [], batchId };
  const keys = new Map(changes.map(({ change }) => [change.item._id ?? '', change.key]));
  const done = await records.markDeleted(actor, {
    module: MODULE,
    ids: [...keys.keys()],
    batchId,
    idempotency: idempotencyKeyFor('remove'),
  });
  return { refused: done.refused.map((one) => ({ ...one, _id: keys.get(one._id) ?? one._id })), batchId: done.batchId };
}
