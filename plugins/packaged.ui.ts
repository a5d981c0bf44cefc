import type { UiContribution } from '#ui';

/**
 * The UI parts of plugins from packages. The build replaces this with the export `ui` of `<package>/ui` of each package
 * in `muster.plugins` of package.json.
 */
export const PACKAGED_CONTRIBUTIONS: readonly UiContribution[] = [];
