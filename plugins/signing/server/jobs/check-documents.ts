import { SYSTEM_ACTOR, type PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { OPEN_STATUSES } from '../../shared/instance.ts';
import { listWaiting, planReminder } from '../routes/requests.ts';
import { actForPlugin, changeInstance, INSTANCES, type Instance, type InstanceChange } from '../services/instances.ts';
import { findNextCheck, findReminder, isExpired, readNow, readPlan } from '../services/schedule.ts';

const PAGE_SIZE = 200;
/** After this time the next run goes on. */
const WORK_MS = 240_000;

/** Reminds of documents whose time has come, and ends those that have expired. It reads these only, in the order of their times. */
export async function checkDocuments(context: PluginJobContext): Promise<JsonObject> {
  const end = context.clock.now() + WORK_MS;
  const counts = { reminded: 0, expired: 0 };
  for (;;) {
    const { data } = await context.records.find(SYSTEM_ACTOR, {
      module: INSTANCES,
      filter: { check_at: { range: { lte: new Date(context.clock.now()).toISOString() } } },
      sort: [{ sortField: 'check_at', sortOrder: 'asc' }],
      fields: ['_id'],
      limit: PAGE_SIZE,
      totalLimit: 1,
    });
    for (const { _id } of data) {
      context.signal.throwIfAborted();
      await changeInstance(context, _id, actForPlugin(), (instance) => decide(context, instance, counts));
    }
    if (data.length < PAGE_SIZE || context.clock.now() > end) return counts;
  }
}

function decide(context: PluginJobContext, instance: Instance, counts: { reminded: number; expired: number }): InstanceChange {
  if (!OPEN_STATUSES.includes(instance.status)) return { fields: { check_at: null } };
  if (isExpired(context, instance)) {
    counts.expired += 1;
    return { fields: { status: 'Expired', check_at: null }, events: [{ type: 'Expired' }] };
  }
  const now = readNow(context, instance);
  const plan = readPlan(context, instance);
  const due = listWaiting(context, instance).filter((one) => (findReminder(one, plan) ?? Number.POSITIVE_INFINITY) <= now);
  if (due.length === 0) return { fields: { check_at: findNextCheck(instance.recipients, plan, toText(instance.record['expires_at'])) } };
  counts.reminded += due.length;
  return planReminder(context, instance, due, (event) => event);
}
