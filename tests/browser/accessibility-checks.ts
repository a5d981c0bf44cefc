import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isFullRun } from '../support/full-run.ts';

/** Rules whose result depends on the colors of the theme; the results of all others do not. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** Rows and cards after the third are equal to those before. */
const REPEATED = '.ag-row:nth-child(n + 4), .mv-card-row:nth-child(n + 4)';
const MARK = 'data-inspected';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
}

const formatViolations = (screen: string, violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${screen}: ${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );

/** During a transition, colors are not final. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  );
}

/**
 * Serious and critical violations of axe, and content outside of landmarks, one per line; `whole`: in a full run, in
 * all rows and frames.
 */
export async function findAccessibilityViolations(page: Page, screen: string, extent: 'whole' | 'short' = 'short'): Promise<string[]> {
  await waitForAnimations(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (extent === 'whole' && isFullRun ? axe : axe.setLegacyMode().exclude(REPEATED)).analyze();
  return formatViolations(
    screen,
    violations.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region'),
  );
}

/**
 * Marks one text of each appearance: classes, colors and size, up to the element that paints the background. Returns
 * the new appearances.
 */
async function markTexts(page: Page, seen: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    ([mark, known]) => {
      const CLEAR = 'rgba(0, 0, 0, 0)';
      const styles = new Set<string>(known);
      for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
      for (const element of document.querySelectorAll('body *')) {
        const speaks =
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '') ||
          element instanceof HTMLInputElement;
        const box = element.getBoundingClientRect();
        if (!speaks || box.width === 0 || box.height === 0) continue;
        const { color, fontSize, fontWeight, visibility } = getComputedStyle(element);
        if (visibility === 'hidden') continue;
        const way: string[] = [];
        for (let at: Element | null = element; at !== null; at = at.parentElement) {
          const ground = getComputedStyle(at).backgroundColor;
          way.push(typeof at.className === 'string' ? at.className : at.tagName);
          if (ground !== CLEAR) {
            way.push(ground);
            break;
          }
        }
        const look = [color, fontSize, fontWeight, element.tagName, ...way.slice(0, 2), ...way.slice(-2)].join('|');
        if (styles.has(look)) continue;
        styles.add(look);
        element.setAttribute(mark, '');
      }
      return [...styles].slice(known.length);
    },
    [MARK, seen] as const,
  );
}

/** Contrast violations of axe in the current theme, one per line. */
export async function findContrastViolations(page: Page, screen: string): Promise<string[]> {
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(OF_COLOUR).analyze();
  return formatViolations(screen, violations);
}

/** The checks for a color scheme: for dark, a run that is not full only checks contrast, because the rest is the same as in light. */
export function inspectorOf(scheme: 'light' | 'dark'): (page: Page, screen: string) => Promise<string[]> {
  return scheme === 'light' || isFullRun ? findAccessibilityViolations : findContrastViolations;
}

/** axe, as the builder leaves it in the page. */
interface AxeInPage {
  readonly axe: { run(context: string, options: object): Promise<{ readonly violations: readonly Violation[] }> };
}

/** Switches to a theme as if it had been selected in another tab. */
export async function switchTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }));
  }, theme);
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme);
  await waitForAnimations(page);
}

/**
 * Contrast violations of axe in each of the themes, one per line. Appearances in `seen` were checked on an earlier
 * screen; new ones are added to it.
 */
export async function findContrastViolationsInThemes(
  page: Page,
  screen: string,
  themes: readonly string[],
  seen: Set<string>,
): Promise<string[]> {
  await switchTheme(page, themes[0] ?? 'light');
  const known = [...seen];
  const styles = await markTexts(page, known);
  if (styles.length === 0) return [];
  for (const look of styles) seen.add(look);
  const found: string[] = [];
  for (const [at, name] of themes.entries()) {
    if (at > 0) await switchTheme(page, name);
    // The builder injects axe into the page, where it stays available.
    if (at === 0) await new AxeBuilder({ page }).setLegacyMode().include('head').withRules('document-title').analyze();
    // Rerendered elements have lost their mark; a notice may have disappeared, so that nothing is left to check.
    if ((await page.locator(`[${MARK}]`).count()) === 0 && (await markTexts(page, known)).length === 0) break;
    const violations = await page.evaluate(
      async ([mark, rules]) => {
        const { axe } = globalThis as unknown as AxeInPage;
        const response = await axe.run(`[${mark}]`, { runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] });
        return response.violations.map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html, any }) => ({ html, any: any.map(({ message }) => ({ message })) })),
        }));
      },
      [MARK, OF_COLOUR] as const,
    );
    found.push(...formatViolations(`${name}, ${screen}`, violations));
  }
  return found;
}
