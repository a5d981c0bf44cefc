import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { DEFAULT_COLOR, findGroupColor } from '../services/group-color.ts';
import { findGroupLimit } from '../services/group-limit.ts';

type Context = PreSaveContext<'calendarEvents'>;

/** An event of a group that not everyone sees is for its members, and for those whose event it is. */
export async function limitToGroup({ event, draft, unit }: Context): Promise<void> {
  const isMoved = event.kind === 'create' || (event.kind === 'update' && event.changed().has('calendarGroup'));
  if (!isMoved) return;
  const limit = await findGroupLimit((filter) => unit.find('calendarGroups', filter), toText(draft.calendarGroup));
  draft.group_limited = limit.group_limited;
  draft.group_members = [...limit.group_members];
}

/** An event without a colour of its own has that of its group. */
export async function colorByGroup({ event, draft, unit }: Context): Promise<void> {
  if (event.kind !== 'create' && event.kind !== 'update') return;
  const changed = event.kind === 'update' ? event.changed() : undefined;
  if (changed !== undefined && !changed.has('calendarGroup') && !changed.has('color') && toText(draft.color) !== '') return;
  const ofGroup = await findGroupColor((filter) => unit.find('calendarGroups', filter), toText(draft.calendarGroup));
  const isChosen = changed === undefined || changed.has('color') ? draft.color !== ofGroup : event.before?.color_of_group !== true;
  const isOwn = isChosen && toText(draft.color) !== '';
  draft.color_of_group = !isOwn;
  if (!isOwn) draft.color = ofGroup ?? DEFAULT_COLOR;
}
