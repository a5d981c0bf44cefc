import { MusterError } from '../../../errors/index.ts';
import { withWarnings, type BulkResult, type WriteResult } from '../../../records/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { ApiResponse } from '../../responses/send-response.ts';
import { parameterOf } from '../../request/request-context.ts';
import { bodyInvalid, fieldsOf, idsOf, objectOf, textOf, splitUpdate, writeOptionsOf } from '../../request/write-input.ts';
import type { ModuleRequestContext } from '../module-directory.ts';

/** POST base and base/create. A new user is invited. */
export async function createRecord(context: ModuleRequestContext): Promise<ApiResponse> {
  const fields = sentFields(context);
  const { records, sessions } = context.services;
  const options = writeOptionsOf(context);
  if (context.module.name === 'users') return toWriteResponse(await sessions.invite(context.actor, { ...options, fields }), 201);
  if (context.module.definition.upsertField !== undefined) return upsertRecord(context, context.module.definition.upsertField, fields);
  return toWriteResponse(await records.create(context.actor, { module: context.module.name, fields, ...options }), 201);
}

/** Changes the record with the same value of this unique field, as its rights allow; creates one if the caller sees none. */
async function upsertRecord(context: ModuleRequestContext, name: string, fields: { [name: string]: JsonValue }): Promise<ApiResponse> {
  const { records } = context.services;
  const stored = await findByValue(context, name, fields[name]);
  if (stored !== undefined) return update(context, stored, fields);
  try {
    return toWriteResponse(await records.create(context.actor, { module: context.module.name, fields, ...writeOptionsOf(context) }), 201);
  } catch (error) {
    // Another request may have created the record in the meantime.
    const created =
      error instanceof MusterError && error.code === 'not_unique' ? await findByValue(context, name, fields[name]) : undefined;
    if (created === undefined) throw error;
    return update(context, created, fields);
  }
}

async function findByValue(
  { services, actor, module }: ModuleRequestContext,
  name: string,
  value: JsonValue | undefined,
): Promise<string | undefined> {
  if (value === undefined || value === null) return undefined;
  const { ids } = await services.records.findIds(actor, { module: module.name, filter: { [name]: { equals: value } }, limit: 1 });
  return ids[0];
}

/** PUT {id}. */
export function updateRecord(context: ModuleRequestContext): Promise<ApiResponse> {
  return update(context, parameterOf(context, 'id'), sentFields(context));
}

/** PUT update, with the id in the body. */
export function updateByBody(context: ModuleRequestContext): Promise<ApiResponse> {
  const fields = sentFields(context);
  return update(context, textOf(fields, '_id'), fields);
}

/** PUT update-certain-fields/{id}, body `{ fields }`. */
export function updateCertainFields(context: ModuleRequestContext): Promise<ApiResponse> {
  const fields = fieldsOf(context, context.module, objectOf(context.body, 'fields'));
  const { _version: version } = context.body;
  return update(
    context,
    parameterOf(context, 'id'),
    version === undefined || '_version' in fields ? fields : { ...fields, _version: version },
  );
}

/** update-certain-fields-array, body `{ ids, fields }`: one batch in which each record is saved separately. */
export async function updateManyRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  const ids = idsOf(context.body);
  const fields = fieldsOf(context, context.module, objectOf(context.body, 'fields'));
  const result = await context.services.records.updateMany(context.actor, {
    ...writeOptionsOf(context),
    module: context.module.name,
    ids,
    fields,
  });
  return { body: { success: isSuccess(result), updated: result.done, refused: result.refused }, batchId: result.batchId };
}

/** favorite/{id}, body `{ favorite }`. */
export async function setFavorite(context: ModuleRequestContext): Promise<ApiResponse> {
  const { favorite } = context.body;
  if (typeof favorite !== 'boolean') throw bodyInvalid('favorite must be true or false');
  return {
    body: await context.services.records.setFavorite(context.actor, {
      module: context.module.name,
      id: parameterOf(context, 'id'),
      favorite,
    }),
  };
}

/** True when any record was changed or none was refused. */
export function isSuccess(result: BulkResult): boolean {
  return result.done.length > 0 || result.refused.length === 0;
}

/** Builds the response of a save: the whole record as the requester may see it, with warnings. */
export function toWriteResponse(result: WriteResult, status: number): ApiResponse {
  return { status, body: withWarnings(result.record, result.warnings), batchId: result.batchId };
}

async function update(context: ModuleRequestContext, id: string, sent: { [name: string]: JsonValue }): Promise<ApiResponse> {
  const { fields, version } = splitUpdate(sent, id);
  return toWriteResponse(
    await context.services.records.update(context.actor, { module: context.module.name, id, fields, version, ...writeOptionsOf(context) }),
    200,
  );
}

function sentFields(context: ModuleRequestContext): { [name: string]: JsonValue } {
  return fieldsOf(context, context.module, context.isGeneric ? objectOf(context.body, 'fields') : context.body);
}
