import { MusterError } from '../../errors/index.ts';
import { isAuditedResource, type AuditInput, type AuditEntryInput } from '../../records/index.ts';
import type { JsonValue } from '#engine/model/values';
import { createAuditCsv } from '../responses/audit-csv.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { assertSystemAdmin, bodyOf, parameterOf, rightsOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck, textParameterOf } from '../request/parameters.ts';
import { resolveModuleName } from '../request/resolve-aliases.ts';
import { SEARCH_SCHEMA, UNUSED_PROPERTIES, sortOf, readPagination, type SearchParameters } from '../request/search-input.ts';
import { bodyInvalid, readIdempotency, textOf } from '../request/write-input.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';

const BASE = '/api/audit-log';
const DEFAULT_SORT = [{ sortField: 'date_created', sortOrder: 'desc' }] as const;

const { selectAll, selectNumberOfRecords, idsOnly, sortField, sortOrder, pageNumber, pageSize, searchTerms } = SEARCH_SCHEMA.properties;

/** Body of a search of the audit log, also for the OpenAPI document: entries are returned whole, and there is no text search. */
export const AUDIT_SEARCH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    selectAll,
    selectNumberOfRecords,
    idsOnly,
    sortField,
    sortOrder,
    pageNumber,
    pageSize,
    searchTerms,
    ...UNUSED_PROPERTIES,
  },
};

/** Same for a query string, with the module as an additional parameter. */
export const AUDIT_QUERY_SCHEMA = { ...AUDIT_SEARCH_SCHEMA, properties: { ...AUDIT_SEARCH_SCHEMA.properties, module: { type: 'string' } } };

const { searchTerms: exportTerms } = AUDIT_SEARCH_SCHEMA.properties;

/** Body of an export, also for the OpenAPI document. */
export const AUDIT_EXPORT_SCHEMA = { type: 'object', additionalProperties: false, properties: { searchTerms: exportTerms } };

const auditExport = compileCheck<Pick<SearchParameters, 'searchTerms'>>(AUDIT_EXPORT_SCHEMA);
const auditSearch = compileCheck<SearchParameters>(AUDIT_SEARCH_SCHEMA);
const auditQuery = compileCheck<SearchParameters>(AUDIT_QUERY_SCHEMA, { jsonParameters: ['searchTerms'] });

/**
 * `/api/audit-log`: the history of records, limited by the rights of the requester, and for System Admins that of API tokens,
 * secret settings, webhooks and background jobs. Append-only.
 */
export function serveAuditLog({ on }: EndpointRouter): void {
  for (const path of ['', '/list'])
    on({ method: 'GET', url: `${BASE}${path}`, preview: true }, (context) =>
      list(context, auditQuery.readQuery(context.query), moduleOf(context)),
    );
  for (const path of ['/search', '/dataSourceSearch', '/paged-search'])
    on({ method: 'POST', url: `${BASE}${path}`, preview: true }, (context) => list(context, auditSearch.read(bodyOf(context)), {}));
  on({ method: 'GET', url: `${BASE}/get-record-changes-by-module/:module/:recordId`, preview: true }, (context) =>
    list(context, auditQuery.readQuery(context.query), {
      module: auditedName(context, parameterOf(context, 'module')),
      recordId: parameterOf(context, 'recordId'),
    }),
  );
  on({ method: 'POST', url: `${BASE}/export` }, exportEntries);
  on({ method: 'GET', url: `${BASE}/:id`, preview: true }, getEntry);
  for (const path of ['', '/create']) on({ method: 'POST', url: `${BASE}${path}` }, createEntry);
  on({ method: 'POST', url: `${BASE}/create-change-log-entries` }, createEntries);
  on({ method: 'PUT', url: `${BASE}/:id` }, refuseChange);
  on({ method: 'DELETE', url: `${BASE}/:id` }, refuseChange);
}

async function list(
  context: RequestContext,
  search: SearchParameters,
  about: { readonly module?: string | undefined; readonly recordId?: string | undefined },
): Promise<ApiResponse> {
  const { idsOnly: wantsIds, ...whole } = search;
  const page = readPagination(whole, 10);
  const { module, record_id: recordId, ...filter } = search.searchTerms ?? {};
  const input: AuditInput = {
    module: about.module ?? currentModule(context, module),
    recordId: about.recordId ?? textOrNothing(recordId),
    filter,
    sort: sortOf(search) ?? DEFAULT_SORT,
    offset: page.offset,
    limit: page.pageSize,
  };
  const { data, total } = await context.services.records.audit(context.actor, input);
  return {
    body: { data: wantsIds === true ? data.map(({ _id }) => _id) : data, total, pageNumber: page.pageNumber, pageSize: page.pageSize },
  };
}

