import { paginateRecords, type PluginJob, type PluginJobContext } from '#engine';
import { DEFAULT_COLOR, findGroupColor } from '../services/group-color.ts';
import { findGroupLimit, type GroupLimit } from '../services/group-limit.ts';

const FIELDS = ['group_limited', 'group_members', 'color', 'color_of_group'];

type Payload = { readonly group: string };

/** What events are read and changed with. */
type LimitContext = Parameters<typeof paginateRecords>[0] & Pick<PluginJobContext, 'records'>;

/** Events that are marked as deleted too: they may be restored. */
const ALL = { deleted: { in: [true, false] } };

/** Sets who sees the events of a group and the colour that they have, after the group was changed. */
export const LIMIT_EVENTS: PluginJob<Payload> = {
  name: 'limit-events',
  payloadSchema: { type: 'object', required: ['group'], properties: { group: { type: 'string', minLength: 1, maxLength: 200 } } },
  attempts: 5,
  deadline: 1_800_000,
  concurrency: 1,
  run: async (context) => ({ changed: await limitEvents(context, context.payload.group) }),
};

/** Gives the events of a group the members and the colour that it has now; returns how many were changed. */
export async function limitEvents(context: LimitContext, group: string): Promise<number> {
  const { records, actor } = context;
  const find = async (filter: object) => (await records.find(actor, { module: 'calendarGroups', filter: { ...filter }, limit: 100 })).data;
  const limit = await findGroupLimit(find, group);
  const color = (await findGroupColor(find, group)) ?? DEFAULT_COLOR;
  const fields = { group_limited: limit.group_limited, group_members: [...limit.group_members] };
  let changed = 0;
  const events = { module: 'calendarEvents', filter: { calendarGroup: group, ...ALL }, fields: FIELDS };
  for await (const page of paginateRecords(context, events)) {
    const ids = page.filter((event) => !hasLimit(event, limit)).map(({ _id }) => _id);
    if (ids.length > 0) await records.updateMany(actor, { module: 'calendarEvents', ids, fields, quiet: true });
    // The hook fills in the colour: it is not one that somebody chose.
    const others = page.filter((event) => event['color_of_group'] === true && event['color'] !== color).map(({ _id }) => _id);
    const recolor = { module: 'calendarEvents', ids: others, fields: { color: null }, quiet: true };
    if (others.length > 0) await records.updateMany(actor, recolor);
    changed += new Set([...ids, ...others]).size;
  }
  return changed;
}

function hasLimit(event: { readonly [field: string]: unknown }, { group_limited: limited, group_members: members }: GroupLimit): boolean {
  const stored = Array.isArray(event['group_members']) ? (event['group_members'] as readonly unknown[]) : [];
  return (event['group_limited'] === true) === limited && stored.join() === members.join();
}
