import { MusterError } from '../../errors/index.ts';
import type { VisibleRecord } from '../../records/index.ts';
import { toText, compareCodePoints, foldText, type JsonValue } from '#engine/model/values';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { ApiResponse } from '../responses/send-response.ts';
import { moduleNamed, servedModules } from '../module-endpoints/module-directory.ts';
import { toWriteResponse } from '../module-endpoints/operations/write.ts';
import { bodyOf, parameterOf, rightsOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck } from '../request/parameters.ts';
import { SEARCH_SCHEMA, readPagination, type SearchParameters } from '../request/search-input.ts';
import { bodyInvalid, textOf, withoutNames, writeOptionsOf } from '../request/write-input.ts';

/** One address of a record. `_id` contains the record, the field and the index in its list. */
interface EmailEntry {
  readonly _id: string;
  readonly module: string;
  readonly record: string;
  readonly record_name: string;
  readonly field: string;
  readonly email_address: string;
  readonly primary: boolean;
  readonly opt_out: boolean;
  readonly invalid_email: boolean;
  readonly deleted: boolean;
}

type Operand = { readonly equals?: string; readonly contains?: string; readonly startsWith?: string; readonly exists?: boolean };

interface EmailSearch extends Omit<SearchParameters, 'searchTerms' | 'sortField'> {
  readonly searchTerms?: { readonly email_address?: string | Operand; readonly module?: string };
  readonly sortField?: (typeof SORT_FIELDS)[number];
}

const SORT_FIELDS = ['email_address', 'record_name', 'module'] as const;
const TEXT = { type: 'string', minLength: 1, maxLength: 200 };
const { selectAll, selectNumberOfRecords, idsOnly, sortOrder, pageNumber, pageSize, user, sentBy, userId, _warnings } =
  SEARCH_SCHEMA.properties;

/** Body of a search for addresses, also for the OpenAPI document. */
export const EMAIL_SEARCH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    searchTerms: {
      type: 'object',
      additionalProperties: false,
      properties: {
        email_address: {
          anyOf: [
            TEXT,
            {
              type: 'object',
              additionalProperties: false,
              minProperties: 1,
              properties: { equals: TEXT, contains: TEXT, startsWith: TEXT },
            },
          ],
        },
        module: TEXT,
      },
    },
    search: TEXT,
    sortField: { type: 'string', enum: SORT_FIELDS },
    selectAll,
    selectNumberOfRecords,
    idsOnly,
    sortOrder,
    pageNumber,
    pageSize,
    user,
    sentBy,
    userId,
    _warnings,
  },
};

const emailSearch = compileCheck<EmailSearch>(EMAIL_SEARCH_SCHEMA, { jsonParameters: ['searchTerms'] });

/** Maximum number of records per module that a search reads; when there are more, the total is marked as not exact. */
const MAX_RECORDS = 1_000;

/** `/api/email-addresses`: the EmailAddress fields of records, limited by the rights on those records. */
export function serveEmailAddresses({ on }: EndpointRouter): void {
  for (const path of ['', '/list'])
    on({ method: 'GET', url: `/api/email-addresses${path}`, preview: true }, async (context) =>
      searchAddresses(context, emailSearch.readQuery(context.query)),
    );
  for (const path of ['/search', '/dataSourceSearch'])
    on({ method: 'POST', url: `/api/email-addresses${path}`, preview: true }, async (context) =>
      searchAddresses(context, emailSearch.read(bodyOf(context))),
    );
  on({ method: 'POST', url: '/api/email-addresses/get-emails-for-record', preview: true }, addressesOfRecord);
  on({ method: 'POST', url: '/api/email-addresses/update-email-addresses' }, updateAddresses);
  on({ method: 'GET', url: '/api/email-addresses/:id', preview: true }, getAddress);
}

async function addressesOfRecord(context: RequestContext): Promise<ApiResponse> {
  const body = bodyOf(context);
  const module = moduleNamed(context, textOf(body, 'module'));
  const data = entriesOf(module, await readRecord(context, module, recordIdOf(body)));
  return { body: { data, total: data.length } };
}

/** Body `{ module, record, emailAddresses, field? }`: replaces the addresses of the record in that field, or in its main one. */
async function updateAddresses(context: RequestContext): Promise<ApiResponse> {
  const body = bodyOf(context);
  const module = moduleNamed(context, textOf(body, 'module'));
  const field = body['field'] === undefined ? findMainField(module)?.name : textOf(body, 'field');
  if (field === undefined || module.fields.get(field)?.type.name !== 'EmailAddress')
    throw bodyInvalid('the module has no such EmailAddress field');
  const addresses = body['emailAddresses'];
  if (!Array.isArray(addresses)) throw bodyInvalid('emailAddresses must be a list');
  const id = recordIdOf(body);
  const result = await context.services.records.update(context.actor, {
    ...writeOptionsOf(context),
    module: module.name,
    id,
    fields: { [field]: (addresses as readonly JsonValue[]).map(toAddress) },
  });
  return {
    ...toWriteResponse(result, 200),
    body: { success: true, data: entriesOf(module, result.record), _version: result.record['_version'] },
  };
}

async function getAddress(context: RequestContext): Promise<ApiResponse> {
  const [moduleName = '', record = ''] = parameterOf(context, 'id').split(':');
  const module = moduleNamed(context, moduleName);
  const entry = entriesOf(module, await readRecord(context, module, record)).find(({ _id }) => _id === parameterOf(context, 'id'));
  if (entry === undefined) throw new MusterError('record_not_found');
  return { body: entry };
}

