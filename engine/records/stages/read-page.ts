import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CountOptions, StorePage, StoredRecord, StoreQuery } from '../../ports/index.ts';
import { allOf } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { isKnown, type AccessPlan } from './access-plan.ts';
import { noteReading } from './note-reading.ts';
import { populateRecords, type PopulateNames } from './populate.ts';
import { projectFields, projectRecord } from './project-record.ts';
import { refuseField } from './read-query.ts';
import { openRecord } from './seal-record.ts';
import type { WordSearch } from './search-words.ts';

/** How found records are shown. */
export interface ShowOptions {
  readonly fields?: readonly string[] | undefined;
  readonly populate?: PopulateNames | undefined;
}

/** Stored records as their reader may see them. */
export async function showRecords(kernel: RecordKernel, scope: AccessScope, plan: AccessPlan, stored: readonly StoredRecord[], options: ShowOptions): Promise<readonly VisibleRecord[]> {
  const show = chooseFields(kernel, scope, plan, options.fields);
  const records = stored.map((record) => show(record));
  const shown = options.populate === undefined ? records : await populateRecords(kernel, scope, plan, records, options.populate);
  await noteReading(kernel, scope, plan, records);
  return shown;
}

/** The projection for the fields that are asked for. Errors: `field_not_visible`, `validation_failed` for unknown ones. */
function chooseFields(kernel: RecordKernel, scope: AccessScope, plan: AccessPlan, fields: readonly string[] | undefined): (stored: StoredRecord) => VisibleRecord {
  if (fields === undefined) return (stored) => projectRecord(plan, scope, openRecord(kernel, scope, plan.module, stored));
  const unknown = fields.filter((name) => !isKnown(plan, name) && name !== '_id' && name !== '_version');
  if (unknown.length > 0) throw new MusterError('validation_failed', { details: unknown.map((field) => ({ field, code: 'unknown_field', message: 'There is no such field.' })) });
  const hidden = fields.find((name) => plan.fields.get(name)?.read === 'none');
  if (hidden !== undefined) throw refuseField(scope, plan.module.name, hidden);
  const names = new Set(fields);
  return (stored) => projectFields(plan, scope, openRecord(kernel, scope, plan.module, stored), names);
}

/** A page with its total, in the order of the query; with words, tier by tier of their ranking. */
export async function readPage(kernel: RecordKernel, query: StoreQuery, words: WordSearch | undefined, options: CountOptions): Promise<StorePage> {
  if (words === undefined) return kernel.store.page(query, options);
  const total = await kernel.store.count({ ...query, filter: allOf([query.filter, words.matches]) }, options);
  return { ...total, records: await readTiers(kernel, query, words) };
}

/** Records of a page over the tiers: each tier is asked for what is left of the page after those before it. */
async function readTiers(kernel: RecordKernel, query: StoreQuery, words: WordSearch): Promise<readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  let skip = query.offset ?? 0;
  for (const tier of words.tiers) {
    const left = query.limit - records.length;
    if (left <= 0) break;
    const filter = allOf([query.filter, tier]);
    const found = await kernel.store.find({ ...query, filter, offset: skip, limit: left });
    records.push(...found);
    // A tier that answered nothing may have been skipped over: then what is left to skip is what it did not hold.
    skip = found.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await kernel.store.count({ ...query, filter })).total);
  }
  return records;
}

