import { SYSTEM_ACTOR, type EffectContext, type PluginJob, type PluginJobContext, type PreSaveContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { compareList } from './compare-list.ts';
import { UnreadableList } from './read-list.ts';

type Payload = JsonObject & { readonly list: string; readonly file: string };

const DEADLINE = 1_800_000;

/** Compares all providers with a list that was saved with its file. */
export const COMPARE_LIST: PluginJob<Payload> = {
  name: 'compare-exclusion-list',
  payloadSchema: { type: 'object', required: ['list', 'file'], properties: { list: { type: 'string' }, file: { type: 'string' } } },
  deadline: DEADLINE,
  attempts: 3,
  run: async (context) => {
    const [list] = await findLists(context, { _id: context.payload.list });
    // A list whose file was replaced since has a run of its own.
    return list === undefined || list['file'] !== context.payload.file ? { compared: false } : runComparison(context, list);
  },
};

async function findLists({ records }: PluginJobContext, filter: JsonObject): Promise<readonly VisibleRecord[]> {
  const sort = [{ sortField: 'imported_at', sortOrder: 'desc' }] as const;
  return (await records.find(SYSTEM_ACTOR, { module: 'exclusionLists', filter, sort, limit: 1, totalLimit: 1 })).data;
}

async function runComparison(context: PluginJobContext, { _id, ...list }: VisibleRecord): Promise<JsonObject> {
  const save = (fields: JsonObject): Promise<unknown> =>
    context.records.update({ ...SYSTEM_ACTOR, name: 'credentialing' }, { module: 'exclusionLists', id: _id, fields, quiet: true });
  await save({ status: 'Comparing', progress: 0, problem: null });
  try {
    const { rows, skipped, providers, matches } = await compareList(context, { id: _id, source: toText(list['source']) || 'OIG LEIE' });
    await save({
      ...{ status: 'Compared', progress: 100, row_count: rows, skipped_count: skipped, provider_count: providers, match_count: matches },
      imported_at: new Date(context.clock.now()).toISOString(),
    });
    return { rows, skipped, providers, matches };
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error;
    await save({ status: 'Failed', problem: error.message });
    return { compared: false };
  }
}

/** Each night: compares the providers again with the last list if one of them is new or was changed since. */
export async function compareChangedProviders(context: PluginJobContext): Promise<JsonObject> {
  const [list] = await findLists(context, { status: 'Compared' });
  if (toText(list?.['file']) === '' || list === undefined) return { compared: false };
  const filter: JsonObject = { updatedAt: { range: { gt: toText(list['imported_at']) } } };
  const { data } = await context.records.find(SYSTEM_ACTOR, { module: 'providers', filter, fields: ['_id'], limit: 1, totalLimit: 1 });
  return data.length === 0 ? { compared: false } : runComparison(context, list);
}

/** A list with another file waits for its comparison. */
export function prepareList({ event, draft }: PreSaveContext<'exclusionLists'>): void {
  if (!event.isEdit() || !(event.changed() as ReadonlySet<string>).has('file')) return;
  Object.assign(draft, { status: 'Waiting', progress: 0, problem: null, imported_at: null });
}

/** Begins the comparison of a list whose file was saved. */
export async function beginComparison({ event, record, addJob }: EffectContext<'exclusionLists'>): Promise<void> {
  const file = toText(record?.file);
  if (event.isBulkLoad || record === undefined || record.deleted === true || file === '') return;
  if (event.kind !== 'create' && !(event.changedFields as readonly string[]).includes('file')) return;
  await addJob(COMPARE_LIST, { list: event.id, file });
}
