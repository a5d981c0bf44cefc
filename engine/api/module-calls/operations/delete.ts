import { MusterError, type ErrorRow } from '../../../errors/index.ts';
import type { BulkResult, RefusedRecord } from '../../../records/index.ts';
import type { Answer } from '../../answers/send.ts';
import { parameterOf } from '../../request/call.ts';
import { idsOf, writeOptionsOf } from '../../request/write-input.ts';
import type { ModuleCall } from '../module-call.ts';
import { isSuccess } from './write.ts';

/** DELETE {id} and mark-deleted/{id}: a refusal is the answer of the call. */
export async function deleteRecord(call: ModuleCall): Promise<Answer> {
  const result = await call.services.records.markDeleted(call.actor, { ...writeOptionsOf(call), module: call.module.name, ids: [parameterOf(call, 'id')] });
  const [refused] = result.refused;
  if (refused !== undefined) throw refusalError(refused, call.services.errorRows);
  return deleted(result);
}

/** mark-as-deleted/by-array, body `{ ids }`. */
export async function deleteRecords(call: ModuleCall): Promise<Answer> {
  return deleted(await call.services.records.markDeleted(call.actor, { ...writeOptionsOf(call), module: call.module.name, ids: idsOf(call.body) }));
}

/** restore/by-array, body `{ ids }`: takes the mark away again. */
export async function restoreRecords(call: ModuleCall): Promise<Answer> {
  const result = await call.services.records.restore(call.actor, { ...writeOptionsOf(call), module: call.module.name, ids: idsOf(call.body) });
  return { body: { success: isSuccess(result), restored: result.done, refused: result.refused }, batchId: result.batchId };
}

/** delete-forever/by-array, body `{ ids }`; `?dependents=unlink` also clears what refers to them. */
export async function deleteForever(call: ModuleCall): Promise<Answer> {
  const { dependents } = call.query;
  if (dependents !== undefined && dependents !== 'unlink') throw new MusterError('parameter_invalid', { details: [{ field: 'dependents', code: 'enum', message: 'It can be unlink.' }] });
  const ids = idsOf(call.body);
  const input = { ...writeOptionsOf(call), module: call.module.name, ids, unlinkDependents: dependents === 'unlink' };
  return deleted(await call.services.records.deleteForever(call.actor, input));
}

/** GET {id}/dependents: what refers to the record, shown before it is deleted. */
export async function listDependents(call: ModuleCall): Promise<Answer> {
  return { body: { data: await call.services.records.dependents(call.actor, { module: call.module.name, id: parameterOf(call, 'id') }) } };
}

/** What one record was refused for, as the error of a call about that record alone. */
function refusalError(refused: RefusedRecord, rows: { readonly [code: string]: ErrorRow }): MusterError {
  const row = rows[refused.code];
  return new MusterError(row === undefined ? 'action_not_allowed' : { code: refused.code, row }, { message: refused.error, details: refused.details ?? [] });
}

/** What was marked or removed, and what was not. */
export function deleted(result: BulkResult): Answer {
  return { body: { success: isSuccess(result), deleted: result.done, refused: result.refused }, batchId: result.batchId };
}
