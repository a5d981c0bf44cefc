import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isFullRun } from '../support/full-run.ts';

/** Rules whose answer depends on the colours of the theme; the answer of all others does not. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];
/** Rows and cards after the third are as those before. */
const REPEATED = '.ag-row:nth-child(n + 4), .mv-card-row:nth-child(n + 4)';
const MARK = 'data-inspected';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
}

const formatViolations = (screen: string, violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${screen}: ${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));

/** Half-way through a transition colours are not those that stay. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity).map((one) => one.finished)));
}

/** What axe calls serious or critical, and what lies outside of all landmarks, one line a finding; `whole`: in a full run in all rows and frames. */
export async function findAccessibilityViolations(page: Page, screen: string, extent: 'whole' | 'short' = 'short'): Promise<string[]> {
  await waitForAnimations(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (extent === 'whole' && isFullRun ? axe : axe.setLegacyMode().exclude(REPEATED)).analyze();
  return formatViolations(screen, violations.filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'region'));
}

/** Marks one of all texts that look the same for the same reason: classes, colours and size, up to what paints the ground. Answers the looks that are new. */
async function markTexts(page: Page, seen: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(([mark, known]) => {
    const CLEAR = 'rgba(0, 0, 0, 0)';
    const styles = new Set<string>(known);
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark);
    for (const element of document.querySelectorAll('body *')) {
      const speaks = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '') || element instanceof HTMLInputElement;
      const box = element.getBoundingClientRect();
      if (!speaks || box.width === 0 || box.height === 0) continue;
      const { color, fontSize, fontWeight, visibility } = getComputedStyle(element);
      if (visibility === 'hidden') continue;
      const way: string[] = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const ground = getComputedStyle(at).backgroundColor;
        way.push(typeof at.className === 'string' ? at.className : at.tagName);
        if (ground !== CLEAR) { way.push(ground); break; }
      }
      const look = [color, fontSize, fontWeight, element.tagName, ...way.slice(0, 2), ...way.slice(-2)].join('|');
      if (styles.has(look)) continue;
      styles.add(look);
      element.setAttribute(mark, '');
    }
    return [...styles].slice(known.length);
  }, [MARK, seen] as const);
}

/** What axe finds of colours in the theme that shows, one line a finding. */
export async function findContrastViolations(page: Page, screen: string): Promise<string[]> {
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(OF_COLOUR).analyze();
  return formatViolations(screen, violations);
}

/** What to look for in a scheme: in dark, in a run that is not full, only what axe finds of colours, for the rest is the same as in light. */
export function inspectorOf(scheme: 'light' | 'dark'): (page: Page, screen: string) => Promise<string[]> {
  return scheme === 'light' || isFullRun ? findAccessibilityViolations : findContrastViolations;
}

/** axe, as the builder leaves it in the page. */
interface AxeInPage {
  readonly axe: { run(context: string, options: object): Promise<{ readonly violations: readonly Violation[] }> };
}

/** Follows to a theme as if it had been chosen in another tab. */
export async function switchTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }));
  }, theme);
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme);
  await waitForAnimations(page);
}

/** What axe finds of colours in each of the themes, one line a finding. What looks as something in `seen` was inspected on an earlier screen; what is new is added there. */
export async function findContrastViolationsInThemes(page: Page, screen: string, themes: readonly string[], seen: Set<string>): Promise<string[]> {
  await switchTheme(page, themes[0] ?? 'light');
  const known = [...seen];
  const styles = await markTexts(page, known);
  if (styles.length === 0) return [];
  for (const look of styles) seen.add(look);
  const found: string[] = [];
  for (const [at, name] of themes.entries()) {
    if (at > 0) await switchTheme(page, name);
    // The builder brings axe into the page; from then on it is there.
    if (at === 0) await new AxeBuilder({ page }).setLegacyMode().include('head').withRules('document-title').analyze();
    // What was drawn anew meanwhile has lost its mark; a notice may have passed, and left nothing to inspect.
    if ((await page.locator(`[${MARK}]`).count()) === 0 && (await markTexts(page, known)).length === 0) break;
    const violations = await page.evaluate(async ([mark, rules]) => {
      const { axe } = globalThis as unknown as AxeInPage;
      const response = await axe.run(`[${mark}]`, { runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] });
      return response.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, any }) => ({ html, any: any.map(({ message }) => ({ message })) })) }));
    }, [MARK, OF_COLOUR] as const);
    found.push(...formatViolations(`${name}, ${screen}`, violations));
  }
  return found;
}
