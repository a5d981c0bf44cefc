import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { delaySaves } from './delay-saves.ts';

const main = (page: Page) => page.getByRole('main');
const names = (page: Page): Promise<string[]> => page.getByRole('grid').getByRole('link').allInnerTexts();

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

  it('are sorted, searched, paged and selected in a grid with server-side paging', async () => {
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
    // Rows are replaced one by one.
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['M. Oyelaran', 'Marguerite Oyelaran-Hart']);

    await page.getByRole('searchbox', { name: 'Search leads' }).fill('castillo');
    await page.getByText('1–6 of 6').waitFor();
    for (const name of await names(page)) expect(name).toContain('Castillo');

    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .nth(0)
      .click();
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .nth(1)
      .click();
    await page.getByText('2 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Merge' }).isVisible()).toBe(true);
  });

  it('are sorted by the last click on a header, however soon it follows the previous one', async () => {
    const page = await enter();
    await page.clock.install();
    await page.goto('/app/leads');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    const header = page.getByRole('columnheader', { name: 'Mobile' });
    await header.hover();
    const box = await header.boundingBox();
    if (box === null) throw new Error('No header to click');
    // The table processes a click a moment later, and the address changes another moment later: the next click may
    // happen at any time in between.
    for (let pause = 24; pause <= 64; pause += 2) {
      await page.mouse.click(box.x + 20, box.y + 10);
      await page.clock.runFor(pause);
      await page.mouse.click(box.x + 20, box.y + 10);
      await page.clock.runFor(500);
      await expect
        .poll(async () => [await header.getAttribute('aria-sort'), new URL(page.url()).searchParams.get('order')], {
          message: `${pause} ms`,
        })
        .toEqual(['descending', 'desc']);
    }
  });

  it('keep both of two changes of their list, however soon the second follows', async () => {
    const page = await enter();
    const filter = { first_name: { startsWith: 'Nina' }, last_name: { startsWith: 'C' }, lead_status: { in: ['screening'] } };
    await page.goto(`/app/leads?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const crosses = page.getByRole('button', { name: /^Remove the filter/ });
    await expect.poll(() => crosses.count()).toBe(3);
    // In one task of the browser: nothing is rendered between the two.
    await crosses.evaluateAll((all) => {
      for (const cross of all.slice(0, 2)) (cross as HTMLElement).click();
    });
    await expect
      .poll(() => page.evaluate(() => new URLSearchParams(location.search).get('filter')))
      .toBe(JSON.stringify({ lead_status: { in: ['screening'] } }));
    await expect.poll(() => crosses.count()).toBe(1);

    await page.getByRole('searchbox', { name: 'Search leads' }).fill('castillo');
    await page.evaluate(() => {
      document.querySelector('input[type="search"]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      document.querySelector<HTMLElement>('[aria-label^="Remove the filter"]')?.click();
    });
    await page.getByText('1–6 of 6').waitFor();
    expect(new URL(page.url()).search).toBe('?q=castillo');

    await page.goto('/app/leads?size=10');
    await page.getByText(`1–10 of ${product().data.leads}`).waitFor();
    await page.getByRole('button', { name: 'Next page' }).evaluate((next: HTMLElement) => {
      next.click();
      next.click();
    });
    await page.getByText(`21–30 of ${product().data.leads}`).waitFor();
  });

  it('lose no typed key while their list loads, and keep the typed text of the filter when another filter is removed', async () => {
    const page = await enter();
    await page.clock.install();
    await page.goto(`/app/leads?filter=${encodeURIComponent(JSON.stringify({ lead_status: { in: ['screening'] } }))}`);
    const box = page.getByRole('searchbox', { name: 'Search leads' });
    await box.fill('cast');
    // The next letter is typed while the first ones are being searched.
    await box.evaluate((input: HTMLInputElement) => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'castillo');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('castillo');
    expect(await box.inputValue()).toBe('castillo');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Filter leads' });
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Nina');
    await page
      .getByRole('button', { name: /^Remove the filter/ })
      .first()
      .click();
    await page.getByText('1–1 of 1').waitFor();
    expect(await panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Nina');
    expect(await names(page)).toEqual(['Nina Castillo']);

    // Back and Forward must not trigger another navigation.
    await page.getByRole('tab', { name: /^Mine/ }).click();
    await page.waitForURL(/view=/);
    await page.goBack();
    await page.getByText('1–1 of 1').waitFor();
    await page.clock.runFor(1_000);
    expect(await box.inputValue()).toBe('castillo');
    expect(new URL(page.url()).searchParams.get('view')).toBe(null);
  });

  it('keep selected columns and resized widths after a reload', async () => {
    const page = await enter();
    await page.goto('/app/leads');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
    const widthOf = async (name: string): Promise<number> => Math.round((await header(name).boundingBox())?.width ?? 0);
    await page.getByRole('button', { name: 'Columns' }).click();
    const choice = page.getByRole('dialog', { name: 'Shown columns' });
    await choice.getByRole('checkbox', { name: 'Mobile', exact: true }).uncheck();
    await choice.getByRole('checkbox', { name: 'Title', exact: true }).check();
    await page.keyboard.press('Escape');
    await header('Title').waitFor();
    expect(await header('Mobile').count()).toBe(0);
    const before = await widthOf('Status');
    const edge = await header('Status').locator('.ag-header-cell-resize').boundingBox();
    if (edge === null) throw new Error('No edge to draw');
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 8);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2 + 70, edge.y + 8, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => widthOf('Status')).toBeGreaterThan(before + 50);
    const drawn = await widthOf('Status');
    await page.reload();
    await header('Title').waitFor();
    await expect.poll(() => widthOf('Status')).toBe(drawn);
    expect(await header('Mobile').count()).toBe(0);
  });

  it('that are being edited prompt before the page is left', async () => {
    const page = await enter();
    await page.goto('/app/leads');
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
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Priya Abbott', level: 1 }).waitFor();
    expect(await total({ next_step: 'Half a thought' })).toBe(0);
    // Discarded changes are not restored: the form starts with the stored values.
    await page.getByRole('link', { name: 'Edit' }).click();
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
    await page.goto('/app/leads');
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
    await page.getByText('Leads have been merged and duplicates removed').waitFor();
    expect(await total({})).toBe(before);
    expect(await total({ last_name: 'Oyelaran', email_addresses: { contains: 'new.address@example.net' } })).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('The merge is undone.').waitFor();
    await page.getByRole('heading', { name: 'Marguerite Oyelaran-Hart', level: 1 }).waitFor();
    expect(await total({ last_name: 'Oyelaran-Hart', mobile_phone: '4045550136' })).toBe(1);
  });

  it('that match another after a change are merged with the changes', async () => {
    const page = await enter();
    await page.goto('/app/leads');
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
    await page.goto('/app/leads');
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
