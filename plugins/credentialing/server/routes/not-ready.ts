import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { addDays, today, toText, type JsonObject } from '#engine/model';
import { isRequired, titleOf, type RequiredItem } from '../../shared/item.ts';
import { countCompletion, stateOf, type ItemState } from '../../shared/item-state.ts';
import { findByIds, findIn, findItemsOf, groupByRecord, nameOf } from '../services/read-records.ts';
import { readPage, takePage } from './page.ts';

/** Days from today whose starts are listed by default. */
const DEFAULT_DAYS = 90;
/** The most placements that are checked, those that start first. */
const MAX_PLACEMENTS = 1_000;
/** The most reasons of a placement. */
const MAX_REASONS = 5;
const DONE: readonly ItemState[] = ['approved', 'expiring', 'waived'];
const NO_RECORD = { item: null, label: 'No credentialing record', state: 'no_record' };
const NOT_CLEARED = { item: null, label: 'Not cleared yet', state: 'not_cleared' };

/** `GET /api/credentialing/not-ready`: placements that start soon and whose provider is not ready, with the reasons, by start date. */
export async function listNotReady(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const page = readPage(context.query);
  const day = today(context);
  const given = context.query['until'] ?? '';
  const until = /^\d{4}-\d{2}-\d{2}$/u.test(given) ? given : addDays(day, DEFAULT_DAYS);
  const placements = await findStarting(context, day, until);
  const found = await findIn(
    context,
    'credentialing',
    placements.map(({ _id }) => _id),
    { field: 'placements_credentialing' },
  );
  const recordOf = new Map(found.map((record) => [toText(record['placements_credentialing']), record]));
  const items = groupByRecord(
    await findItemsOf(
      context,
      'relatedCredentialingRecord',
      found.map(({ _id }) => _id),
    ),
  );
  const waiting = placements.flatMap((placement) => {
    const record = recordOf.get(placement._id);
    const own = items.get(record?._id ?? '') ?? [];
    const reasons = record === undefined ? [NO_RECORD] : listReasons(record, own, day);
    return reasons.length === 0 ? [] : [{ placement, record, own, reasons }];
  });
  const rows = takePage(waiting, page);
  const names = await readNames(
    context,
    rows.map(({ placement }) => placement),
  );
  const data = rows.map(({ placement, record, own, reasons }): JsonObject => {
    const confirmed = toText(placement['confirmed_start_date']);
    return {
      placement: nameOf(placement),
      ...names(placement),
      start_date: startOf(placement),
      confirmed: confirmed !== '',
      record: record === undefined ? null : { ...nameOf(record), credentialing_status: toText(record['credentialing_status']) },
      percent: record === undefined ? 0 : countCompletion(own, day).percent,
      reasons: reasons.slice(0, MAX_REASONS),
      more: Math.max(0, reasons.length - MAX_REASONS),
    };
  });
  return { body: { data, total: waiting.length, ...page } };
}

function startOf(placement: VisibleRecord): string {
  return toText(placement['confirmed_start_date'] ?? placement['planned_start_date']);
}

/** By start date, then by id. */
async function findStarting({ records, actor }: PluginRouteContext, from: string, until: string): Promise<readonly VisibleRecord[]> {
  const range = { range: { gte: from, lte: until } };
  const { data } = await records.find(actor, {
    module: 'placements',
    filter: { or: [{ confirmed_start_date: range }, { confirmed_start_date: { exists: false }, planned_start_date: range }] },
    sort: [{ sortField: 'planned_start_date', sortOrder: 'asc' }],
    limit: MAX_PLACEMENTS,
    totalLimit: 1,
  });
  return data.toSorted((left, right) => startOf(left).localeCompare(startOf(right)) || left._id.localeCompare(right._id));
}

function listReasons(record: VisibleRecord, items: readonly RequiredItem[], day: string): readonly JsonObject[] {
  const open = items
    .filter((item) => isRequired(item) && !DONE.includes(stateOf(item, day)))
    .map((item) => ({ item: item._id, label: titleOf(item), state: stateOf(item, day) }));
  if (open.length > 0 || record['credentialing_status'] === 'Cleared to Start') return open;
  return [NOT_CLEARED];
}

async function readNames(
  context: PluginRouteContext,
  placements: readonly VisibleRecord[],
): Promise<(placement: VisibleRecord) => JsonObject> {
  const providers = await findByIds(
    context,
    'providers',
    placements.map((one) => toText(one['providers_placements'])),
  );
  const accounts = await findByIds(
    context,
    'accounts',
    placements.map((one) => toText(one['accounts_placements'])),
  );
  const named = (record: VisibleRecord | undefined): JsonObject | null => (record === undefined ? null : nameOf(record));
  return (placement) => ({
    provider: named(providers.get(toText(placement['providers_placements']))),
    account: named(accounts.get(toText(placement['accounts_placements']))),
  });
}
