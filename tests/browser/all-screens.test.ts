import { expect, it } from 'vitest';
import { THEMES } from '../../runtime-ui/kit/themes/theme-table.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findSerious, findUnreadableInThemes } from './find-serious.ts';
import { findSmall, findWide } from './find-unfit.ts';
import { signIn } from './open-browser.ts';
import { walkOthers } from './walk-others.ts';
import { SIGNED_IN, SIGNED_OUT, walkScreens } from './walk-screens.ts';

/** Milliseconds for a walk through all screens in all themes, on a machine that has others to serve. */
const LONG = 900_000;
const NAMES = THEMES.map(({ name }) => name);
const SIZES = [{ width: 1440, height: 900, touch: false }, { width: 375, height: 812, touch: true }] as const;

describeInBrowser('Every screen, for every type of user,', ({ product, visit }) => {
  for (const size of SIZES) {
    it(`is free of serious findings of axe, and readable in all themes, at ${size.width} px${size.touch ? '; nothing is wider than the window, and every target high enough for a thumb' : ''}`, async () => {
      const page = await visit(size);
      const [serious, unreadable, unfit]: [string[], string[], string[]] = [[], [], []];
      const looks = new Set<string>();
      const inspect = async (screen: string): Promise<void> => {
        serious.push(...(await findSerious(page, screen)));
        if (size.touch) unfit.push(...(await findWide(page, screen)), ...(await findSmall(page, screen)));
        unreadable.push(...(await findUnreadableInThemes(page, screen, NAMES, looks)));
      };
      await walkScreens(page, product(), SIGNED_OUT, inspect);
      await signIn(page);
      await walkScreens(page, product(), SIGNED_IN, inspect);
      await walkOthers(page, product(), inspect);
      expect({ serious, unreadable, unfit }).toEqual({ serious: [], unreadable: [], unfit: [] });
      expect(looks.size).toBeGreaterThan(NAMES.length);
    }, LONG);
  }
});
