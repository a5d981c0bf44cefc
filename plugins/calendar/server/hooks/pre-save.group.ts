import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { findGroupLimit } from '../services/group-limit.ts';

/** An event of a group that not everyone sees is for its members, and for those whose event it is. */
export async function limitToGroup({ event, draft, unit }: PreSaveContext<'calendarEvents'>): Promise<void> {
  const isMoved = event.kind === 'create' || (event.kind === 'update' && event.changed().has('calendarGroup'));
  if (!isMoved) return;
  const limit = await findGroupLimit((filter) => unit.find('calendarGroups', filter), toText(draft.calendarGroup));
  draft.group_limited = limit.group_limited;
  draft.group_members = [...limit.group_members];
}
