import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CountOptions, StorePage, StoredRecord, StoreQuery } from '../../ports/index.ts';
import { allOf } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { isKnown, type AccessPlan } from '../access/access-plan.ts';
import { auditSensitiveReads } from '../history/audit-sensitive-reads.ts';
import { populateRecords, type PopulateNames } from './populate.ts';
import { projectFields, projectRecord } from '../access/project-record.ts';
import { createFieldNotVisibleError } from './read-query.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import type { TermSearch } from './search-terms.ts';

/** How found records are projected. */
export interface ProjectionOptions {
  readonly fields?: readonly string[] | undefined;
  readonly populate?: PopulateNames | undefined;
}

/** Stored records as the reader may see them. */
export async function projectRecords(
  services: RecordServices,
  scope: AccessScope,
  plan: AccessPlan,
  stored: readonly StoredRecord[],
  options: ProjectionOptions,
): Promise<readonly VisibleRecord[]> {
  const show = chooseFields(services, scope, plan, options.fields);
  const records = stored.map((record) => show(record));
  const shown = options.populate === undefined ? records : await populateRecords(services, scope, plan, records, options.populate);
  await auditSensitiveReads(services, scope, plan, records);
  return shown;
}

/** The projection for the requested fields. Errors: `field_not_visible`, `validation_failed` for unknown ones. */
function chooseFields(
  services: RecordServices,
  scope: AccessScope,
  plan: AccessPlan,
  fields: readonly string[] | undefined,
): (stored: StoredRecord) => VisibleRecord {
  if (fields === undefined) return (stored) => projectRecord(plan, scope, decodeRecord(services, scope, plan.module, stored));
  const unknown = fields.filter((name) => !isKnown(plan, name) && name !== '_id' && name !== '_version');
  if (unknown.length > 0)
    throw new MusterError('validation_failed', {
      details: unknown.map((field) => ({ field, code: 'unknown_field', message: 'There is no such field.' })),
    });
  const hidden = fields.find((name) => plan.fields.get(name)?.read === 'none');
  if (hidden !== undefined) throw createFieldNotVisibleError(scope, plan.module.name, hidden);
  const names = new Set(fields);
  return (stored) => projectFields(plan, scope, decodeRecord(services, scope, plan.module, stored), names);
}

/** A page with its total, in the order of the query; with search terms, tier by tier of their ranking. */
export async function readPage(
  services: RecordServices,
  query: StoreQuery,
  search: TermSearch | undefined,
  options: CountOptions,
): Promise<StorePage> {
  if (search === undefined) return services.store.page(query, options);
  const total = await services.store.count({ ...query, filter: allOf([query.filter, search.matches]) }, options);
  return { ...total, records: await readTiers(services, query, search) };
}

/** Records of a page across the tiers: each tier is queried for the part of the page that the tiers before it did not fill. */
async function readTiers(services: RecordServices, query: StoreQuery, search: TermSearch): Promise<readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  let skip = query.offset ?? 0;
  for (const tier of search.tiers) {
    const left = query.limit - records.length;
    if (left <= 0) break;
    const filter = allOf([query.filter, tier]);
    const found = await services.store.find({ ...query, filter, offset: skip, limit: left });
    records.push(...found);
    // An empty result may mean that the offset skips the whole tier: its count is subtracted from the remaining offset.
    skip = found.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await services.store.count({ ...query, filter })).total);
  }
  return records;
}
