import { THEMES } from '../../runtime-ui/kit/themes/theme-table.ts';
import { isFullRun } from '../support/full-run.ts';

/** One light, one dark, and the one with the least contrast; runtime-ui/kit/themes/themes.test.ts computes the contrast of all. */
const SAMPLE: readonly string[] = ['light', 'dark', 'bluecoral'];

/** Names of the themes in which screens are checked: in a full run all. */
export const TESTED_THEMES: readonly string[] = THEMES.map(({ name }) => name).filter((name) => isFullRun || SAMPLE.includes(name));
