import { MusterError, paginateRecords, type PluginJobContext } from '#engine';
import { addDays, today, type JsonObject } from '#engine/model';
import { readOwner } from '../../shared/sharing.ts';
import { readReport, type Stored } from '../../shared/stored-report.ts';
import { openSnapshotSource, takeSnapshot } from '../figures/take-snapshot.ts';

const SNAPSHOTS = 'reportSnapshots';
/** Old snapshots that one run deletes. */
const MOST_DELETED = 500;

type StoredRow = Stored & { readonly _id: string };

/**
 * Stores the figures of today of the reports that have `daily_snapshots`, with the rights of their owners. Runs every hour: what was stored is
 * not stored again, and a day on which the product ran for an hour has its figures.
 */
export async function takeSnapshots(context: PluginJobContext): Promise<{ readonly stored: number; readonly skipped: number }> {
  const day = today(context);
  let [stored, skipped] = [0, 0];
  for await (const page of paginateRecords(context, { module: 'reports', filter: { daily_snapshots: true }, fields: ['assigned_to'] })) {
    for (const record of page as readonly StoredRow[]) {
      context.signal.throwIfAborted();
      if (await hasSnapshot(context, keyOf(record, day))) continue;
      if (await storeSnapshot(context, record, day)) stored += 1;
      else skipped += 1;
    }
  }
  await deleteOld(context, day);
  return { stored, skipped };
}

/** One report has one snapshot for each day, whoever stores it. */
function keyOf({ _id: id }: StoredRow, day: string): string {
  return `${id} ${day}`;
}

async function hasSnapshot({ records, actor }: PluginJobContext, key: string): Promise<boolean> {
  const filter = { snapshot_key: { equals: key } };
  const { data } = await records.find(actor, { module: SNAPSHOTS, filter, fields: ['_id'], limit: 1, totalLimit: 1 });
  return data.length > 0;
}

/** False: the report has no owner, its owner left or may not see it or its records, or it has no figures. */
async function storeSnapshot(context: PluginJobContext, record: StoredRow, day: string): Promise<boolean> {
  const { records, actor, clock } = context;
  const userId = readOwner(record);
  if (userId === '') return false;
  const reader = { kind: 'user', userId } as const;
  try {
    // With today's rights of the owner, also for the report itself.
    const report = readReport(await records.get(reader, { module: 'reports', id: record._id }));
    const reading = { reports: context.reports, actor: reader, clock, refuse: context.refuse };
    const source = await openSnapshotSource(reading, report);
    if (source === undefined) return false;
    const taken = await takeSnapshot(reading, source);
    const fields = {
      name: `${report.name}, ${day}`.slice(0, 200),
      report: record._id,
      day,
      taken_at: new Date(clock.now()).toISOString(),
      records: taken.records,
      snapshot_key: keyOf(record, day),
      definition_key: source.definitionKey,
      figures: taken.figures as unknown as JsonObject,
    };
    await records.create(actor, { module: SNAPSHOTS, fields, quiet: true });
    return true;
  } catch (error) {
    // What the owner may not see now is tried again in an hour; what another process stored meanwhile is there.
    if (error instanceof MusterError && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}

/** Deletes what is older than the setting `report_snapshot_days`. */
async function deleteOld(context: PluginJobContext, day: string): Promise<void> {
  const { records, actor } = context;
  const days = context.setting('report_snapshot_days');
  if (typeof days !== 'number') return;
  const filter = { day: { range: { lt: addDays(day, -days) } } };
  const { data } = await records.find(actor, { module: SNAPSHOTS, filter, fields: ['_id'], limit: MOST_DELETED, totalLimit: 1 });
  if (data.length === 0) return;
  const input = { module: SNAPSHOTS, ids: data.map(({ _id: id }) => id), quiet: true };
  await records.markDeleted(actor, input);
  await records.deleteForever(actor, input);
}
