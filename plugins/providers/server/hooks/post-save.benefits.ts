import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay } from '#engine/model';
import { listStartedBenefits } from '../../shared/benefit-elections.ts';
import { getCurrentProvider } from '../services/current-provider.ts';
import { createTask } from '../services/create-task.ts';

/** Days after which benefits are seen to. */
const START = 1;

type Context = PostSaveContext<'providers'>;

/** Whether this save is what began or ended one of these: what it said of the election and of the status still holds. A later save that said otherwise looks for itself. */
async function isCause({ event, isLatest }: Context, elections: ReturnType<typeof listStartedBenefits>): Promise<boolean> {
  const causes = await Promise.all(elections.map(async (election) => {
    const said = (['status', election] as const).filter((field) => event.kind === 'create' || event.changedFields.includes(field));
    return said.length > 0 && (await Promise.all(said.map((field) => isLatest(field)))).every(Boolean);
  }));
  return causes.some(Boolean);
}

/** Benefits that somebody comes to have are set up: elected by one who is active, or had before by one who is active again. */
export async function createBenefitsTask(context: Context): Promise<void> {
  const provider = getCurrentProvider(context);
  if (provider === undefined || !(await isCause(context, listStartedBenefits(context.event.before, provider)))) return;
  await createTask(context, provider, { type: 'Benefits', title: 'Set up benefits', start: addDays(getSaveDay(context), START) });
}

/** Benefits that somebody ceases to have are ended: given up, or had by one who leaves. */
export async function createTermBenefitsTask(context: Context): Promise<void> {
  const provider = getCurrentProvider(context);
  if (provider === undefined || !(await isCause(context, listStartedBenefits(provider, context.event.before)))) return;
  await createTask(context, provider, { type: 'Term benefits', title: 'End benefits', start: addDays(getSaveDay(context), START) });
}
