import { withWarnings, type BulkResult, type WriteResult } from '../../../records/index.ts';
import type { JsonValue } from '#engine/model';
import type { Answer } from '../../answers/send.ts';
import { parameterOf } from '../../request/call.ts';
import { bodyInvalid, fieldsOf, idsOf, objectOf, textOf, updateOf, writeOptionsOf } from '../../request/write-input.ts';
import type { ModuleCall } from '../module-call.ts';

/** POST base and base/create. A new user is invited. */
export async function createRecord(call: ModuleCall): Promise<Answer> {
  const fields = sentFields(call);
  const { records, sessions } = call.services;
  const options = writeOptionsOf(call);
  if (call.module.name === 'users') return written(await sessions.invite(call.actor, { ...options, fields }), 201);
  return written(await records.create(call.actor, { module: call.module.name, fields, ...options }), 201);
}

/** PUT {id}. */
export function updateRecord(call: ModuleCall): Promise<Answer> {
  return update(call, parameterOf(call, 'id'), sentFields(call));
}

/** PUT update, with the id in the body. */
export function updateByBody(call: ModuleCall): Promise<Answer> {
  const fields = sentFields(call);
  return update(call, textOf(fields, '_id'), fields);
}

/** PUT update-certain-fields/{id}, body `{ fields }`. */
export function updateCertainFields(call: ModuleCall): Promise<Answer> {
  const fields = fieldsOf(call.module, objectOf(call.body, 'fields'));
  const { _version: version } = call.body;
  return update(call, parameterOf(call, 'id'), version === undefined || '_version' in fields ? fields : { ...fields, _version: version });
}

/** update-certain-fields-array, body `{ ids, fields }`: one batch in which each record is a save of its own. */
export async function updateManyRecords(call: ModuleCall): Promise<Answer> {
  const ids = idsOf(call.body);
  const fields = fieldsOf(call.module, objectOf(call.body, 'fields'));
  const result = await call.services.records.updateMany(call.actor, { ...writeOptionsOf(call), module: call.module.name, ids, fields });
  return { body: { success: isSuccess(result), updated: result.done, refused: result.refused }, batchId: result.batchId };
}

/** favorite/{id}, body `{ favorite }`. */
export async function setFavorite(call: ModuleCall): Promise<Answer> {
  const { favorite } = call.body;
  if (typeof favorite !== 'boolean') throw bodyInvalid('favorite must be true or false');
  return { body: await call.services.records.setFavorite(call.actor, { module: call.module.name, id: parameterOf(call, 'id'), favorite }) };
}

/** Anything done, or nothing to refuse. */
export function isSuccess(result: BulkResult): boolean {
  return result.done.length > 0 || result.refused.length === 0;
}

/** The whole record as the caller may see it, with what there is to warn of. */
export function written(result: WriteResult, status: number): Answer {
  return { status, body: withWarnings(result.record, result.warnings), batchId: result.batchId };
}

async function update(call: ModuleCall, id: string, sent: { [name: string]: JsonValue }): Promise<Answer> {
  const { fields, version } = updateOf(sent, id);
  return written(await call.services.records.update(call.actor, { module: call.module.name, id, fields, version, ...writeOptionsOf(call) }), 200);
}

function sentFields(call: ModuleCall): { [name: string]: JsonValue } {
  return fieldsOf(call.module, call.isGeneric ? objectOf(call.body, 'fields') : call.body);
}
