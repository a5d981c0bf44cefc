import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { delaySaves } from './delay-saves.ts';

const main = (page: Page) => page.getByRole('main');

/** Types a lead similar to Marguerite Oyelaran-Hart and saves it. */
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

  it('that are being edited prompt before the page is left', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Priya Abbott' }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    const step = page.getByRole('textbox', { name: 'Next step' });
    await step.fill('Half a thought');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: /^Accounts\b/ }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await step.inputValue()).toBe('Half a thought');
    await page.goBack();
    await question.getByText('What you typed stays on this device').waitFor();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Priya Abbott', level: 1 }).waitFor();
    expect(await total({ next_step: 'Half a thought' })).toBe(0);
    // The draft stays on this device, as the question said, until the user starts over.
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect.poll(() => step.inputValue()).toBe('Half a thought');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => step.inputValue()).not.toBe('Half a thought');
  });

  it('accept a day by its name', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    const day = page.getByRole('textbox', { name: 'Next date', exact: true });
    const inDays = (days: number): Promise<string> =>
      page.evaluate((ahead) => {
        const at = new Date();
        at.setDate(at.getDate() + ahead);
        return [at.getMonth() + 1, at.getDate()]
          .map((part) => String(part).padStart(2, '0'))
          .concat(String(at.getFullYear()))
          .join('/');
      }, days);
    for (const [name, days] of [
      ['Yesterday', -1],
      ['Today', 0],
      ['Tomorrow', 1],
      ['Next Week', 7],
      ['Two Weeks', 14],
    ] as const) {
      await page.getByRole('button', { name: 'Choose a day: Next date' }).click();
      await page.getByRole('list', { name: 'Choices' }).getByRole('button', { name, exact: true }).click();
      await expect.poll(() => day.inputValue(), { message: name }).toBe(await inDays(days));
    }
  });

  it('that another user saved meanwhile show both values of each field that both changed', async () => {
    const { records } = product().application;
    const { record } = await records.create(
      { kind: 'system' },
      { module: 'leads', fields: { first_name: 'Cora', last_name: 'Contested', next_step: 'Call', title: 'Nurse' } },
    );
    const [page, other] = [await enter(), await enter()];
    for (const one of [page, other]) await one.goto(`/app/leads/${record._id}/edit`);
    const fill = async (one: Page, step: string, title: string): Promise<void> => {
      await one.getByRole('textbox', { name: 'Next step' }).fill(step);
      await one.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    };
    await fill(page, 'Write to her', 'School nurse');
    await fill(other, 'Visit her', 'Head nurse');
    await other.getByRole('button', { name: /^Save/ }).last().click();
    await other.getByRole('heading', { name: 'Cora Contested', level: 1, exact: true }).waitFor();
    await page.getByRole('button', { name: /^Save/ }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) });
    await dialog.getByRole('row').nth(2).waitFor();
    expect(await row('Next step').getByRole('cell').allInnerTexts()).toEqual(['Write to her', 'Visit her']);
    expect(await row('Title').getByRole('cell').allInnerTexts()).toEqual(['School nurse', 'Head nurse']);
    await row('Title').getByRole('radio', { name: 'Head nurse' }).check();
    await dialog.getByRole('button', { name: 'Save with these' }).click();
    await page.getByRole('heading', { name: 'Cora Contested', level: 1, exact: true }).waitFor();
    expect(await records.get({ kind: 'system' }, { module: 'leads', id: record._id })).toMatchObject({
      next_step: 'Write to her',
      title: 'Head nurse',
    });
  });

  it('open as a record, are changed and saved', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Omar Abbott' }).click();
    await page.getByRole('heading', { name: 'Omar Abbott', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Next step' }).fill('Call on Monday');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Qualified' }).click();
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('heading', { name: 'Omar Abbott', level: 1 }).waitFor();
    await main(page).getByText('Call on Monday').first().waitFor();
    expect(await total({ next_step: 'Call on Monday', lead_status: 'qualified', previous_status: 'attempting_contact' })).toBe(1);
  });

  it('become favorites by their star, which shows an error if this fails', async () => {
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

  it('show every problem at its field, keep the typed values, and save once corrected', async () => {
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

  it('that duplicate another are blocked; closing keeps the form and saves nothing', async () => {
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

  it('that duplicate another are saved by Save; each step says what it does', async () => {
    const page = await enter();
    const said = await delaySaves(page, /\/api\/leads(\?|$)/, ['Checking for duplicate leads', 'Saving Lead']);
    await typeDuplicate(page, 'Margot');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Margot Oyelaran', level: 1 }).waitFor();
    expect(said).toEqual(['Checking for duplicate leads', 'Saving Lead']);
    expect(await total({ last_name: 'Oyelaran', first_name: 'Margot' })).toBe(1);
  });

  it('that duplicate another are merged by Review and Merge, and the merge is undone', async () => {
    const page = await enter();
    const before = await total({});
    await typeDuplicate(page);
    const matches = page.getByRole('dialog').getByRole('checkbox');
    if (!(await page.getByRole('checkbox', { name: 'Merge with Marguerite Oyelaran-Hart' }).isChecked()))
      await page.getByRole('checkbox', { name: 'Merge with Marguerite Oyelaran-Hart' }).click();
    for (const match of await matches.all())
      if ((await match.getAttribute('aria-label')) !== 'Merge with Marguerite Oyelaran-Hart' && (await match.isChecked()))
        await match.click();
    await page.getByRole('button', { name: 'Review and Merge' }).click();
    const table = page.getByRole('table', { name: 'Leads side by side' });
    await table.waitFor();
    expect(await table.getByText('Not saved yet').isVisible()).toBe(true);
    expect(await page.getByText('Keeps 1 lead, removes 0.').isVisible()).toBe(true);
    await table.getByRole('button', { name: 'Name of Marguerite Oyelaran: Marguerite Oyelaran', exact: true }).click();
    expect(await table.getByText('Added').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByRole('heading', { name: 'Marguerite Oyelaran', level: 1, exact: true }).waitFor();
    // No stored lead was a duplicate: nothing was removed.
    await page.getByText('Your entries were merged into the lead').waitFor();
    expect(await total({})).toBe(before);
    expect(await total({ last_name: 'Oyelaran', email_addresses: { contains: 'new.address@example.net' } })).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('The merge is undone.').waitFor();
    await page.getByRole('heading', { name: 'Marguerite Oyelaran-Hart', level: 1 }).waitFor();
    expect(await total({ last_name: 'Oyelaran-Hart', mobile_phone: '4045550136' })).toBe(1);
  });

  it('that match another after a change are merged with the changes', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('Rosa Guerra');
    await page.getByRole('link', { name: 'Rosa Guerra' }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Next step' }).fill('Send the contract');
    // Samuel Guerra's.
    await page.getByRole('textbox', { name: 'Mobile' }).fill('3125550141');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('button', { name: 'Review and Merge' }).click();
    const table = page.getByRole('table', { name: 'Leads side by side' });
    await table.getByText('With your changes').waitFor();
    expect(await page.getByRole('radio', { name: 'Make Rosa Guerra the primary' }).isChecked()).toBe(true);
    expect(await page.getByText('Keeps 1 lead, removes 1.').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByRole('heading', { name: 'Rosa Guerra', level: 1 }).waitFor();
    await main(page).getByText('Send the contract').first().waitFor();
    expect(
      await total({
        last_name: 'Guerra',
        first_name: 'Rosa',
        mobile_phone: '3125550141',
        next_step: 'Send the contract',
        email_addresses: { contains: 'samuel.guerra' },
      }),
    ).toBe(1);
    expect(await total({ last_name: 'Guerra', first_name: 'Samuel' })).toBe(0);
  });

  it('selected in the grid are merged into the one chosen as primary', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('lowell');
    await page.getByText('1–6 of 6').waitFor();
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .nth(0)
      .click();
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .nth(1)
      .click();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('radio', { name: 'Make Omar Lowell the primary' }).click();
    await page
      .getByRole('columnheader', { name: /Omar Lowell/ })
      .getByText('Primary', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('1–5 of 5').waitFor();
    expect(await total({ last_name: 'Lowell', first_name: 'Omar', email_addresses: { contains: 'nina.lowell' } })).toBe(1);
  });

  it('are deleted after a confirmation that names the action', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
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
