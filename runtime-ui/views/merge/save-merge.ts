import type { QueryClient } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model/wire';
import { invalidateRecords, mergeRecords, type IdempotentSend } from '../../client/index.ts';
import { hideNotice, showNotice, t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';
import type { MergeBody } from './use-merge.ts';

/**
 * Merges the records, shows a notice, and offers undo; `once` prevents a duplicate request. Rejects with ApiError when the merge is
 * refused.
 */
export async function saveMerge(client: QueryClient, module: ModuleView, body: MergeBody, once: IdempotentSend): Promise<void> {
  // Records that refer to the merged records are updated too.
  const otherModules = [...new Set(module.relations.flatMap((relation) => relation.modules))];
  const text = t('views.merge.merged', { module: module.label });
  const progress = showNotice({ text: t('views.merge.updating'), duration: 60_000 });
  try {
    const { batchId } = await once(body, (idempotencyKey) => mergeRecords(module.name, body, { idempotencyKey }));
    await invalidateRecords(client, [module.name, ...otherModules]);
    if (batchId === undefined) showNotice({ text, kind: 'ok' });
    else
      offerUndo({
        client,
        module,
        otherModules,
        batchId,
        text,
        undoneText: t('views.merge.undone'),
        partialText: (count) => t('views.merge.left', { count }),
      });
  } finally {
    hideNotice(progress);
  }
}
