import { MusterError } from '../../errors/index.ts';
import type { WriteOptions } from '../../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { IGNORED } from './known-names.ts';
import { MAX_REQUEST_IDS } from './request-body-schemas.ts';
import type { RequestContext } from './request-context.ts';
import { resolveFields, type AliasContext } from './resolve-aliases.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads the write options from headers and query. */
export function writeOptionsOf(context: Pick<RequestContext, 'request' | 'query'>): WriteOptions {
  const { headers } = context.request;
  const batchId = headers['x-batch-id'];
  const key = headers['idempotency-key'];
  const duplicates = context.query['duplicates'];
  const traces = context.request.saveTraces ?? undefined;
  if (batchId === undefined && key === undefined && duplicates === undefined && traces === undefined) return NO_OPTIONS;
  return {
    traces,
    batchId: readBatchId(batchId),
    idempotency: key === undefined ? undefined : { key: readKey(key), path: pathOf(context), bodyDigest: context.request.bodyDigest },
    allowDuplicates: duplicates === undefined ? undefined : readDuplicates(duplicates),
  };
}

const NO_OPTIONS: WriteOptions = {};

/** Returns the idempotency key of a write that is not a save of records. Callers spread it last, so that a body cannot set it. */
export function readIdempotency(context: RequestContext): Pick<WriteOptions, 'idempotency'> {
  return { idempotency: writeOptionsOf(context).idempotency };
}

/**
 * Returns the fields to write by their current names, without ignored names. A name is not ignored when the module has such a field.
 * Errors: `body_invalid` when a field is sent under two names.
 */
export function fieldsOf(
  context: AliasContext,
  module: CompiledModule,
  body: { readonly [name: string]: JsonValue },
): { [name: string]: JsonValue } {
  const fields: { [name: string]: JsonValue } = { ...resolveFields(context, module, body) };
  for (const name of IGNORED) if (name in fields && !module.fields.has(name)) delete fields[name];
  return fields;
}

/** Splits the body of an update into its fields and the version that it is based on. */
export function splitUpdate(
  fields: { [name: string]: JsonValue },
  id: string,
): { readonly fields: JsonObject; readonly version: number | undefined } {
  const { _id: sentId, _version: version, ...rest } = fields;
  if (sentId !== undefined && sentId !== null && sentId !== id) throw bodyInvalid('_id is not the id of this request');
  if (version === undefined || version === null) return { fields: rest, version: undefined };
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw bodyInvalid('_version is not a version');
  return { fields: rest, version };
}

/** Returns the unique `ids` of a bulk request: 1 to 2,000 texts. */
export function idsOf(body: { readonly [name: string]: JsonValue }): readonly string[] {
  const { ids } = body;
  if (!Array.isArray(ids) || ids.length === 0 || !(ids as readonly JsonValue[]).every((id) => typeof id === 'string' && id !== ''))
    throw bodyInvalid('ids must be a list of ids');
  if (ids.length > MAX_REQUEST_IDS) throw new MusterError('too_many_ids', { values: { limit: MAX_REQUEST_IDS } });
  return [...new Set(ids as readonly string[])];
}

/** Returns the object under a name of the body, such as `fields`. */
export function objectOf(body: { readonly [name: string]: JsonValue }, name: string): { readonly [name: string]: JsonValue } {
  const value = body[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bodyInvalid(`${name} must be an object`);
  return value as { readonly [name: string]: JsonValue };
}

/** Returns the text under a name of the body. */
export function textOf(body: { readonly [name: string]: JsonValue }, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw bodyInvalid(`${name} must be a text`);
  return value;
}

/** Returns a copy of an object without some of its names. */
export function withoutNames(value: { readonly [name: string]: JsonValue }, names: readonly string[]): { [name: string]: JsonValue } {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

export function bodyInvalid(reason: string): MusterError {
  return new MusterError('body_invalid', { values: { reason } });
}

function readBatchId(batchId: string | string[] | undefined): string | undefined {
  if (batchId === undefined) return undefined;
  if (typeof batchId !== 'string' || !UUID.test(batchId))
    throw headerInvalid('X-Batch-Id', 'It must be a batch id from an earlier response.');
  return batchId.toLowerCase();
}

function readKey(key: string | string[]): string {
  if (typeof key !== 'string' || key.length === 0 || key.length > 255)
    throw headerInvalid('Idempotency-Key', 'It must have 1 to 255 characters.');
  return key;
}

function readDuplicates(duplicates: string | readonly string[]): boolean {
  if (duplicates !== 'allow')
    throw new MusterError('parameter_invalid', { details: [{ field: 'duplicates', code: 'enum', message: 'It can be allow.' }] });
  return true;
}

function headerInvalid(field: string, message: string): MusterError {
  return new MusterError('parameter_invalid', { details: [{ field, code: 'header', message }] });
}

/** Returns one path per endpoint: without query and trailing slash. */
function pathOf(context: Pick<RequestContext, 'request'>): string {
  const path = context.request.url.split('?', 1)[0] ?? '';
  return `${context.request.method} ${path.replace(/\/+$/, '')}`;
}
