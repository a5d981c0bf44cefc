import type { PostSaveContext } from '#engine';
import { addDays, getSaveDay } from '#engine/model';
import { listStartedBenefits } from '../../shared/benefit-elections.ts';
import { getCurrentProvider } from '../services/current-provider.ts';
import { createTask } from '../services/create-task.ts';

/** Days until the task starts. */
const START = 1;

type Context = PostSaveContext<'providers'>;

/**
 * Whether this save started or ended one of these benefits: its values of the election and the status are still
 * current. A later save that changed them is checked by itself.
 */
async function isCause({ event, isLatest }: Context, elections: ReturnType<typeof listStartedBenefits>): Promise<boolean> {
  const causes = await Promise.all(
    elections.map(async (election) => {
      const said = (['status', election] as const).filter((field) => event.kind === 'create' || event.changedFields.includes(field));
      return said.length > 0 && (await Promise.all(said.map((field) => isLatest(field)))).every(Boolean);
    }),
  );
  return causes.some(Boolean);
}

/** Creates a task to set up benefits: elected by an active provider, or elected before by a provider who is active again. */
export async function createBenefitsTask(context: Context): Promise<void> {
  const provider = getCurrentProvider(context);
  if (provider === undefined || !(await isCause(context, listStartedBenefits(context.event.before, provider)))) return;
  await createTask(context, provider, { type: 'Benefits', title: 'Set up benefits', start: addDays(getSaveDay(context), START) });
}

/** Creates a task to end benefits: given up, or held by a provider who leaves. */
export async function createTermBenefitsTask(context: Context): Promise<void> {
  const provider = getCurrentProvider(context);
  if (provider === undefined || !(await isCause(context, listStartedBenefits(provider, context.event.before)))) return;
  await createTask(context, provider, { type: 'Term benefits', title: 'End benefits', start: addDays(getSaveDay(context), START) });
}
