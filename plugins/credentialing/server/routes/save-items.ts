import type { PluginRouteContext, PluginRouteResponse, RefusedRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { describeRefused } from '../services/apply-changes.ts';

const MODULE = 'credentialingRequiredItems';

/** A bulk save of items by their ids, or of new ones. */
interface RowsInput {
  readonly mode: 'create' | 'update';
  readonly rows: readonly JsonObject[];
  readonly batchId: string | undefined;
}

interface SavedRows {
  readonly ids: readonly string[];
  readonly refused: readonly RefusedRecord[];
  readonly batchId: string | undefined;
}

/** Saves items with the rights of the caller, each with a save of its own. A refused one is named by its id; a new one by its place. */
async function saveRows({ records, actor, idempotencyKeyFor }: PluginRouteContext, { mode, rows, batchId }: RowsInput): Promise<SavedRows> {
  if (rows.length === 0) return { ids: [], refused: [], batchId };
  const saved = await records.saveMany(actor, { module: MODULE, mode, records: rows, batchId, idempotency: idempotencyKeyFor(mode) });
  const refused = saved.refused.map(({ row, code, text }) => ({ _id: toText(rows[row]?.['_id'] ?? String(row)), code, error: text }));
  return { ids: saved.ids.flatMap((id) => id ?? []), refused, batchId: saved.batchId };
}

function respond(body: JsonObject, refused: readonly RefusedRecord[], batchId: string | undefined): PluginRouteResponse {
  const whole: JsonObject = { success: refused.length === 0, ...body, refused: describeRefused(refused) };
  return batchId === undefined ? { body: whole } : { body: { ...whole, batchId }, batchId };
}

async function update(context: PluginRouteContext, rows: readonly JsonObject[]): Promise<PluginRouteResponse> {
  const { ids, refused, batchId } = await saveRows(context, { mode: 'update', rows, batchId: context.batchId });
  return respond({ updated: [...ids] }, refused, batchId);
}

/** `POST /api/credentialing-required-items/saveMultiple`: changes the items with an id, creates the others. */
export async function saveMultiple(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { items } = context.body as { readonly items: readonly JsonObject[] };
  const isNew = (item: JsonObject): boolean => toText(item['_id']) === '';
  const withoutId = items.filter(isNew).map(({ _id: _, ...fields }) => fields);
  const created = await saveRows(context, { mode: 'create', rows: withoutId, batchId: context.batchId });
  const rows = items.filter((item) => !isNew(item));
  const updated = await saveRows(context, { mode: 'update', rows, batchId: created.batchId });
  const refused = [...created.refused, ...updated.refused];
  return respond({ created: [...created.ids], updated: [...updated.ids] }, refused, updated.batchId);
}

/** `POST /api/credentialing-required-items/updateItemOrders`: the places of items, or their ids in the order. */
export async function updateOrders(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { items = [], ids = [] } = context.body as {
    readonly items?: readonly { readonly _id: string; readonly order: number }[];
    readonly ids?: readonly string[];
  };
  return update(context, [...items.map(({ _id, order }) => ({ _id, order })), ...ids.map((_id, at) => ({ _id, order: at + 1 }))]);
}

/** `POST /api/credentialing-required-items/approve`. */
export async function approveItems(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids, expiration_date } = context.body as { readonly ids: readonly string[]; readonly expiration_date?: string };
  const fields = { status: 'Approved', ...(expiration_date === undefined ? {} : { requires_exp_date: true, expiration_date }) };
  return update(
    context,
    ids.map((_id) => ({ _id, ...fields })),
  );
}

/** `POST /api/credentialing-required-items/reject`: returns items to their providers, with the reason. */
export async function rejectItems(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids, reason } = context.body as { readonly ids: readonly string[]; readonly reason: string };
  return update(
    context,
    ids.map((_id) => ({ _id, status: 'Needs Correction', review_note: reason })),
  );
}
