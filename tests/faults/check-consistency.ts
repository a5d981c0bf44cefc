import { expect } from 'vitest';
import type { StorePort } from '../../engine/ports/index.ts';
import { entriesOf } from '../../engine/records/index.ts';
import type { RecordDocument } from '#engine/model/values';
import type { ApiClient } from '../support/api-client.ts';
import { ALLOTTED, type Acknowledged, type KillTestData } from './kill-load.ts';

const PATHS = { leads: 'leads', ptoRequests: 'pto-requests', calendarEvents: 'calendar-events', ptoBalance: 'pto-balances' } as const;

type Records = { readonly [module in keyof typeof PATHS]: ReadonlyMap<string, RecordDocument> };

/**
 * Checks that every acknowledged save exists with its audit entry, its change entry and its effects; every other save exists completely or
 * not at all. `history` is the store itself, because no endpoint returns the raw history.
 */
export async function checkConsistency(
  admin: ApiClient,
  history: StorePort,
  world: KillTestData,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const records = await readRecords(admin);
  const changes = await readAll(history, '_changes');
  const audits = await readAll(history, '_audit');
  checkAcknowledged(records, changes, acknowledged);
  checkHistory(records, changes, audits);
  checkEffects(records, world);
}

function checkAcknowledged(records: Records, changes: readonly RecordDocument[], acknowledged: readonly Acknowledged[]): void {
  const existing = new Set(
    changes.map(({ record_id, version, batch_id }) => `${record_id as string} ${version as number} ${batch_id as string}`),
  );
  const latest = new Map<string, Acknowledged>();
  for (const save of acknowledged) {
    expect(records[save.module].get(save.id)?._version ?? 0, `${save.module} ${save.id}`).toBeGreaterThanOrEqual(save.version);
    expect(existing.has(`${save.id} ${save.version} ${save.batchId}`), `change entry of ${save.id} ${save.version}`).toBe(true);
    if ((latest.get(save.id)?.version ?? 0) < save.version) latest.set(save.id, save);
  }
  for (const save of latest.values()) {
    const record = records[save.module].get(save.id);
    if (record?._version === save.version) expect(record).toMatchObject(save.fields);
  }
}

/** Each record has as many change entries as versions, each with its audit entries; and there is no history of missing records. */
function checkHistory(records: Records, changes: readonly RecordDocument[], audits: readonly RecordDocument[]): void {
  const versions = groupBy(changes, ({ record_id }) => record_id as string);
  const rows = groupBy(audits, ({ record_id }) => record_id as string);
  for (const [module, found] of Object.entries(records)) {
    for (const record of found.values()) {
      const saves = (versions.get(record._id) ?? []).sort((one, other) => (one.version as number) - (other.version as number));
      expect(
        saves.map(({ version }) => version),
        `change entries of ${module} ${record._id}`,
      ).toEqual(Array.from({ length: record._version }, (_, index) => index + 1));
      const audited = (rows.get(record._id) ?? []).flatMap((row) => entriesOf(row));
      expect(audited.filter(({ field }) => field === null).length, `audit of the creation of ${module} ${record._id}`).toBe(1);
      const batches = new Set(audited.map(({ batch_id }) => batch_id));
      for (const save of saves)
        expect(batches.has(save.batch_id as string), `audit of ${module} ${record._id} version ${save.version as number}`).toBe(true);
      // The field has the value of its last audit entry.
      for (const { field, new_value } of audited.slice(-1)) if (field !== null) expect(record[field] ?? null).toEqual(new_value);
    }
  }
  for (const change of changes) {
    const found = records[change.module as keyof Records];
    if (found !== undefined)
      expect(found.has(change.record_id as string), `record of a change entry: ${change.record_id as string}`).toBe(true);
  }
}

/** Each approved request is in the calendar once, and the balances are what the requests leave of them. */
function checkEffects(records: Records, world: KillTestData): void {
  const shown = groupBy([...records.calendarEvents.values()], (event) => event.related_pto_request_id as string);
  const taken = new Map<string, number>();
  for (const request of records.ptoRequests.values()) {
    const events = shown.get(request._id) ?? [];
    expect(events.length, `calendar events of ${request._id}`).toBe(1);
    const hours = (Date.parse(events[0]?.end as string) - Date.parse(events[0]?.start as string)) / 3_600_000;
    expect(hours).toBe(request.hours_requested);
    const balance = request.ptoBalance_ptoRequests as string;
    taken.set(balance, (taken.get(balance) ?? 0) + (request.hours_requested as number));
  }
  expect(records.calendarEvents.size).toBe(records.ptoRequests.size);
  for (const id of world.balances) {
    expect(records.ptoBalance.get(id)).toMatchObject({ balance: ALLOTTED - (taken.get(id) ?? 0), hours_taken: taken.get(id) ?? 0 });
  }
}

async function readRecords(admin: ApiClient): Promise<Records> {
  const modules = await Promise.all(Object.entries(PATHS).map(async ([module, path]) => [module, await readModule(admin, path)] as const));
  return Object.fromEntries(modules) as unknown as Records;
}

async function readModule(admin: ApiClient, path: string): Promise<Map<string, RecordDocument>> {
  const found = new Map<string, RecordDocument>();
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { status, body } = await admin.post(`/api/${path}/search`, {
      pageSize: 1_000,
      pageNumber,
      sortField: 'createdAt',
      sortOrder: 'asc',
    });
    if (status !== 200) throw new Error(`Reading ${path} returned ${status}: ${JSON.stringify(body)}`);
    for (const record of body.data as RecordDocument[]) found.set(record._id, record);
    // The store computes the total separately: it must equal the number of records read.
    if (body.data.length < 1_000) {
      expect(found.size).toBe(body.total);
      return found;
    }
  }
}

async function readAll(store: StorePort, collection: string): Promise<RecordDocument[]> {
  const all: RecordDocument[] = [];
  for await (const { document } of store.stream({ collection, filter: { kind: 'constant', value: true }, sort: [], limit: Infinity }))
    all.push(document);
  return all;
}

function groupBy(documents: readonly RecordDocument[], keyOf: (document: RecordDocument) => string): Map<string, RecordDocument[]> {
  const groups = new Map<string, RecordDocument[]>();
  for (const document of documents) {
    const group = groups.get(keyOf(document));
    if (group === undefined) groups.set(keyOf(document), [document]);
    else group.push(document);
  }
  return groups;
}
