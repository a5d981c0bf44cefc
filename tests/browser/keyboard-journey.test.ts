import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { ADMIN } from './start-product.ts';

/** The focused element as a user sees it. */
interface Focus {
  readonly name: string;
  /** Whether a ring, a shadow or a border marks the focus. */
  readonly isMarked: boolean;
  /** Whether it is inside the window and not covered. */
  readonly isInViewport: boolean;
}

/** The page itself has no focus mark: the first Tab moves into it. */
const PAGE = 'the page';
const NOTHING = 'nothing';

async function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(
    ([whole, none]) => {
      const element = document.activeElement;
      if (element === null || element === document.body) return { name: none, isMarked: false, isInViewport: false };
      if (element.id === 'main') return { name: whole, isMarked: true, isInViewport: true };
      const own = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
      const isRing = (one: Element): boolean => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /0px 0px 0px [23]px/u.test(boxShadow);
      };
      // A card, the frame around an input, or the track of a switch can show the focus instead.
      const around = [element.nextElementSibling].filter((one) => one !== null);
      for (let one: Element | null = element; one !== null && around.length < 5; one = one.parentElement) around.push(one);
      const { left, top, width, height } = element.getBoundingClientRect();
      // A notice can cover the lower half.
      const hit = document.elementFromPoint(left + Math.min(width / 2, 24), top + Math.min(height / 2, 4));
      return {
        name: own.trim(),
        isMarked: element.matches(':focus-visible') && around.some(isRing),
        isInViewport: hit !== null && (around.some((one) => one.contains(hit)) || hit.contains(element)),
      };
    },
    [PAGE, NOTHING] as const,
  );
}

/** Waits until the element with this name has the focus and shows it. */
async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  const wanted = { name: typeof name === 'string' ? name : (expect.stringMatching(name) as string), isMarked: true, isInViewport: true };
  await expect.poll(() => readFocus(page)).toEqual(wanted);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until the element with this name has the focus; each stop must show its focus. */
async function tabTo(page: Page, name: RegExp, maxPresses = 50): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await press(page, 'Tab');
    const { name: reached } = await readFocus(page);
    // After the last stop the focus leaves the page for the browser, until it returns.
    if (reached === NOTHING) continue;
    await expect.poll(() => readFocus(page)).toEqual({ name: reached, isMarked: true, isInViewport: true });
    if (name.test(reached)) return;
  }
  throw new Error(`${maxPresses} presses of Tab never came to ${String(name)}`);
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

