import type { PostSaveContext } from '#engine';
import { hasBenefitsToChoose } from '../services/benefits.ts';
import { findConfirmedPlacement } from '../services/confirmed-start.ts';
import { createPlacementTask } from '../services/placement-task.ts';
import { readProvider } from '../services/read-provider.ts';

/** Days after the confirmation. */
const START = 1;

/** Creates a task to offer benefits when a full-time employee starts who has not made all benefit choices yet. */
export async function createBenefitsTask(context: PostSaveContext<'placements'>): Promise<void> {
  const placement = await findConfirmedPlacement(context, ['confirmed_start_date', 'ft_pt', 'providers_placements']);
  if (placement?.ft_pt !== 'Full Time') return;
  const provider = await readProvider(context.records, placement.providers_placements);
  if (provider === undefined || !hasBenefitsToChoose(provider)) return;
  await createPlacementTask(context, {
    type: 'Benefits',
    title: 'Offer benefits',
    name: provider.name,
    about: { module: 'placements', id: placement._id },
    start: START,
  });
}
