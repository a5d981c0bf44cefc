import { expect, inject, it } from 'vitest';
import { isFullRun } from '../support/full-run.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations, findContrastViolationsInThemes } from './accessibility-checks.ts';
import { findSmallTargets, findHorizontalOverflow } from './layout-checks.ts';
import { signIn, type WatchedPage } from './open-browser.ts';
import type { RunningProduct } from './start-product.ts';
import { TESTED_THEMES } from './tested-themes.ts';
import { forEachOtherUserScreen } from './other-user-screens.ts';
import { forEachScreen } from './screens.ts';
import { SIGNED_IN } from './signed-in-screens.ts';
import { SIGNED_OUT } from './signed-out-screens.ts';
import { STUDIO_SCREENS } from './studio-screens.ts';

/** Milliseconds for the screens of one group in all themes, on a machine with other load. */
const LONG = 300_000 * inject('timeoutFactor');
/** Screens that contain every kind of component: a run that is not full checks themes only on these, and axe on a phone only on these. */
const SAMPLE = new Set([
  'sign-in',
  'home',
  'palette',
  'more',
  'list',
  'filter builder',
  'board',
  'calendar',
  'selection',
  'activity',
  'details',
  'history',
  'form with problems',
  'duplicates',
  'review and merge',
  'Studio: field',
  'Studio: layout of a form',
  'Studio: role',
  'Studio: review',
  'Provider: home',
]);
const SIZES = [
  { width: 1440, height: 900, touch: false },
  { width: 375, height: 812, touch: true },
] as const;

it('The sample contains only existing screens', () => {
  const names = new Set([...SIGNED_OUT, ...SIGNED_IN, ...STUDIO_SCREENS].map(({ name }) => name));
  expect([...SAMPLE].filter((name) => !name.startsWith('Provider:') && !names.has(name))).toEqual([]);
});

interface ScreenGroup {
  readonly name: string;
  /** Different texts and backgrounds that the check of themes finds at least, so that it cannot pass by finding none. */
  readonly leastLooks: number;
  readonly visit: (page: WatchedPage, product: RunningProduct, inspect: (screen: string) => Promise<void>) => Promise<void>;
}

/** Each has a test of its own, so that the time limit of a test is that of some screens and not of all. */
const GROUPS: readonly ScreenGroup[] = [
  { name: 'signed out', leastLooks: 1, visit: (page, product, inspect) => forEachScreen(page, product, SIGNED_OUT, inspect) },
  {
    name: 'of a System Admin',
    leastLooks: 13,
    visit: async (page, product, inspect) => {
      await signIn(page);
      await forEachScreen(page, product, SIGNED_IN, inspect);
    },
  },
  {
    name: 'of the studio',
    leastLooks: 1,
    visit: async (page, product, inspect) => {
      await signIn(page);
      await forEachScreen(page, product, STUDIO_SCREENS, inspect);
    },
  },
  {
    name: 'of other types of users',
    leastLooks: 1,
    visit: async (page, product, inspect) => {
      await signIn(page);
      await forEachOtherUserScreen(page, product, inspect);
    },
  },
];

describeInBrowser(
  'Every screen',
  ({ product, visit }) => {
    for (const size of SIZES) {
      const limits = size.touch ? '; nothing is wider than the window, and every target is high enough for touch' : '';
      // What one group has shown is not checked again in the next.
      const looks = new Set<string>();
      for (const group of GROUPS) {
        it(
          `${group.name} has no serious axe violations and is readable in the themes at ${size.width} px${limits}`,
          async () => {
            const page = await visit(size);
            const [serious, unreadable, unfit]: [string[], string[], string[]] = [[], [], []];
            const inspect = async (screen: string): Promise<void> => {
              const isSeenWhole = isFullRun || SAMPLE.has(screen);
              if (isSeenWhole || !size.touch) serious.push(...(await findAccessibilityViolations(page, screen)));
              if (size.touch) unfit.push(...(await findHorizontalOverflow(page, screen)), ...(await findSmallTargets(page, screen)));
              if (isSeenWhole) unreadable.push(...(await findContrastViolationsInThemes(page, screen, TESTED_THEMES, looks)));
            };
            await group.visit(page, product(), inspect);
            expect({ serious, unreadable, unfit }).toEqual({ serious: [], unreadable: [], unfit: [] });
            expect(looks.size).toBeGreaterThanOrEqual(group.leastLooks);
          },
          LONG,
        );
      }
    }
  },
  { ui: 'development' },
);
