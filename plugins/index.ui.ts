import type { UiContribution } from '#ui';
import { accountsUi } from './accounts/ui/index.ts';
import { activitiesUi } from './activities/ui/index.ts';
import { jobsUi } from './jobs/ui/index.ts';
import { leadsUi } from './leads/ui/index.ts';
import { PACKAGED_CONTRIBUTIONS } from './packaged.ui.ts';
import { placementsUi } from './placements/ui/index.ts';
import { subsUi } from './subs/ui/index.ts';

/** The browser halves of the enabled plugins. The first of two that fill the same slot wins. */
export const UI_CONTRIBUTIONS: readonly UiContribution[] = [leadsUi, accountsUi, activitiesUi, subsUi, jobsUi, placementsUi, ...PACKAGED_CONTRIBUTIONS];
