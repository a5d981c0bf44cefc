import type { MergeHookContext } from '#engine';
import { relatedRecordFields, hasActivities } from '../../shared/related-record.ts';

/** Logs a merge of records with a timeline: adds a Merge activity to the primary record in the same commit. */
export async function logMerge(context: MergeHookContext): Promise<void> {
  const { module, primaryId, duplicateIds } = context.event;
  if (!hasActivities(module.name)) return;
  await context.create('activities', {
    name: formatMergeName(duplicateIds.length),
    activityType: 'Merge',
    activity_date: new Date(context.clock.now()).toISOString(),
    ...relatedRecordFields(module.name, primaryId),
  });
}

function formatMergeName(duplicates: number): string {
  if (duplicates === 0) return 'Merged what was typed for a new record';
  return duplicates === 1 ? 'Merged 1 duplicate' : `Merged ${duplicates} duplicates`;
}
