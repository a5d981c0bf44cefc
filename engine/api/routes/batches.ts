import type { JsonObject } from '#engine/model/values';
import type { MergeInput } from '../../records/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { bodyOf, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { writeOptionsOf } from '../request/write-input.ts';
import type { ApiResponse } from '../responses/send-response.ts';

interface OneDuplicate {
  readonly _moduleName: string;
  readonly fromRecordId: string;
  readonly toRecordId: string;
}

interface ManyDuplicates {
  readonly _moduleName: string;
  readonly primaryId: string;
  readonly duplicateIds: readonly string[];
  readonly fields?: JsonObject;
}

/**
 * Merges duplicates into a primary record, in one batch that can be undone: `POST /api/merge` takes one duplicate, and
 * `POST /api/merge/records` up to 20, with the values chosen for the primary.
 */
export function serveMerge({ on }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/merge' }, async (context) => {
    const { _moduleName: module, fromRecordId, toRecordId } = bodyOf(context) as unknown as OneDuplicate;
    return merge(context, { module, primaryId: toRecordId, duplicateIds: [fromRecordId] });
  });
  on({ method: 'POST', url: '/api/merge/records' }, async (context) => {
    const { _moduleName: module, primaryId, duplicateIds, fields } = bodyOf(context) as unknown as ManyDuplicates;
    return merge(context, { module, primaryId, duplicateIds, fields });
  });
}

async function merge(
  context: RequestContext,
  input: Pick<MergeInput, 'module' | 'primaryId' | 'duplicateIds' | 'fields'>,
): Promise<ApiResponse> {
  const { record, batchId, moved } = await context.services.records.merge(context.actor, { ...writeOptionsOf(context), ...input });
  return { body: { success: true, record, merged: input.duplicateIds, moved }, batchId };
}

const PAGE = 25;

/** Query parameters of the list of batches, also for the OpenAPI document. */
export const BATCHES_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pageSize: { type: 'integer', minimum: 1, maximum: 100, description: `Default ${PAGE}.` },
    before: { type: 'string', maxLength: 120, description: 'The `next` of the page before.' },
    user: { type: 'string', maxLength: 200, description: 'Id of the user who made them; default: the caller, for System Admins everyone.' },
  },
};

const batchesCheck = compileCheck<{ pageSize?: number; before?: string; user?: string }>(BATCHES_QUERY_SCHEMA);

/**
 * `GET /api/batches`: bulk operations that can be undone. `POST /api/batches/{id}/undo`: the inverse saves of a batch, with the same rules and rights. The undo completes even
 * when the client disconnects; `GET` returns its progress.
 */
export function serveBatches({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/batches' }, async (context) => {
    const { pageSize: limit = PAGE, before, user } = batchesCheck.readQuery(context.query);
    return { body: await context.services.records.batches(context.actor, { limit, before, user }) };
  });
  on({ method: 'POST', url: '/api/batches/:id/undo' }, async (context) => {
    const result = await context.services.records.undoBatch(context.actor, {
      batchId: parameterOf(context, 'id'),
      traces: context.request.saveTraces ?? undefined,
    });
    return { body: { success: true, ...result }, batchId: result.undoBatchId };
  });
  on({ method: 'GET', url: '/api/batches/:id/undo' }, async (context) => ({
    body: await context.services.records.undoProgress(context.actor, { batchId: parameterOf(context, 'id') }),
  }));
}
