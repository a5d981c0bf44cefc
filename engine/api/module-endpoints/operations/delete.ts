import { MusterError, type ErrorRow } from '../../../errors/index.ts';
import type { BulkResult, RefusedRecord } from '../../../records/index.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import { parameterOf } from '../../request/request-context.ts';
import { idsOf, writeOptionsOf } from '../../request/write-input.ts';
import type { ModuleRequestContext } from '../module-directory.ts';
import { isSuccess } from './write.ts';

/** DELETE {id} and mark-deleted/{id}: when the record is refused, the request fails with this error. */
export async function deleteRecord(context: ModuleRequestContext): Promise<ApiResponse> {
  const result = await context.services.records.markDeleted(context.actor, {
    ...writeOptionsOf(context),
    module: context.module.name,
    ids: [parameterOf(context, 'id')],
  });
  const [refused] = result.refused;
  if (refused !== undefined) throw refusalError(refused, context.services.errorRows);
  return toDeleteResponse(result);
}

/** mark-as-deleted/by-array, body `{ ids }`. */
export async function deleteRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  return toDeleteResponse(
    await context.services.records.markDeleted(context.actor, {
      ...writeOptionsOf(context),
      module: context.module.name,
      ids: idsOf(context.body),
    }),
  );
}

/** restore/by-array, body `{ ids }`: removes the deletion mark. */
export async function restoreRecords(context: ModuleRequestContext): Promise<ApiResponse> {
  const result = await context.services.records.restore(context.actor, {
    ...writeOptionsOf(context),
    module: context.module.name,
    ids: idsOf(context.body),
  });
  return { body: { success: isSuccess(result), restored: result.done, refused: result.refused }, batchId: result.batchId };
}

/** delete-forever/by-array, body `{ ids }`; `?dependents=unlink` also clears the fields that refer to them. */
export async function deleteForever(context: ModuleRequestContext): Promise<ApiResponse> {
  const { dependents } = context.query;
  if (dependents !== undefined && dependents !== 'unlink')
    throw new MusterError('parameter_invalid', { details: [{ field: 'dependents', code: 'enum', message: 'It can be unlink.' }] });
  const ids = idsOf(context.body);
  const input = { ...writeOptionsOf(context), module: context.module.name, ids, unlinkDependents: dependents === 'unlink' };
  return toDeleteResponse(await context.services.records.deleteForever(context.actor, input));
}

/** GET {id}/dependents: the records that refer to this record, shown before it is deleted. */
export async function listDependents(context: ModuleRequestContext): Promise<ApiResponse> {
  return {
    body: {
      data: await context.services.records.dependents(context.actor, { module: context.module.name, id: parameterOf(context, 'id') }),
    },
  };
}

/** Converts a refused record to an error, for requests that concern this record alone. */
function refusalError(refused: RefusedRecord, rows: { readonly [code: string]: ErrorRow }): MusterError {
  const row = rows[refused.code];
  return new MusterError(row === undefined ? 'action_not_allowed' : { code: refused.code, row }, {
    message: refused.error,
    details: refused.details ?? [],
  });
}

/** Builds the response with the records that were marked or removed and those that were refused. */
export function toDeleteResponse(result: BulkResult): ApiResponse {
  return { body: { success: isSuccess(result), deleted: result.done, refused: result.refused }, batchId: result.batchId };
}
