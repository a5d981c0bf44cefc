import { SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import { textOf, type SeedContext } from './seed-context.ts';

/** Leads that each member of staff was assigned last. */
const LEADS = 2;

/**
 * What the staff see under the bell on their first day: leads that a colleague assigned to them, a mention in a comment, and the time off that
 * waits for an approval.
 */
export async function seedNotifications({ records, notify, staff }: SeedContext): Promise<void> {
  if (notify === undefined) return;
  const find = async (module: string, filter: JsonObject, limit: number): Promise<readonly JsonObject[]> =>
    (await records.find(SYSTEM_ACTOR, { module, filter, sort: [{ sortField: 'createdAt', sortOrder: 'desc' }], limit })).data;
  const comments = await find('socialComments', {}, staff.length);
  for (const [place, { _id: user }] of staff.entries()) {
    const colleague = staff[(place + 1) % staff.length]?._id ?? null;
    for (const lead of await find('leads', { assigned_to: user }, LEADS))
      await notify({
        kind: 'assigned',
        to: [user],
        module: 'leads',
        record: textOf(lead['_id']),
        key: `demo/${textOf(lead['_id'])}`,
        by: colleague,
      });
    const comment = comments.find(({ user: author }) => author !== user);
    if (comment === undefined) continue;
    const [record, by] = [textOf(comment['_id']), textOf(comment['user'])];
    await notify({ kind: 'mentioned', to: [user], module: 'socialComments', record, key: `demo/${record}`, by });
  }
  for (const request of await find('ptoRequests', { status: 'Pending' }, LEADS))
    await notify({
      kind: 'approval_requested',
      to: { whoMayEdit: 'status', except: [textOf(request['users_ptoRequests'])] },
      module: 'ptoRequests',
      record: textOf(request['_id']),
      key: `demo/${textOf(request['_id'])}`,
      by: textOf(request['users_ptoRequests']),
    });
}