/** The current name of the module that a search names. */
function currentModule(context: RequestContext, module: JsonValue | undefined): string | undefined {
  const name = textOrNothing(module);
  return name === undefined ? undefined : resolveModuleName(context, name);
}

/** A CSV file of all that the filter matches, newest first, with names instead of ids. Needs the right to export the module. */
async function exportEntries(context: RequestContext): Promise<ApiResponse> {
  const { module, record_id: recordId, ...filter } = auditExport.read(bodyOf(context)).searchTerms ?? {};
  const name = currentModule(context, module);
  const rights = await rightsOf(context);
  if (name !== undefined && !rights.unrestricted && !rights.module(name).export)
    throw new MusterError('action_not_allowed', { message: 'You may not export the history of this module.' });
  const entries = await context.services.records.streamAudit(context.actor, { module: name, recordId: textOrNothing(recordId), filter });
  return {
    body: undefined,
    send: async (_request, reply) => {
      void reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="audit-log.csv"',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(createAuditCsv(context, entries));
      return Promise.resolve();
    },
  };
}

async function getEntry(context: RequestContext): Promise<ApiResponse> {
  const { data } = await context.services.records.audit(context.actor, {
    ...moduleOf(context),
    filter: { _id: parameterOf(context, 'id') },
    limit: 1,
  });
  if (data[0] === undefined) throw new MusterError('record_not_found');
  return { body: data[0] };
}

async function createEntry(context: RequestContext): Promise<ApiResponse> {
  await assertSystemAdmin(context);
  const [entry] = await context.services.records.addAudit(context.actor, {
    entries: [readNote(bodyOf(context))],
    ...readIdempotency(context),
  });
  return { status: 201, body: entry };
}

/** Body `{ module, records: [id or record], fieldsChanged: [{ field, previous_value, new_value }] }`. */
async function createEntries(context: RequestContext): Promise<ApiResponse> {
  await assertSystemAdmin(context);
  const body = bodyOf(context);
  const { records, fieldsChanged } = body;
  if (!Array.isArray(records) || !Array.isArray(fieldsChanged) || records.length * fieldsChanged.length > 2_000)
    throw bodyInvalid('records and fieldsChanged must be lists, of at most 2,000 entries together');
  const entries = (records as readonly JsonValue[]).flatMap((record) =>
    (fieldsChanged as readonly JsonValue[]).map((change) =>
      readNote({ ...asObject(change), module: textOf(body, 'module'), record_id: idOf(record) }),
    ),
  );
  return {
    status: 201,
    body: { success: true, data: await context.services.records.addAudit(context.actor, { entries, ...readIdempotency(context) }) },
  };
}

async function refuseChange(): Promise<ApiResponse> {
  throw new MusterError('action_not_allowed', { message: 'The history of records cannot be changed.' });
}

function readNote(body: { readonly [name: string]: JsonValue }): AuditEntryInput {
  const { field, previous_value, new_value, changeSource } = body;
  if (field !== undefined && field !== null && typeof field !== 'string') throw bodyInvalid('field must be a text');
  return {
    module: textOf(body, 'module'),
    recordId: textOf(body, 'record_id'),
    field: field ?? null,
    previous_value: previous_value ?? null,
    new_value: new_value ?? null,
    changeSource: textOrNothing(changeSource),
  };
}

/** Reads `?module=`; without it, only System Admins may read. */
function moduleOf(context: RequestContext): { readonly module?: string } {
  const module = textParameterOf(context.query, 'module');
  return module === undefined ? {} : { module: auditedName(context, module) };
}

/** Returns the name of a served module, or of another audited subject. Errors: `module_not_found`. */
function auditedName(context: RequestContext, name: string): string {
  return isAuditedResource(name) ? name : moduleNamed(context, name).name;
}

function textOrNothing(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value) && typeof (value as { equals?: JsonValue }).equals === 'string')
    return (value as { equals: string }).equals;
  if (typeof value !== 'string') throw bodyInvalid('module and record_id are texts');
  return value;
}

function idOf(record: JsonValue): JsonValue {
  return typeof record === 'object' && record !== null && !Array.isArray(record)
    ? ((record as { readonly _id?: JsonValue })._id ?? null)
    : record;
}

function asObject(value: JsonValue): { readonly [name: string]: JsonValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyInvalid('each of fieldsChanged must be an object');
  return value as { readonly [name: string]: JsonValue };
}
