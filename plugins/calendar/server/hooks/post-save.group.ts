import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { LIMIT_EVENTS } from '../jobs/limit-events.ts';

/** The events of a group follow who sees it. */
export async function updateEventsOfGroup({ event, record, addJob }: EffectContext<'calendarGroups'>): Promise<void> {
  const groups = new Set([toText(event.before?.group), toText(record?.group)]);
  groups.delete('');
  for (const group of groups) await addJob(LIMIT_EVENTS, { group });
}
