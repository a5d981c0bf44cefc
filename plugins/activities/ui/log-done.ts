import type { UiContribution } from '#ui';
import { toActivityName } from '../shared/activity-name.ts';
import { hasActivities, relatedRecordFields } from '../shared/related-record.ts';
import { tActivities } from './texts.ts';

type LogDone = NonNullable<UiContribution['logDone']>;

/** The note about an action that is done; undefined: records of the module have no activities. */
export const logDone: LogDone = ({ module, recordId, action }) => {
  if (!hasActivities(module)) return Promise.resolve(undefined);
  const name = toActivityName(tActivities('done', { action }));
  return Promise.resolve({ module: 'activities', fields: { name, activityType: 'Note', ...relatedRecordFields(module, recordId) } });
};
