import { paginateRecords } from '#engine';
import { toText } from '#engine/model';
import { limitEvents } from './jobs/limit-events.ts';

/** Events of groups that not everyone sees were visible to everyone before. */
export async function migrateGroups(context: Parameters<typeof limitEvents>[0]): Promise<void> {
  const groups = new Set<string>();
  for await (const page of paginateRecords(context, { module: 'calendarGroups', filter: { public: false }, fields: ['group'] }))
    for (const record of page) groups.add(toText(record['group']));
  groups.delete('');
  for (const group of groups) await limitEvents(context, group);
}
