import { paginateRecords, type PluginJobContext } from '#engine';
import { addDays, toText, today, type JsonObject } from '#engine/model';

/** Number of days before the run that are looked at: a server that was down for less misses no reminder. */
const LOOK_BACK = 7;

/** Each morning: reminds the owners of checks that are due again, once for each check and day. */
export async function remindRechecks(context: PluginJobContext): Promise<JsonObject> {
  const day = today(context);
  let due = 0;
  const filter: JsonObject = {
    recheck_on: { range: { gte: addDays(day, -LOOK_BACK), lte: day } },
    not: { superseded: true },
    provider: { related: { not: { status: 'Inactive' } } },
  };
  for await (const checks of paginateRecords(context, {
    module: 'evidenceChecks',
    filter,
    fields: ['provider', 'assigned_to', 'recheck_on'],
  }))
    for (const check of checks) {
      context.signal.throwIfAborted();
      const owner = toText(check['assigned_to']) || (await readOwner(context, toText(check['provider'])));
      await context.notify({
        kind: 'evidence_due',
        to: owner === '' ? { whoMayEdit: 'result' } : [owner],
        module: 'evidenceChecks',
        record: check._id,
        key: `recheck/${check._id}/${toText(check['recheck_on'])}`,
      });
      due += 1;
    }
  return { due };
}

async function readOwner({ records, actor }: PluginJobContext, provider: string): Promise<string> {
  const { data } = await records.find(actor, {
    module: 'providers',
    filter: { _id: provider },
    fields: ['assigned_to'],
    limit: 1,
    totalLimit: 1,
  });
  return toText(data[0]?.['assigned_to']);
}
