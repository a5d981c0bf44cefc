import type { PostSaveContext } from '#engine';
import { confirmedBy } from '../services/confirmed-start.ts';
import { planTask } from '../services/placement-task.ts';

/** Days after the confirmation. */
const START = 7;
const DUE = 14;

/** Of a placement that begins the hours are agreed upon. */
export async function planWorkSchedule(context: PostSaveContext<'placements'>): Promise<void> {
  const placement = await confirmedBy(context, ['confirmed_start_date']);
  if (placement !== undefined) await planTask(context, { type: 'Onboarding', title: 'Get the work schedule', name: placement.name, about: { module: 'placements', id: placement._id }, start: START, due: DUE });
}
