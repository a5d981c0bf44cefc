import { paginateRecords, type PluginJobContext } from '#engine';
import { addDays, today, type JsonObject, type RecordOf } from '#engine/model';
import { ENROLLED_PROVIDER_FILTER } from '../services/benefits.ts';
import { fieldsOfTask } from '../services/placement-task.ts';
import { readProvider } from '../services/read-provider.ts';

type Placement = RecordOf<'placements'>;

/** Number of days after the end that are checked. A server that was down for less misses no placement. */
const LOOK_BACK = 7;
/** Days after the run. */
const START = 1;

/** Creates a task to end the benefits of an employee on the day after the placement ended, unless another placement continues. */
export async function createTermBenefitsTasks(context: PluginJobContext): Promise<JsonObject> {
  let created = 0;
  const day = today(context);
  const filter: JsonObject = {
    end_date: { range: { gte: addDays(day, -LOOK_BACK), lt: day } },
    confirmed_start_date: { exists: true },
    providers_placements: { related: ENROLLED_PROVIDER_FILTER as unknown as JsonObject },
  };
  for await (const placements of paginateRecords(context, { module: 'placements', filter, fields: ['end_date', 'providers_placements'] })) {
    for (const placement of placements as readonly Placement[])
      if (await isDue(context, placement, day)) created += await createTask(context, placement, day);
  }
  return { created };
}

/**
 * Whether a task is due: one for each end, also if it was deleted since; none while an open task exists or the provider
 * has another current placement.
 */
async function isDue(
  { records, actor }: PluginJobContext,
  { end_date = '', providers_placements: provider = '' }: Placement,
  day: string,
): Promise<boolean> {
  const sinceOrOpen = [
    { createdAt: { range: { gt: end_date } }, deleted: { in: [true, false] } },
    { not: { status: 'Completed' }, deleted: false },
  ];
  const made = await records.find(actor, {
    module: 'tasks',
    filter: { related_record: { equals: { module: 'providers', id: provider } }, task_type: 'Term benefits', or: sinceOrOpen },
    limit: 1,
  });
  if (made.data.length > 0) return false;
  const goesOn = [{ end_date: { exists: false } }, { end_date: { range: { gte: day } } }];
  const others = await records.find(actor, {
    module: 'placements',
    filter: { providers_placements: provider, confirmed_start_date: { exists: true }, or: goesOn },
    limit: 1,
  });
  return others.data.length === 0;
}

/** Returns the number of created tasks: none if the provider is gone. */
async function createTask({ records, actor }: PluginJobContext, { providers_placements: id }: Placement, day: string): Promise<number> {
  const provider = await readProvider(records, id);
  if (provider === undefined) return 0;
  const fields = fieldsOfTask(
    { type: 'Term benefits', title: 'End benefits', name: provider.name, about: { module: 'providers', id: provider._id }, start: START },
    day,
  );
  await records.create(actor, { module: 'tasks', fields, changeSource: 'end of placement' });
  return 1;
}
