import type { DoneAction, DoneLog } from '#ui';
import { toActivityName } from '../shared/activity-name.ts';
import { hasActivities, relatedRecordFields } from '../shared/related-record.ts';
import { tActivities } from './texts.ts';

/** The note about an action that is done; undefined: records of the module have no activities. */
export function logDone({ module, recordId, action }: DoneAction): DoneLog | undefined {
  if (!hasActivities(module)) return undefined;
  const name = toActivityName(tActivities('done', { action }));
  return { module: 'activities', fields: { name, activityType: 'Note', ...relatedRecordFields(module, recordId) } };
}
