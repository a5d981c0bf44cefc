import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { expectFocus, PAGE, press, tabTo } from './keyboard-focus.ts';
import { ADMIN } from './start-product.ts';

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
