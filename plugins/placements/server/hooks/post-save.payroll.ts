import type { PostSaveContext } from '#engine';
import { findConfirmedPlacement } from '../services/confirmed-start.ts';
import { createPlacementTask } from '../services/placement-task.ts';
import { readProvider } from '../services/read-provider.ts';

/** Days after the confirmation. */
const START = 7;

/** Creates the payroll tasks of a confirmed start: one for the placement, and one for the provider that is created only once. */
export async function createPayrollTasks(context: PostSaveContext<'placements'>): Promise<void> {
  const placement = await findConfirmedPlacement(context, ['confirmed_start_date', 'providers_placements']);
  if (placement === undefined) return;
  const { _id, name } = placement;
  await createPlacementTask(context, {
    type: 'Payroll',
    title: 'Enter the placement in the payroll system',
    name,
    about: { module: 'placements', id: _id },
    start: START,
  });
  const provider = await readProvider(context.records, placement.providers_placements);
  if (provider === undefined) return;
  const title = `Set up in the payroll system as ${provider.provider_type === '1099' ? 'a contractor' : 'an employee'}`;
  await createPlacementTask(context, {
    type: 'Payroll',
    title,
    name: provider.name,
    about: { module: 'providers', id: provider._id },
    start: START,
  });
}
