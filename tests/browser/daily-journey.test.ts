import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { ADMIN } from './start-product.ts';

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, isWanted: (label: string) => boolean, maxPresses = 60): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      const own =
        element?.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent);
      return own ?? '';
    });
    if (isWanted(label.trim())) return;
  }
  throw new Error('Tab never came to it');
}

describeInBrowser('A day in the browser', ({ product, visit, enter }) => {
  it('starts with signing in: a wrong password shows an error, the right one opens the first page', async () => {
    const page = await visit();
    await page.goto('/app/leads?view=all');
    await page.waitForURL(/\/login/);
    await page.getByRole('textbox', { name: /e-?mail/i }).fill(ADMIN.email);
    await page
      .getByLabel(/^password/i)
      .first()
      .fill('Wrong-pass1!');
    await page.getByRole('button', { name: /^sign in/i }).click();
    await page.getByRole('alert').first().waitFor();
    expect(page.url()).toMatch(/\/login/);
    await page
      .getByLabel(/^password/i)
      .first()
      .fill(ADMIN.password);
    await page.getByRole('button', { name: /^sign in/i }).click();
    // The page that was requested before.
    await page.waitForURL(/\/app\/leads/);
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
  });

  it('survives a reload, and ends with signing out', async () => {
    const page = await enter();
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'System Admin' }).click();
    expect(await page.getByRole('menuitem', { name: 'Administration' }).getAttribute('href')).toBe('/admin');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/logout/);
    await page.locator('a.ms-button[href="/login"]').waitFor();
    await page.goto('/app/leads?view=all');
    await page.waitForURL(/\/login/);
  });

  it('shows why a request for time off cannot be approved, and approves one that can', async () => {
    const page = await enter();
    await page.goto(`/app/ptoRequests/${product().data.ptoRequestId}/edit`);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Approved' }).click();
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page
      .getByText('This employee does not have enough PTO time available to fulfill this request. They only have 16 hours available.')
      .first()
      .waitFor();
    await page.getByLabel('Hours requested').fill('8');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('heading', { name: 'Spring break', level: 1, exact: true }).waitFor();
    await page.goto('/app/module/calendarEvents');
    await page.getByRole('link', { name: 'Spring break' }).waitFor();
    const { records } = product().application;
    const balances = await records.find({ kind: 'system' }, { module: 'ptoBalance', limit: 1 });
    expect(balances.data[0]).toMatchObject({ balance: 8, hours_taken: 8 });
  });

  it('works with the keyboard alone: sign in, find, open, change, save', async () => {
    const page = await visit();
    await page.goto('/login');
    await page.getByRole('textbox', { name: /e-?mail/i }).focus();
    await page.keyboard.type(ADMIN.email);
    await tabTo(page, (label) => /^password/i.test(label));
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.waitForURL(/\/app\/leads/);
    await page.getByRole('heading', { name: 'Nothing in Follow up' }).waitFor();
    await tabTo(page, (label) => label.startsWith('All leads'));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await tabTo(page, (label) => label === 'Search leads');
    await page.keyboard.type('Ibarra');
    await page.getByText('1–6 of 6').waitFor();
    await page.getByRole('link', { name: 'Nina Ibarra' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nina Ibarra', level: 1 }).waitFor();

    await tabTo(page, (label) => label === 'Edit');
    await page.keyboard.press('Enter');
    await page.getByLabel('First name').waitFor();
    await tabTo(page, (label) => label.startsWith('Last name'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Ibarra-Keys');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Nina Ibarra-Keys', level: 1 }).waitFor();
  });

  it('steps through a list with J and K, and undoes a deletion with Ctrl Z', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    const focusedRow = () => page.evaluate(() => document.activeElement?.closest('.ag-row')?.getAttribute('row-index'));
    for (const [key, row] of [
      ['j', '0'],
      ['j', '1'],
      ['k', '0'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focusedRow).toBe(row);
    }
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Deletion undone.').waitFor();
  });

  it('resolves a duplicate with the keyboard alone', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').fill('Keyla');
    await page.getByLabel('Last name').fill('Board');
    await page.getByLabel('Mobile').fill('4045550136');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Duplicate Leads Detected' });
    await dialog.waitFor();
    await tabTo(page, (label) => label === 'Review and Merge');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Leads side by side' }).waitFor();
    await tabTo(page, (label) => label.startsWith('Name of Keyla Board'));
    await page.keyboard.press('Space');
    expect(await page.getByRole('button', { name: 'Name of Keyla Board: Keyla Board' }).getAttribute('aria-pressed')).toBe('true');
    await tabTo(page, (label) => label === 'Cancel');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Keyla');
  });

  it('fits a phone of 375 px: list, record, form and dialogs, nothing wider than the screen', async () => {
    const page = await enter({ width: 375, height: 812 });
    const fits = async (what: string): Promise<void> => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, what).toBeLessThanOrEqual(375);
    };
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await fits('home');
    await page.goto('/app/leads?view=all');
    await page.getByText('Nina Abbott').first().waitFor();
    await fits('list');
    await page.getByText('Nina Abbott').first().click();
    await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
    await fits('record');
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').fill('Phoebe');
    await page.getByLabel('Last name').fill('Phone');
    await page.getByLabel('Mobile').fill('4045550136');
    await fits('form');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('dialog', { name: 'Duplicate Leads Detected' }).waitFor();
    await fits('duplicate dialog');
    await page.getByRole('button', { name: 'Review and Merge' }).click();
    const table = page.getByRole('table', { name: 'Leads side by side' });
    await table.waitFor();
    await fits('merge dialog');
    // The table scrolls inside the dialog, and its first column stays visible.
    const label = table.getByRole('rowheader').first();
    await table.getByRole('columnheader').last().scrollIntoViewIfNeeded();
    expect((await label.boundingBox())?.x ?? -1).toBeGreaterThanOrEqual(0);
  });
});
