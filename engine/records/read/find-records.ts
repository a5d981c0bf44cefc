import type { AccessScope, Actor } from '../../access/index.ts';
import type { StoredRecord } from '../../ports/index.ts';
import { allOf } from '#engine/model/filter';
import { isReadable, planOf, type AccessPlan } from '../access/access-plan.ts';
import { projectCached, projectFields, projectRecord, stringifyRecords } from '../access/project-record.ts';
import { assertModuleRight, getReadableModule } from '../access/record-access.ts';
import type { FindInput, FindResult, OperationWarning, VisibleRecord } from './read-contract.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { auditSensitiveReads } from '../history/audit-sensitive-reads.ts';
import type { ReadServices } from '../record-services.ts';
import { populateRecords, type PopulateNames } from './populate.ts';
import { buildReadQuery, createUnknownFieldError, type ReadQuery } from './read-query.ts';
import { rethrowWithCostlyFields } from './rethrow-with-costly-fields.ts';
import { parseSearchTerms, readPage, type TermSearch } from './search-terms.ts';

const MAX_FOUND_IDS = 100_000;

const STREAM_CHUNK = 200;

/** A read whose module, filter, sort and search terms were checked. */
export interface PreparedRead extends ReadQuery {
  readonly scope: AccessScope;
  readonly search: TermSearch | undefined;
  readonly module: ReturnType<typeof getReadableModule>;
}

/** Checks a read with the rights of its actor. Errors: those of `find`, but for `fields` and `populate`. */
export async function prepareRead(
  services: ReadServices,
  actor: Actor,
  input: Pick<FindInput, 'module' | 'filter' | 'sort' | 'terms'>,
): Promise<PreparedRead> {
  const scope = await services.access.scope(actor);
  const module = getReadableModule(scope, input.module);
  const search = input.terms === undefined || input.terms.trim() === '' ? undefined : parseSearchTerms(scope, module, input.terms);
  return { scope, search, module, ...buildReadQuery(services, scope, { module, filter: input.filter, sort: input.sort }) };
}

/** Reads a page with its total. */
export async function findRecords(services: ReadServices, actor: Actor, input: FindInput): Promise<FindResult> {
  const { scope, module, query, search, warnings } = await prepareRead(services, actor, input);
  const storeQuery = { offset: input.offset ?? 0, limit: input.limit ?? module.pageSize, ...query };
  const page = await readPage(services, storeQuery, search, input.totalLimit === undefined ? {} : { totalLimit: input.totalLimit }).catch(
    rethrowWithCostlyFields(scope, module, withSearch(query, search)),
  );
  const plan = planOf(scope, module);
  if (isPlain(plan, input)) {
    const shown = projectCached(services, scope, plan, page.records);
    return {
      data: shown.map(({ record }) => record),
      json: () => stringifyRecords(shown),
      total: page.total,
      totalIsExact: page.totalIsExact,
      warnings,
    };
  }
  const data = await projectRecords(services, scope, plan, page.records, input);
  return { data, total: page.total, totalIsExact: page.totalIsExact, warnings };
}

/** Whether whole records are returned, without populated relations and without sensitive values to audit. */
function isPlain(plan: AccessPlan, { fields, populate }: ProjectionOptions): boolean {
  return fields === undefined && populate === undefined && plan.plaintextFields.length === 0;
}

/** Combines filter and search terms into one filter, for results without ranking. */
export function withSearch(query: ReadQuery['query'], search: TermSearch | undefined): ReadQuery['query'] {
  return search === undefined ? query : { ...query, filter: allOf([query.filter, search.matches]) };
}

/** Ids of the records that `findRecords` returns. */
export async function findRecordIds(
  services: ReadServices,
  actor: Actor,
  input: FindInput,
): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly warnings: readonly OperationWarning[] }> {
  const { scope, module, query, search, warnings } = await prepareRead(services, actor, input);
  const storeQuery = {
    ...withSearch(query, search),
    offset: input.offset ?? 0,
    limit: Math.min(input.limit ?? MAX_FOUND_IDS, MAX_FOUND_IDS),
  };
  const [ids, { total }] = await Promise.all([services.store.findIds(storeQuery), services.store.count(storeQuery)]).catch(
    rethrowWithCostlyFields(scope, module, storeQuery),
  );
  return { ids, total, warnings };
}

/** Streams all matching records; requires the right to export. Search terms are not ranked here. */
export async function* streamRecords(
  services: ReadServices,
  actor: Actor,
  input: Omit<FindInput, 'offset' | 'limit' | 'totalLimit'>,
): AsyncIterable<VisibleRecord> {
  const prepared = await prepareRead(services, actor, input);
  assertModuleRight(prepared.scope, prepared.module, 'export');
  yield* streamPrepared(services, prepared, input);
}

/** Streams all records of a checked read; whether its actor may export them was checked before. */
export async function* streamPrepared(
  services: ReadServices,
  { scope, module, query, search }: PreparedRead,
  options: ProjectionOptions,
): AsyncIterable<VisibleRecord> {
  const plan = planOf(scope, module);
  const plain = isPlain(plan, options);
  let chunk = [];
  for await (const stored of services.store.stream({ ...withSearch(query, search), limit: Infinity })) {
    if (plain) yield projectRecord(plan, scope, decodeRecord(services, scope, module, stored));
    else chunk.push(stored);
    if (chunk.length < STREAM_CHUNK) continue;
    yield* await projectRecords(services, scope, plan, chunk, options);
    chunk = [];
  }
  yield* await projectRecords(services, scope, plan, chunk, options);
}

/** How found records are projected. */
export interface ProjectionOptions {
  readonly fields?: readonly string[] | undefined;
  readonly populate?: PopulateNames | undefined;
}

/** Stored records as the reader may see them. */
export async function projectRecords(
  services: ReadServices,
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

/** The projection for the requested fields. Errors: `unknown_field`. */
function chooseFields(
  services: ReadServices,
  scope: AccessScope,
  plan: AccessPlan,
  fields: readonly string[] | undefined,
): (stored: StoredRecord) => VisibleRecord {
  if (fields === undefined) return (stored) => projectRecord(plan, scope, decodeRecord(services, scope, plan.module, stored));
  const unknown = fields.filter((name) => !isReadable(plan, name) && name !== '_id' && name !== '_version');
  if (unknown.length > 0) throw createUnknownFieldError(unknown);
  const names = new Set(fields);
  return (stored) => projectFields(plan, scope, decodeRecord(services, scope, plan.module, stored), names);
}