describeInBrowser('With the keyboard alone', ({ product, visit }) => {
  const leadOf = async (name: string) =>
    (await product().application.records.find(SYSTEM_ACTOR, { module: 'leads', filter: { name }, limit: 1 })).data[0];

  it('a user signs in, finds, filters, edits, relates, merges, moves a card and signs out, and sees the focus at each step', async () => {
    const page = await visit();
    await page.goto('/login');
    await expectFocus(page, 'E-mail');
    await page.keyboard.type(ADMIN.email);
    await tabTo(page, /^Password/);
    await page.keyboard.type(ADMIN.password);
    await press(page, 'Enter');
    await heading(page, 'Home');
    await expectFocus(page, PAGE);

    // The palette opens a module; when closed, it returns the focus.
    await press(page, 'Control+k');
    await expectFocus(page, 'Search and commands');
    await press(page, 'Escape');
    await expectFocus(page, PAGE);
    await press(page, 'Control+k');
    await page.keyboard.type('leads');
    await page.getByRole('option', { name: 'Leads', exact: true }).waitFor();
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Nothing in Follow up' }).waitFor();
    await expectFocus(page, PAGE);
    await tabTo(page, /^All leads/);
    await press(page, 'Enter');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await expectFocus(page, PAGE);

    // Through the rows, into the filter and back, to a record.
    await press(page, 'j', 'ArrowRight');
    await expectFocus(page, 'Nina Abbott');
    await press(page, 'f');
    await expectFocus(page, /name$/i);
    await page.keyboard.type('Fletcher');
    await press(page, 'Enter');
    await page.getByText('1–6 of 6').waitFor();
    await press(page, 'Escape');
    await expectFocus(page, PAGE);
    await press(page, 'j', 'ArrowRight', 'ArrowDown');
    await expectFocus(page, 'Omar Fletcher');
    await press(page, 'Enter');
    await heading(page, 'Omar Fletcher');
    await expectFocus(page, PAGE);

    // A value edited in place, and the confirmation before a deletion.
    await tabTo(page, /^Edit Next step$/);
    await press(page, 'Enter');
    await expectFocus(page, /^Next step/);
    await page.keyboard.type('Call on Monday');
    await press(page, 'Enter');
    await page.getByText('Next step saved').waitFor();
    await expectFocus(page, 'Edit Next step');
    expect(await leadOf('Omar Fletcher')).toMatchObject({ next_step: 'Call on Monday' });
    await tabTo(page, /^More actions$/, 100);
    await press(page, 'Enter');
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await press(page, 'ArrowUp');
    await expectFocus(page, 'Delete');
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: /^Delete/ }).waitFor();
    await expectFocus(page, 'Cancel');
    await press(page, 'Escape');
    await expectFocus(page, 'More actions');

    // The form, a record from the popup, and the save.
    await press(page, 'e');
    await expectFocus(page, /^First name/);
    await tabTo(page, /^Search users$/);
    await press(page, 'Enter');
    const popup = page.getByRole('dialog', { name: 'Search users' });
    await popup.getByRole('button', { name: 'System Admin' }).waitFor();
    await expectFocus(page, /name$/i);
    await tabTo(page, /^System Admin$/);
    await press(page, 'Enter');
    await popup.waitFor({ state: 'hidden' });
    await expectFocus(page, 'Search users');
    await press(page, 'Control+Enter');
    await heading(page, 'Omar Fletcher');
    await expectFocus(page, PAGE);
    expect(await leadOf('Omar Fletcher')).toMatchObject({ assigned_to: product().data.userId });

    // Two rows are merged: opened, cancelled, opened again, confirmed.
    await press(page, 'g', 'l');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await press(page, 'j', 'Space', 'ArrowDown', 'Space');
    await page.getByRole('button', { name: '2 selected' }).waitFor();
    await tabTo(page, /^Merge$/, 12);
    await press(page, 'Enter');
    await page.getByRole('table', { name: 'Leads side by side' }).waitFor();
    await expectFocus(page, /^Make Nina Abbott the primary$/);
    await press(page, 'Escape');
    await expectFocus(page, 'Merge');
    await press(page, 'Control+k');
    await page.keyboard.type('merge');
    await page.getByRole('option', { name: 'Merge' }).waitFor();
    await press(page, 'Enter');
    await page.getByRole('table', { name: 'Leads side by side' }).waitFor();
    const allLeads = page.locator('[role=tab]', { hasText: /^All leads/ });
    const countBefore = await allLeads.textContent();
    await tabTo(page, /^Save Merge$/);
    await press(page, 'Enter');
    await page.getByText('Leads have been merged and duplicates removed').waitFor();
    await expectFocus(page, PAGE);
    expect(await leadOf('Omar Abbott')).toBeUndefined();
    // The name of a view contains its count, which is loaded again.
    await expect.poll(() => allLeads.textContent()).not.toBe(countBefore);

    // A card moves to the next column.
    await tabTo(page, /^Board$/);
    await press(page, 'Enter');
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
    for (const name of ['New', 'Not interested']) await column(name).getByRole('link').first().waitFor();
    const card = await column('New').getByRole('link').first().innerText();
    await tabTo(page, new RegExp(`^${card}$`));
    await press(page, 'Space', 'ArrowRight', 'Space');
    await column('Attempting contact').getByRole('link', { name: card, exact: true }).waitFor();
    await expectFocus(page, card);
    expect(await leadOf(card)).toMatchObject({ lead_status: 'attempting_contact' });

    // Sign out.
    await tabTo(page, /System Admin$/, 100);
    await press(page, 'Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await press(page, 'ArrowUp');
    await expectFocus(page, 'Sign out');
    await press(page, 'Enter');
    await page.getByText('You have been logged out.').waitFor();
    await tabTo(page, /^Login$/, 4);
    await press(page, 'Enter');
    await expectFocus(page, 'E-mail');
  });
});
