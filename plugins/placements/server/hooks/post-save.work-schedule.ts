import type { PostSaveContext } from '#engine';
import { findConfirmedPlacement } from '../services/confirmed-start.ts';
import { createPlacementTask } from '../services/placement-task.ts';

/** Days after the confirmation. */
const START = 7;
const DUE = 14;

/** Creates a task to agree on the work schedule when a placement starts. */
export async function createWorkScheduleTask(context: PostSaveContext<'placements'>): Promise<void> {
  const placement = await findConfirmedPlacement(context, ['confirmed_start_date']);
  if (placement !== undefined)
    await createPlacementTask(context, {
      type: 'Onboarding',
      title: 'Get the work schedule',
      name: placement.name,
      about: { module: 'placements', id: placement._id },
      start: START,
      due: DUE,
    });
}
