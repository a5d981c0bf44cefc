import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';
import { firstRange, FITTING_ROWS } from './grid-page.ts';

const names = (page: Page): Promise<string[]> => page.getByRole('grid').getByRole('link').allInnerTexts();

describeInBrowser('Leads in the browser', ({ product, enter }) => {
  it('open with those to follow up, until the user chooses another view', async () => {
    const page = await enter();
    const leads = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Leads/ });
    await page.goto('/app/leads');
    await page.getByRole('tab', { name: 'Follow up 0', selected: true }).waitFor();
    await page.getByRole('heading', { name: 'Nothing in Follow up' }).waitFor();
    await page.getByRole('button', { name: /^All leads/ }).click();
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Nothing in Follow up' }).waitFor();
    await page.goto('/app/dashboard');
    await leads.click();
    await page.getByRole('tab', { name: /^All leads/, selected: true }).waitFor();
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
  });

  it('are sorted, searched, paged and selected in a grid with server-side paging', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    // A page has the rows that the window shows, and another number of rows once the user chooses one.
    await page.getByText(firstRange(product().data.leads)).waitFor();
    await expect.poll(async () => (await names(page)).length).toBe(FITTING_ROWS);
    await page.setViewportSize({ width: 1440, height: 450 });
    await page.getByText(`1–10 of ${product().data.leads}`).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText(firstRange(product().data.leads)).waitFor();
    await page.getByRole('button', { name: 'Rows per page: Fit' }).click();
    await page.getByRole('menuitem', { name: '10', exact: true }).click();
    await page.getByText(`1–10 of ${product().data.leads}`).waitFor();
    expect(await page.evaluate(() => location.search)).toBe('?view=all');
    await page.reload();
    await page.getByText(`1–10 of ${product().data.leads}`).waitFor();

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
    await page.goto('/app/leads?view=all');
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

    await page.goto('/app/leads?view=all&size=10');
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
    await page.goto('/app/leads?view=all');
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
});
