import { toText } from '#engine/model';
import type { CalendarColorValue } from '../../../records.d.ts';
import type { GroupFinder } from './group-limit.ts';

/** The colour of an event without a colour of its own, in no group or in one without a colour. */
export const DEFAULT_COLOR: CalendarColorValue = 'blue';

/** The colour of a group; of several records of one group that of the first one. Undefined: it has none. */
export async function findGroupColor(find: GroupFinder, group: string): Promise<CalendarColorValue | undefined> {
  if (group === '') return undefined;
  const used = (await find({ group })).filter(({ active, deleted, color }) => active !== false && deleted !== true && toText(color) !== '');
  const [first] = used.sort((one, other) => Number(one['order'] ?? 0) - Number(other['order'] ?? 0));
  // The field has this dropdown.
  return first === undefined ? undefined : (toText(first['color']) as CalendarColorValue);
}
