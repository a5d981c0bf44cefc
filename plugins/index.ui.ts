import type { UiContribution } from '#ui';

/** The browser halves of the enabled plugins. The first of two that fill the same slot wins. */
export const UI_CONTRIBUTIONS: readonly UiContribution[] = [];
