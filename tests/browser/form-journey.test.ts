import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { publishWide } from '../support/publish-wide.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { findSmallTargets, findHorizontalOverflow } from './layout-checks.ts';
import { signIn } from './open-browser.ts';

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await choice(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A day is parsed on blur. */
async function typeDay(page: Page, name: string, day: string): Promise<void> {
  await box(page, name).fill(day);
  await page.keyboard.press('Tab');
}

/** The days of a form's dates, in the product's time zone. */
function dayAhead(days: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(Date.now() + days * 86_400_000),
  );
}

describeInBrowser('A form of eighty fields', ({ product, enter, visit }) => {
  beforeAll(() => publishWide(product().application));
  const find = async (name: string): Promise<JsonObject | undefined> =>
    (await product().application.records.find(SYSTEM_ACTOR, { module: 'wide', filter: { name }, limit: 1 })).data[0];
  const make = async (module: string, fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;

  it('is filled, shows and hides fields by its triggers, and is saved without losing a value', async () => {
    const page = await enter();
    await page.goto('/app/module/wide/new');
    await box(page, 'Name').fill('Vault door');
    // Text triggers update after a typing pause, selections immediately.
    expect(await box(page, 'Why the alias').count()).toBe(0);
    await box(page, 'Alias').fill('The big vault');
    await box(page, 'Why the alias').fill('Because of its size');
    await typeDay(page, 'Begins', '2025-11-30');
    await box(page, 'Why so early').fill('Ordered last year');
    await typeDay(page, 'Due', '2026-03-15');
    await box(page, 'Note on the due date').fill('Spring');
    await typeDay(page, 'Renews', dayAhead(10));
    await choice(page, 'Renewal').waitFor();
    await box(page, 'Amount').fill('250');
    await box(page, 'Why so many').fill('For all schools');
    await box(page, 'Rate').fill('62.50');
    await box(page, 'Note on the rate').fill('By contract');
    await choose(page, 'Shade', 'Red');
    await box(page, 'Exact shade').fill('Carmine');
    await page.getByRole('switch', { name: 'Urgent' }).click();
    await choose(page, 'Reason of urgency', 'Promised');
    await box(page, 'More on the urgency').fill('To the mayor');
    await box(page, 'Site, city').fill('Decatur');
    await page.getByRole('combobox', { name: 'Site, state', exact: true }).fill('GA');
    await page.getByRole('option', { name: /GA/ }).click();
    await box(page, 'Note on Georgia').fill('Peaches');
    await box(page, 'Phone').fill('4045550136');
    await box(page, 'Remarks').fill('Nothing else');

    // Hidden values are kept: the text is shown again with its trigger.
    await box(page, 'Amount').fill('5');
    await box(page, 'Why so many').waitFor({ state: 'detached' });
    await box(page, 'Amount').fill('250');
    await expect.poll(() => box(page, 'Why so many').inputValue()).toBe('For all schools');
    await page.getByRole('switch', { name: 'Urgent' }).click();
    await box(page, 'More on the urgency').waitFor({ state: 'detached' });
    expect(await choice(page, 'Reason of urgency').count()).toBe(0);

    // Saved in the middle of a word, without a pause.
    await box(page, 'Motto').pressSequentially('Shut tight');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Vault door', exact: true }).waitFor();
    expect(await find('Vault door')).toMatchObject({
      alias: 'The big vault',
      alias_note: 'Because of its size',
      motto: 'Shut tight',
      begins: '2025-11-30',
      late_reason: 'Ordered last year',
      due: '2026-03-15',
      due_note: 'Spring',
      renews: dayAhead(10),
      amount: 250,
      amount_reason: 'For all schools',
      rate: 62.5,
      rate_note: 'By contract',
      shade: 'red',
      shade_detail: 'Carmine',
      urgent_reason: 'promised',
      urgent_detail: 'To the mayor',
      site: { city: 'Decatur', state: 'GA' },
      site_note: 'Peaches',
      phone: '4045550136',
      remarks: 'Nothing else',
      number: 1,
    });
  });

  it('offers the options that the parent allows; announces removed options, and restores them with the parent', async () => {
    const id = await make('wide', { name: 'Painted door', shade: 'blue', finish: 'metallic' });
    const page = await enter();
    await page.goto(`/app/module/wide/${id}/edit`);
    await choose(page, 'Shade', 'Red');
    await page.getByText('Metallic is no choice for this Shade. It comes back when Shade does.').waitFor();
    expect(await choice(page, 'Finish').inputValue()).toBe('');
    await choice(page, 'Finish').click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Matt', 'Gloss']);
    await page.keyboard.press('Escape');
    await choose(page, 'Shade', 'Green');
    await expect.poll(() => choice(page, 'Finish').inputValue()).toBe('Metallic');
    expect(await page.getByText('is no choice for this').count()).toBe(0);
    await choose(page, 'Shade', 'Red');
    await page.getByRole('button', { name: /^Save wide thing/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Painted door', exact: true }).waitFor();
    const saved = await find('Painted door');
    expect([saved?.['shade'], saved?.['finish'] ?? null]).toEqual(['red', null]);
  });

  it('fills city and state from the ZIP, and keeps typed values', async () => {
    const page = await enter();
    await page.goto('/app/module/wide/new');
    await box(page, 'ZIP').fill('90210');
    await expect.poll(() => box(page, 'City').inputValue()).toBe('Beverly Hills');
    expect(await box(page, 'State').inputValue()).toBe('CA');
    await box(page, 'ZIP').fill('30030');
    await expect.poll(() => box(page, 'City').inputValue()).toBe('Decatur');
    await box(page, 'City').fill('Avondale Estates');
    const response = page.waitForResponse(/by-code\/90210/);
    await box(page, 'ZIP').fill('90210');
    await response;
    await box(page, 'Gate').fill('North');
    expect(await box(page, 'City').inputValue()).toBe('Avondale Estates');
    expect(await box(page, 'State').inputValue()).toBe('GA');
  });

  it('has tabs if its layout defines them, shows errors behind them, and shows why a field cannot be changed', async () => {
    const { records, sessions } = product().application;
    const id = await make('wide', { name: 'Tabbed door', motto: 'Knock first' });
    const { record } = await records.create(SYSTEM_ACTOR, {
      module: 'users',
      fields: {
        first_name: 'Tab',
        last_name: 'Reader',
        email: 'tabs@muster.test',
        userType: 'Standard',
        active: true,
        roles: ['role_tabbed'],
      },
    });
    await sessions.setPassword({ userId: record._id, password: 'Tabbed-pass1!' });
    const page = await visit();
    await signIn(page, 'tabs@muster.test', 'Tabbed-pass1!');
    await page.goto(`/app/module/wide/${id}/edit`);
    const tab = (name: string): Locator => page.getByRole('tab', { name });
    await page.getByRole('button', { name: 'Why Motto cannot be changed' }).click();
    const why = page.getByRole('dialog', { name: "Why can't I edit this?" });
    await why.getByText('No role lets you change Motto.').waitFor();
    await why.getByText('Set access to motto to read write in role Tabbed').waitFor();
    await page.keyboard.press('Escape');
    expect(await box(page, 'Motto').getAttribute('readonly')).not.toBeNull();

    await tab('Figures').click();
    await box(page, 'Amount').fill('999999');
    await tab('Care').click();
    expect(await box(page, 'Amount').isVisible()).toBe(false);
    await box(page, 'Soap').fill('Green');
    await page.keyboard.press('Control+Enter');
    await tab('Figures').getByText('1 to fix').waitFor({ state: 'attached' });
    await page.keyboard.press('F8');
    await expect.poll(() => box(page, 'Amount').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await tab('Figures').getAttribute('aria-selected')).toBe('true');
    await box(page, 'Amount').fill('99');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Tabbed door', exact: true }).waitFor();
    expect(await find('Tabbed door')).toMatchObject({ amount: 99, soap: 'Green', motto: 'Knock first' });

    // A read-only value has a lock in place of the pencil.
    await page.getByRole('button', { name: 'Why Motto cannot be changed' }).click();
    await why.getByText('No role lets you change Motto.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Why Number cannot be changed' }).click();
    await why.getByText('Number is set by the product.').waitFor();
    await page.keyboard.press('Escape');

    // The record has the tabs of its layout, and an edit that continues with Tab moves to the next tab.
    const fields = page.locator('.mv-record-fields');
    expect(await fields.getByText('Green').count()).toBe(0);
    await tab('Care').click();
    await fields.getByText('Green').waitFor();
    expect(await page.getByRole('button', { name: 'Why Motto cannot be changed' }).count()).toBe(0);
    await fields
      .getByRole('button', { name: /^Edit / })
      .last()
      .click();
    await page.keyboard.press('Tab');
    await expect.poll(() => tab('Anything else').getAttribute('aria-selected')).toBe('true');
  });

  it.each([
    [1440, 900, 'light'],
    [375, 812, 'dark'],
  ] as const)('has a list of flat entries as a table, usable by keyboard, at %i by %i px, %s', async (width, height, scheme) => {
    const id = await make('storeCategories', {
      name: `Shirts ${width}`,
      subCategories: [
        { name: 'Small', order: 1 },
        { name: 'Large', order: 2 },
      ],
    });
    const page = await enter({ width, height, scheme, ...(width < 500 ? { touch: true } : {}) });
    await page.goto(`/app/storeCategories/${id}/edit`);
    const table = page.getByRole('group', { name: 'Subcategories' });
    await box(page, 'Order, row 2').fill('3');
    await table.getByRole('button', { name: 'Add row' }).press('Enter');
    await page.keyboard.type('Medium');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => box(page, 'Name, row 2').inputValue()).toBe('Medium');
    const screen = 'a list as a table';
    // The whole row is visible without scrolling.
    expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect([
      ...(await findAccessibilityViolations(page, screen, 'whole')),
      ...(await findHorizontalOverflow(page, screen)),
      ...(width < 500 ? await findSmallTargets(page, screen) : []),
    ]).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: `Shirts ${width}`, level: 1, exact: true }).waitFor();
    expect((await product().application.records.get(SYSTEM_ACTOR, { module: 'storeCategories', id }))['subCategories']).toEqual([
      { name: 'Small', order: 1 },
      { name: 'Medium', order: 2 },
      { name: 'Large', order: 3 },
    ]);
  });
});