async function searchAddresses(context: RequestContext, search: EmailSearch): Promise<ApiResponse> {
  const wanted = search.searchTerms?.email_address;
  const operand =
    typeof wanted === 'string'
      ? { equals: wanted }
      : (wanted ?? (search.search === undefined ? { exists: true } : { contains: search.search }));
  const found = await Promise.all(
    (await readableFields(context, search.searchTerms?.module)).map(({ module, field }) => findIn(context, module, field, operand)),
  );
  const entries = sortEntries(
    found.flatMap((one) => one.entries),
    search,
  );
  const { idsOnly: wantsIds, searchTerms: _terms, ...rest } = search;
  const page = readPagination(rest, 10);
  const data = entries.slice(page.offset, page.offset + page.pageSize);
  const total = { total: entries.length, totalIsExact: found.every((one) => one.isWhole) };
  return {
    body: { data: wantsIds === true ? data.map(({ _id }) => _id) : data, ...total, pageNumber: page.pageNumber, pageSize: page.pageSize },
  };
}

async function findIn(
  context: RequestContext,
  module: CompiledModule,
  field: CompiledField,
  operand: Operand,
): Promise<{ readonly entries: readonly EmailEntry[]; readonly isWhole: boolean }> {
  const fields = [...new Set([field.name, module.nameField])];
  const { data, totalIsExact } = await context.services.records.find(context.actor, {
    module: module.name,
    filter: { [field.name]: { ...operand } },
    limit: MAX_RECORDS,
    fields,
    totalLimit: MAX_RECORDS,
  });
  return {
    entries: data.flatMap((record) => entriesOfField(module, field, record)).filter((entry) => fits(entry.email_address, operand)),
    isWhole: totalIsExact,
  };
}

/** Sorts the entries; by default by module and the order of its records. */
function sortEntries(entries: readonly EmailEntry[], { sortField, sortOrder: order }: EmailSearch): readonly EmailEntry[] {
  if (sortField === undefined) return entries;
  const direction = order === 'desc' ? -1 : 1;
  return [...entries].sort((a, b) => direction * compareCodePoints(foldText(a[sortField]), foldText(b[sortField])));
}

/** A record matches by any of its addresses; only the matching addresses are returned. */
function fits(address: string, { equals, contains, startsWith }: Operand): boolean {
  const text = foldText(address);
  return (
    (equals === undefined || text === foldText(equals)) &&
    (contains === undefined || text.includes(foldText(contains))) &&
    (startsWith === undefined || text.startsWith(foldText(startsWith)))
  );
}

async function readableFields(
  context: RequestContext,
  only: string | undefined,
): Promise<readonly { readonly module: CompiledModule; readonly field: CompiledField }[]> {
  const rights = await rightsOf(context);
  const modules = only === undefined ? servedModules(context.snapshot) : [moduleNamed(context, only)];
  const reachable = modules.filter(({ name }) => rights.module(name).access);
  return reachable.flatMap((module) =>
    emailFields(module)
      .filter((field) => rights.canFilter(module, field.name))
      .map((field) => ({ module, field })),
  );
}

function emailFields(module: CompiledModule): readonly CompiledField[] {
  return [...module.fields.values()].filter((field) => field.type.name === 'EmailAddress');
}

/** The field that clients mean by the addresses of a record: a field of the module itself before the default one of all people. */
function findMainField(module: CompiledModule): CompiledField | undefined {
  const fields = emailFields(module);
  const own = new Set(module.definition.fields.map(({ id }) => id));
  return fields.find(({ definition }) => own.has(definition.id)) ?? fields[0];
}

function entriesOf(module: CompiledModule, record: VisibleRecord): readonly EmailEntry[] {
  return emailFields(module).flatMap((field) => entriesOfField(module, field, record));
}

function entriesOfField(module: CompiledModule, field: CompiledField, record: VisibleRecord): readonly EmailEntry[] {
  const list = record[field.name];
  if (!Array.isArray(list)) return [];
  return (list as readonly { readonly [name: string]: JsonValue }[]).map((address, place) => ({
    _id: `${module.name}:${record._id}:${field.name}:${place}`,
    module: module.name,
    record: record._id,
    record_name: toText(record[module.nameField]),
    field: field.name,
    email_address: toText(address['email_address']),
    primary: address['primary'] === true,
    opt_out: address['opt_out'] === true,
    invalid_email: address['invalid_email'] === true,
    deleted: false,
  }));
}

function readRecord(context: RequestContext, module: CompiledModule, id: string): Promise<VisibleRecord> {
  return context.services.records.get(context.actor, { module: module.name, id });
}

/** Accepts the id of a record or the record itself. */
function recordIdOf(body: { readonly [name: string]: JsonValue }): string {
  const record = body['record'] ?? body['record_id'] ?? body['id'];
  const id =
    typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as { readonly _id?: JsonValue })._id : record;
  if (typeof id !== 'string' || id === '') throw bodyInvalid('record must be an id');
  return id;
}

/** Entries of responses may be sent back: only the stored properties of the field are written. */
function toAddress(address: JsonValue): JsonValue {
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return address;
  return withoutNames(address as { readonly [name: string]: JsonValue }, ['_id', 'module', 'record', 'record_name', 'field', 'deleted']);
}
