import { MusterError } from '../../../errors/index.ts';
import { withWarnings, type FindResult } from '../../../records/index.ts';
import type { CompiledModule } from '#engine/model';
import type { Answer } from '../../answers/send.ts';
import { parameterOf, type Call } from '../../request/call.ts';
import type { Query } from '../../request/parameters.ts';
import { findInputOf, MAX_PAGE, populateOf, searchCheck, searchQueryCheck, windowOf, type PageWindow, type SearchParameters } from '../../request/search-input.ts';
import { idsOf } from '../../request/write-input.ts';
import type { ModuleCall } from '../module-call.ts';
import { readOneSearch } from '../one-search.ts';

/** GET {id}. */
export async function getRecord(call: ModuleCall): Promise<Answer> {
  const populate = readPopulate(call.query);
  const id = parameterOf(call, 'id');
  const input = populate === undefined ? { module: call.module.name, id } : { module: call.module.name, id, populate };
  return { body: await call.services.records.get(call.actor, input) };
}

/** get-by-ids, body `{ ids }`: those that the asker may see, all on one page. Errors: `too_many_ids`. */
export async function getByIds(call: ModuleCall): Promise<Answer> {
  const ids = idsOf(call.body);
  if (ids.length > MAX_PAGE) throw new MusterError('too_many_ids', { values: { limit: MAX_PAGE } });
  const found = await call.services.records.find(call.actor, { module: call.module.name, filter: { _id: { in: [...ids] } }, limit: ids.length });
  return answerPage(found, { pageNumber: 0, pageSize: ids.length, offset: 0 }, false);
}

/** with-relationships/{id}: every relate as `{ _id, name, ... }`. */
export async function getWithRelationships(call: ModuleCall): Promise<Answer> {
  return { body: await call.services.records.get(call.actor, { module: call.module.name, id: parameterOf(call, 'id'), populate: true }) };
}

/** GET base and base/list. */
export function listRecords(call: ModuleCall): Promise<Answer> {
  return answerSearch(call, call.module, searchQueryCheck.readQuery(call.query));
}

/** POST search and its kin. */
export function searchRecords(call: ModuleCall): Promise<Answer> {
  return answerSearch(call, call.module, searchCheck.read(call.body));
}

/** The same with every relate populated. */
export function searchWithPopulate(call: ModuleCall): Promise<Answer> {
  const search = searchCheck.read(call.body);
  return answerSearch(call, call.module, search.populate === undefined ? { ...search, populate: true } : search);
}

/** The first record of the order, or 404. */
export async function searchForOne(call: ModuleCall): Promise<Answer> {
  const search = readOneSearch(call);
  const found = await call.services.records.find(call.actor, { ...findInputOf(call.module.name, search, { pageNumber: 0, pageSize: 1, offset: 0 }), totalLimit: 1 });
  const [first] = found.data;
  if (first === undefined) throw new MusterError('record_not_found');
  return { body: withWarnings(first, found.warnings) };
}

/** report-search-aggregate-check: how many records a report would read, and whether that is allowed and affordable. */
export async function checkAggregate(call: ModuleCall): Promise<Answer> {
  const search = searchCheck.read(call.body);
  const { total, warnings } = await call.services.records.find(call.actor, { ...findInputOf(call.module.name, search, { pageNumber: 0, pageSize: 1, offset: 0 }) });
  return { body: withWarnings({ success: true, total }, warnings) };
}

/** A page of a module's records, or of their ids, as the search asks. */
export async function answerSearch(call: Call, module: CompiledModule, search: SearchParameters): Promise<Answer> {
  const page = windowOf(search, module.pageSize);
  const input = findInputOf(module.name, search, page);
  if (search.idsOnly === true) {
    const { ids, total, warnings } = await call.services.records.findIds(call.actor, input);
    return { body: withWarnings({ data: ids, total, pageNumber: page.pageNumber, pageSize: page.pageSize }, warnings) };
  }
  return answerPage(await call.services.records.find(call.actor, input), page, search.totalLimit !== undefined);
}

/** The answer of a page; records that were written as JSON before are not written anew. */
export function answerPage(found: FindResult, page: PageWindow, saysExact: boolean): Answer {
  const body = pageBody(found, page, saysExact);
  if (found.json === undefined) return { body };
  const rest = JSON.stringify({ ...body, data: undefined });
  return { body, json: `{"data":${found.json()},${rest.slice(1)}` };
}

/** `{ data, total, pageNumber, pageSize }`, with `totalIsExact` where counting was allowed to stop. */
export function pageBody(found: FindResult, page: PageWindow, saysExact: boolean): object {
  const body = { data: found.data, total: found.total, pageNumber: page.pageNumber, pageSize: page.pageSize };
  return withWarnings(saysExact ? { ...body, totalIsExact: found.totalIsExact } : body, found.warnings);
}

function readPopulate(query: Query): readonly string[] | true | undefined {
  return query['populate'] === undefined ? undefined : populateOf(searchQueryCheck.readQuery({ populate: query['populate'] }).populate);
}
