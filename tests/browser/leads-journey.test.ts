import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';

const main = (page: Page) => page.getByRole('main');
const names = (page: Page): Promise<string[]> => page.getByRole('grid').getByRole('link').allInnerTexts();

/** Types a lead that is like Marguerite Oyelaran-Hart and saves it. */
async function typeDuplicate(page: Page, first = 'Marguerite'): Promise<void> {
  await page.goto('/app/leads/new');
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill('Oyelaran');
  await page.getByLabel('Mobile').fill('4045550136');
  await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('new.address@example.net');
  await page.getByRole('button', { name: 'Save lead' }).click();
  await page.getByRole('dialog', { name: 'Duplicate Leads Detected' }).waitFor();
}

describeInBrowser('Leads in the browser', ({ product, enter }) => {
  const total = async (terms: object): Promise<number> => {
    const { records } = product().application;
    return (await records.find({ kind: 'system' }, { module: 'leads', filter: terms as never, limit: 1 })).total;
  };

  it('are sorted, searched, paged and selected in a grid that pages on the server', async () => {
    const page = await enter();
    await page.goto('/app/leads');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    expect(await page.getByText(`1–10 of ${product().data.leads}`).isVisible()).toBe(true);
    expect(await names(page)).toHaveLength(10);

    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(`11–20 of ${product().data.leads}`).waitFor();
    await page.getByRole('link', { name: 'Rosa Barnes' }).waitFor();

    await page.getByRole('columnheader', { name: 'Mobile' }).click();
    await page.getByRole('columnheader', { name: 'Mobile' }).click();
    await page.getByRole('link', { name: 'M. Oyelaran', exact: true }).waitFor();
    expect((await names(page)).slice(0, 2)).toEqual(['M. Oyelaran', 'Marguerite Oyelaran-Hart']);

    await page.getByRole('searchbox', { name: 'Search leads' }).fill('castillo');
    await page.getByText('1–6 of 6').waitFor();
    for (const name of await names(page)) expect(name).toContain('Castillo');

    await page.getByRole('checkbox', { name: /toggle row selection/ }).nth(0).click();
    await page.getByRole('checkbox', { name: /toggle row selection/ }).nth(1).click();
    await page.getByText('2 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Merge' }).isVisible()).toBe(true);
  });

  it('open as a record, are changed and saved', async () => {
    const page = await enter();
    await page.goto('/app/leads');
    await page.getByRole('link', { name: 'Omar Abbott' }).click();
    await page.getByRole('heading', { name: 'Omar Abbott', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Next step').fill('Call on Monday');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Qualified' }).click();
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('heading', { name: 'Omar Abbott', level: 1 }).waitFor();
    await main(page).getByText('Call on Monday').first().waitFor();
    expect(await total({ next_step: 'Call on Monday', lead_status: 'qualified', previous_status: 'attempting_contact' })).toBe(1);
  });

  it('become favourites by their star, which says so when it cannot be', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').fill('Stella');
    await page.getByLabel('Last name').fill('Starred');
    await page.getByRole('button', { name: 'Save lead' }).click();
    await page.getByRole('heading', { name: 'Stella Starred', level: 1 }).waitFor();
    await page.route(/\/favorite/, (route) => route.abort());
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await page.getByText('cannot be reached').waitFor();
    await page.unroute(/\/favorite/);
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor();
  });

  it('show every problem at its field, keep what was typed, and save once corrected', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    await page.getByLabel('First name').fill('Paula');
    await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('not an address');
    await page.getByRole('button', { name: 'Save lead' }).click();
    await page.getByRole('textbox', { name: 'Last name' }).and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Paula');
    await page.getByLabel('Last name').fill('Problem');
    await page.getByRole('textbox', { name: 'E-mail addresses, E-mail 1' }).fill('paula@example.com');
    await page.getByRole('button', { name: 'Save lead' }).click();
    await page.getByRole('heading', { name: 'Paula Problem', level: 1 }).waitFor();
  });

  it('that duplicate another are stopped; closing keeps the form and saves nothing', async () => {
    const page = await enter();
    await typeDuplicate(page);
    const dialog = page.getByRole('dialog', { name: 'Duplicate Leads Detected' });
    expect(await dialog.getByText('The following appear to match the lead you are creating.').isVisible()).toBe(true);
    expect(await dialog.getByText('Same phone').isVisible()).toBe(true);
    expect(await dialog.getByText('1 chosen to merge.').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Marguerite');
    expect(await total({ last_name: 'Oyelaran', first_name: 'Marguerite' })).toBe(0);
  });

  it('that duplicate another are kept by Save; each step says what it does', async () => {
    const page = await enter();
    await page.route(/\/api\/leads(\?|$)/, async (route) => {
      await new Promise((resolve) => { setTimeout(resolve, 800); });
      await route.continue();
    });
    const checking = page.getByText('Checking for duplicate leads').waitFor();
    await typeDuplicate(page, 'Margot');
    await checking;
    const saving = page.getByText('Saving Lead').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await saving;
    await page.getByRole('heading', { name: 'Margot Oyelaran', level: 1 }).waitFor();
    expect(await total({ last_name: 'Oyelaran', first_name: 'Margot' })).toBe(1);
  });

  it('that duplicate another are merged by Review and Merge, and the merge is undone', async () => {
    const page = await enter();
    const before = await total({});
    await typeDuplicate(page);
    const matches = page.getByRole('dialog').getByRole('checkbox');
    if (!(await page.getByRole('checkbox', { name: 'Merge with Marguerite Oyelaran-Hart' }).isChecked())) await page.getByRole('checkbox', { name: 'Merge with Marguerite Oyelaran-Hart' }).click();
    for (const match of await matches.all()) if ((await match.getAttribute('aria-label')) !== 'Merge with Marguerite Oyelaran-Hart' && (await match.isChecked())) await match.click();
    await page.getByRole('button', { name: 'Review and Merge' }).click();
    const table = page.getByRole('table', { name: 'Leads side by side' });
    await table.waitFor();
    expect(await table.getByText('Not saved yet').isVisible()).toBe(true);
    expect(await page.getByText('Keeps 1 lead, removes 0.').isVisible()).toBe(true);
    await table.getByRole('button', { name: 'Name of Marguerite Oyelaran: Marguerite Oyelaran', exact: true }).click();
    expect(await table.getByText('Added').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByRole('heading', { name: 'Marguerite Oyelaran', level: 1, exact: true }).waitFor();
    await page.getByText('Leads have been merged and duplicates removed').waitFor();
    expect(await total({})).toBe(before);
    expect(await total({ last_name: 'Oyelaran', email_addresses: { contains: 'new.address@example.net' } })).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('The merge is undone.').waitFor();
    await page.getByRole('heading', { name: 'Marguerite Oyelaran-Hart', level: 1 }).waitFor();
    expect(await total({ last_name: 'Oyelaran-Hart', mobile_phone: '4045550136' })).toBe(1);
  });

  it('that come to match another by a change are merged with what was changed', async () => {
    const page = await enter();
    await page.goto('/app/leads');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('Rosa Guerra');
    await page.getByRole('link', { name: 'Rosa Guerra' }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Next step').fill('Send the contract');
    // Samuel Guerra's.
    await page.getByLabel('Mobile').fill('3125550141');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('button', { name: 'Review and Merge' }).click();
    const table = page.getByRole('table', { name: 'Leads side by side' });
    await table.getByText('With your changes').waitFor();
    expect(await page.getByRole('radio', { name: 'Make Rosa Guerra the primary' }).isChecked()).toBe(true);
    expect(await page.getByText('Keeps 1 lead, removes 1.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByRole('heading', { name: 'Rosa Guerra', level: 1 }).waitFor();
    await main(page).getByText('Send the contract').first().waitFor();
    expect(await total({ last_name: 'Guerra', first_name: 'Rosa', mobile_phone: '3125550141', next_step: 'Send the contract', email_addresses: { contains: 'samuel.guerra' } })).toBe(1);
    expect(await total({ last_name: 'Guerra', first_name: 'Samuel' })).toBe(0);
  });

  it('selected in the grid are merged into the one chosen as primary', async () => {
    const page = await enter();
    await page.goto('/app/leads');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('lowell');
    await page.getByText('1–6 of 6').waitFor();
    await page.getByRole('checkbox', { name: /toggle row selection/ }).nth(0).click();
    await page.getByRole('checkbox', { name: /toggle row selection/ }).nth(1).click();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('radio', { name: 'Make Omar Lowell the primary' }).click();
    await page.getByRole('columnheader', { name: /Omar Lowell/ }).getByText('Primary', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('1–5 of 5').waitFor();
    expect(await total({ last_name: 'Lowell', first_name: 'Omar', email_addresses: { contains: 'nina.lowell' } })).toBe(1);
  });

  it('are deleted after a confirmation that names the deed', async () => {
    const page = await enter();
    await page.goto('/app/leads');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('Quentin Kimura');
    await page.getByRole('link', { name: 'Quentin Kimura' }).click();
    await page.getByRole('heading', { name: 'Quentin Kimura', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await total({ last_name: 'Kimura', first_name: 'Quentin' })).toBe(1);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await page.waitForURL(/\/app\/leads(\?|$)/);
    expect(await total({ last_name: 'Kimura', first_name: 'Quentin' })).toBe(0);
  });
});
