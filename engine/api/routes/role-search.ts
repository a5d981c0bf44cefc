import { withWarnings, type FindResult } from '../../records/index.ts';
import type { JsonValue } from '#engine/model/values';
import { findServed } from '../module-endpoints/module-directory.ts';
import { pageBody } from '../module-endpoints/operations/read.ts';
import { searchEntries } from '../definition-search.ts';
import type { DefinitionEntry } from '../definition-endpoints.ts';
import { rightsOf, type RequestContext } from '../request/request-context.ts';
import { findInputOf, readPagination, type SearchParameters } from '../request/search-input.ts';

/** Properties of a role that its record does not have; they are read from the definition. */
const DEFINITION_ONLY: ReadonlySet<string> = new Set(['module_access', 'field_access', 'sensitive_access', 'permissions']);

type Row = FindResult['data'][number];

/**
 * Searches roles. Each role has a record, so that filter, order, fields and populate are those of every module, within the rights of the
 * requester; the rows also contain the definitions in `entries`. Errors: those of a search of records.
 */
export async function searchRoles(context: RequestContext, entries: readonly DefinitionEntry[], search: SearchParameters): Promise<object> {
  const rights = await rightsOf(context);
  const module = findServed(context.snapshot, ({ definition }) => definition.mirrors === 'role');
  // Who may read neither the records nor the names of roles finds none.
  if (!rights.module(module.name).access && !rights.isStaff) return searchEntries([], search);
  const page = readPagination(search, module.pageSize);
  const requested = search.fields?.filter((name) => !DEFINITION_ONLY.has(name));
  const input = { ...findInputOf(module.name, search, page), fields: requested };
  if (search.idsOnly === true) {
    const { ids, total, warnings } = await context.services.records.findIds(context.actor, input);
    return withWarnings({ data: ids, total, pageNumber: page.pageNumber, pageSize: page.pageSize }, warnings);
  }
  const found = await context.services.records.find(context.actor, input);
  const byId = new Map(entries.map((entry) => [entry._id, entry]));
  const data = found.data.map((record) => toRow(record, byId.get(record._id), search.fields));
  return pageBody({ ...withoutJson(found), data }, page, search.totalLimit !== undefined);
}

function toRow(record: Row, entry: DefinitionEntry | undefined, fields: readonly string[] | undefined): Row {
  const picked = Object.entries(entry ?? {}).filter(
    ([name]) => fields === undefined || (fields.includes(name) && DEFINITION_ONLY.has(name)),
  );
  return { ...record, ...(Object.fromEntries(picked) as { readonly [name: string]: JsonValue }) };
}

/** The rows differ from the serialized records. */
function withoutJson({ json: _json, ...found }: FindResult): FindResult {
  return found;
}
