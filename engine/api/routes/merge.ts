import type { MergeInput } from '../../records/index.ts';
import type { JsonObject } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import { bodyOf, type Call, type CallRouter } from '../request/call.ts';
import { writeOptionsOf } from '../request/write-input.ts';

interface OneDuplicate { readonly _moduleName: string; readonly fromRecordId: string; readonly toRecordId: string }

interface ManyDuplicates { readonly _moduleName: string; readonly primaryId: string; readonly duplicateIds: readonly string[]; readonly fields?: JsonObject }

/**
 * Duplicates become part of a primary, in one batch that can be undone: `POST /api/merge` takes one of them, and
 * `POST /api/merge/records` up to 20, with the values chosen for the primary.
 */
export function serveMerge({ on }: CallRouter): void {
  on({ method: 'POST', url: '/api/merge' }, async (call) => {
    const { _moduleName: module, fromRecordId, toRecordId } = bodyOf(call) as unknown as OneDuplicate;
    return merge(call, { module, primaryId: toRecordId, duplicateIds: [fromRecordId] });
  });
  on({ method: 'POST', url: '/api/merge/records' }, async (call) => {
    const { _moduleName: module, primaryId, duplicateIds, fields } = bodyOf(call) as unknown as ManyDuplicates;
    return merge(call, { module, primaryId, duplicateIds, fields });
  });
}

async function merge(call: Call, input: Pick<MergeInput, 'module' | 'primaryId' | 'duplicateIds' | 'fields'>): Promise<Answer> {
  const { record, batchId, moved } = await call.services.records.merge(call.actor, { ...writeOptionsOf(call), ...input });
  return { body: { success: true, record, merged: input.duplicateIds, moved }, batchId };
}
