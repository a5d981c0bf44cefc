import type { UiContribution } from '#ui';

/** The browser halves of plugins from packages: the build puts in this place what the packages that `muster.plugins` of package.json names export as `ui` of `<package>/ui`. */
export const PACKAGED_CONTRIBUTIONS: readonly UiContribution[] = [];
