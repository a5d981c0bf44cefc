import { MusterError } from '../../errors/index.ts';
import { isAuditedPart, type AuditInput, type AuditNote } from '../../records/index.ts';
import type { JsonValue } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { compileCheck, textParameterOf } from '../request/parameters.ts';
import { SEARCH_SCHEMA, sortOf, windowOf, type SearchParameters } from '../request/search-input.ts';
import { bodyInvalid, keyOf, textOf } from '../request/write-input.ts';
import { moduleNamed } from '../module-calls/module-directory.ts';

const BASE = '/api/audit-log';
const DEFAULT_SORT = [{ sortField: 'date_created', sortOrder: 'desc' }] as const;

const { selectAll, selectNumberOfRecords, idsOnly, sortField, sortOrder, pageNumber, pageSize, searchTerms, moduleOptions, _warnings, user, sentBy, userId } = SEARCH_SCHEMA.properties;

/** What a search of the history may say, for the OpenAPI document too: entries are whole, and have no words to search. */
export const AUDIT_SEARCH_SCHEMA = {
  type: 'object', additionalProperties: false,
  properties: { selectAll, selectNumberOfRecords, idsOnly, sortField, sortOrder, pageNumber, pageSize, searchTerms, moduleOptions, _warnings, user, sentBy, userId },
};

/** The same in a query string, where the module may be named beside. */
export const AUDIT_QUERY_SCHEMA = { ...AUDIT_SEARCH_SCHEMA, properties: { ...AUDIT_SEARCH_SCHEMA.properties, module: { type: 'string' } } };

const auditSearch = compileCheck<SearchParameters>(AUDIT_SEARCH_SCHEMA);
const auditQuery = compileCheck<SearchParameters>(AUDIT_QUERY_SCHEMA, { jsonParameters: ['searchTerms'] });

/** `/api/audit-log`: the history of records, through the reader's own access, and of webhooks and API tokens, for System Admins. Append-only. */
export function serveAuditLog({ on }: CallRouter): void {
  for (const path of ['', '/list']) on({ method: 'GET', url: `${BASE}${path}` }, (call) => list(call, auditQuery.readQuery(call.query), moduleOf(call)));
  for (const path of ['/search', '/dataSourceSearch', '/paged-search']) on({ method: 'POST', url: `${BASE}${path}` }, (call) => list(call, auditSearch.read(bodyOf(call)), {}));
  on({ method: 'GET', url: `${BASE}/get-record-changes-by-module/:module/:recordId` }, (call) =>
    list(call, auditQuery.readQuery(call.query), { module: auditedName(call, parameterOf(call, 'module')), recordId: parameterOf(call, 'recordId') }));
  on({ method: 'GET', url: `${BASE}/:id` }, getEntry);
  for (const path of ['', '/create']) on({ method: 'POST', url: `${BASE}${path}` }, createEntry);
  on({ method: 'POST', url: `${BASE}/create-change-log-entries` }, createEntries);
  on({ method: 'PUT', url: `${BASE}/:id` }, refuseChange);
  on({ method: 'DELETE', url: `${BASE}/:id` }, refuseChange);
}

async function list(call: Call, search: SearchParameters, about: { readonly module?: string | undefined; readonly recordId?: string | undefined }): Promise<Answer> {
  const { idsOnly: wantsIds, ...whole } = search;
  const page = windowOf(whole, 10);
  const { module, record_id: recordId, ...filter } = search.searchTerms ?? {};
  const input: AuditInput = {
    module: about.module ?? textOrNothing(module), recordId: about.recordId ?? textOrNothing(recordId), filter,
    sort: sortOf(search) ?? DEFAULT_SORT, offset: page.offset, limit: page.pageSize,
  };
  const { data, total } = await call.services.records.audit(call.actor, input);
  return { body: { data: wantsIds === true ? data.map(({ _id }) => _id) : data, total, pageNumber: page.pageNumber, pageSize: page.pageSize } };
}

async function getEntry(call: Call): Promise<Answer> {
  const { data } = await call.services.records.audit(call.actor, { ...moduleOf(call), filter: { _id: parameterOf(call, 'id') }, limit: 1 });
  if (data[0] === undefined) throw new MusterError('record_not_found');
  return { body: data[0] };
}

async function createEntry(call: Call): Promise<Answer> {
  await assertSystemAdmin(call);
  const [entry] = await call.services.records.addAudit(call.actor, { entries: [readNote(bodyOf(call))], ...keyOf(call) });
  return { status: 201, body: entry };
}

/** Body `{ module, records: [id or record], fieldsChanged: [{ field, previous_value, new_value }] }`. */
async function createEntries(call: Call): Promise<Answer> {
  await assertSystemAdmin(call);
  const body = bodyOf(call);
  const { records, fieldsChanged } = body;
  if (!Array.isArray(records) || !Array.isArray(fieldsChanged) || records.length * fieldsChanged.length > 2_000) throw bodyInvalid('records and fieldsChanged must be lists, of at most 2,000 entries together');
  const entries = (records as readonly JsonValue[]).flatMap((record) => (fieldsChanged as readonly JsonValue[]).map((change) => readNote({ ...asObject(change), module: textOf(body, 'module'), record_id: idOf(record) })));
  return { status: 201, body: { success: true, data: await call.services.records.addAudit(call.actor, { entries, ...keyOf(call) }) } };
}

async function refuseChange(): Promise<Answer> {
  throw new MusterError('action_not_allowed', { message: 'The history of records cannot be changed.' });
}

function readNote(body: { readonly [name: string]: JsonValue }): AuditNote {
  const { field, previous_value, new_value, changeSource } = body;
  if (field !== undefined && field !== null && typeof field !== 'string') throw bodyInvalid('field must be a text');
  return {
    module: textOf(body, 'module'), recordId: textOf(body, 'record_id'), field: field ?? null,
    previous_value: previous_value ?? null, new_value: new_value ?? null, changeSource: textOrNothing(changeSource),
  };
}

/** `?module=`: without it, reading is System Admin's. */
function moduleOf(call: Call): { readonly module?: string } {
  const module = textParameterOf(call.query, 'module');
  return module === undefined ? {} : { module: auditedName(call, module) };
}

/** Of a module that is served, or of what is audited beside modules. Errors: `module_not_found`. */
function auditedName({ snapshot }: Call, name: string): string {
  return isAuditedPart(name) ? name : moduleNamed(snapshot, name).name;
}

function textOrNothing(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value) && typeof (value as { equals?: JsonValue }).equals === 'string') return (value as { equals: string }).equals;
  if (typeof value !== 'string') throw bodyInvalid('module and record_id are texts');
  return value;
}

function idOf(record: JsonValue): JsonValue {
  return typeof record === 'object' && record !== null && !Array.isArray(record) ? ((record as { readonly _id?: JsonValue })._id ?? null) : record;
}

function asObject(value: JsonValue): { readonly [name: string]: JsonValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyInvalid('each of fieldsChanged must be an object');
  return value as { readonly [name: string]: JsonValue };
}
