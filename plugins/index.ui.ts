import type { UiContribution } from '#ui';
import { leadsUi } from './leads/ui/index.ts';

/** The browser halves of the enabled plugins. The first of two that fill the same slot wins. */
export const UI_CONTRIBUTIONS: readonly UiContribution[] = [leadsUi];
