import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { describeInBrowser } from './describe-in-browser.ts';

const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const next = (page: Page): Locator => page.getByRole('button', { name: 'Next record' });
const previous = (page: Page): Locator => page.getByRole('button', { name: 'Previous record' });

describeInBrowser('Paging through records', ({ product, enter }) => {
  const make = async (module: string, fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;
  const makeMany = async (first: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await make('contacts', { first_name: first, last_name: String(at).padStart(2, '0') }));
    return ids;
  };
  const open = async (page: Page, words: string, name: string): Promise<void> => {
    await page.goto(`/app/contacts?q=${words}&size=10`);
    await page.getByRole('link', { name, exact: true }).click();
    await title(page, name).waitFor();
  };

  it('follows the order of the grid, past the end of its page, and Back leads to the grid', async () => {
    await makeMany('Walker', 13);
    const page = await enter();
    await page.goto(
      '/app/contacts?size=10&sort=name&order=asc&filter=' + encodeURIComponent(JSON.stringify({ first_name: { equals: 'Walker' } })),
    );
    await page.getByRole('link', { name: 'Walker 08', exact: true }).click();
    await title(page, 'Walker 08').waitFor();
    await page.getByText('9 of 13').waitFor();
    // The selected tab of the record stays the same for the next one.
    await page.getByRole('tab', { name: /^History/ }).click();
    await page.keyboard.press('j');
    await title(page, 'Walker 09').waitFor();
    expect(await page.getByRole('tab', { name: /^History/ }).getAttribute('aria-selected')).toBe('true');
    await next(page).click();
    await title(page, 'Walker 10').waitFor();
    await page.getByText('11 of 13').waitFor();
    await page.keyboard.press('j');
    await title(page, 'Walker 11').waitFor();
    await page.keyboard.press('j');
    await title(page, 'Walker 12').waitFor();
    await expect.poll(() => next(page).isDisabled()).toBe(true);
    await page.keyboard.press('k');
    await title(page, 'Walker 11').waitFor();

    // Kept after a reload, and after the form and back; the tab too.
    const history = page.getByRole('tab', { name: /^History/ });
    await page.reload();
    await page.getByText('12 of 13').waitFor();
    expect(await history.getAttribute('aria-selected')).toBe('true');
    await page.getByRole('tab', { name: /^Related/ }).click();
    await page.reload();
    await page.getByText('12 of 13').waitFor();
    expect(await history.getAttribute('aria-selected')).toBe('false');
    await history.click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Job title', exact: true }).fill('Principal');
    await page.keyboard.press('Control+Enter');
    await title(page, 'Walker 11').waitFor();
    await page.getByText('12 of 13').waitFor();
    expect(await history.getAttribute('aria-selected')).toBe('true');
    await previous(page).click();
    await title(page, 'Walker 10').waitFor();

    await page.goBack();
    await page.getByText('1–10 of 13').waitFor();
  });

  it('skips a record that was deleted meanwhile', async () => {
    const ids = await makeMany('Gone', 4);
    const page = await enter();
    await page.goto(
      '/app/contacts?sort=name&order=asc&q=&filter=' + encodeURIComponent(JSON.stringify({ first_name: { equals: 'Gone' } })),
    );
    await page.getByRole('link', { name: 'Gone 00', exact: true }).click();
    await page.getByText('1 of 4').waitFor();
    await product().application.records.markDeleted(SYSTEM_ACTOR, { module: 'contacts', ids: ids.slice(1, 2) });
    await page.keyboard.press('j');
    await title(page, 'Gone 02').waitFor();
    await page.getByText('2 of 3').waitFor();
    await page.keyboard.press('k');
    await title(page, 'Gone 00').waitFor();
    await page.getByText('1 of 3').waitFor();
  });

  it('is not available for a record opened by its address', async () => {
    const [id] = await makeMany('Alone', 2);
    const page = await enter();
    await open(page, 'alone', 'Alone 00');
    await next(page).waitFor();
    await page.goto(`/app/contacts/${id}`);
    await title(page, 'Alone 00').waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    expect(await next(page).count()).toBe(0);
    // The tab is kept too, also on a phone.
    const tab = page.getByRole('tab', { name: /^History/ });
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('tab', { name: /^Related/ }).click();
      await tab.click();
      await page.reload();
      await title(page, 'Alone 00').waitFor();
      expect(await tab.getAttribute('aria-selected'), `${width}`).toBe('true');
    }
  });

  it('works in a related list, and in the cards of a phone', async () => {
    const account = await make('accounts', { name: 'Walked Schools' });
    for (const name of ['Ann', 'Ben', 'Cid'])
      await make('contacts', { first_name: name, last_name: 'Related', accounts_contacts: account });
    const page = await enter();
    await page.goto(`/app/accounts/${account}`);
    await page
      .getByRole('complementary', { name: 'Side pane' })
      .getByRole('tab', { name: /^Related/ })
      .click();
    await page.getByRole('link', { name: 'Ben Related' }).click();
    await page.getByText('2 of 3').waitFor();
    await page.keyboard.press('j');
    await title(page, 'Cid Related').waitFor();

    const phone = await enter({ width: 375, height: 812 });
    await phone.goto(
      '/app/contacts?sort=name&order=asc&filter=' + encodeURIComponent(JSON.stringify({ last_name: { equals: 'Related' } })),
    );
    await phone.getByRole('link', { name: 'Ann Related' }).click();
    await phone.getByText('1 of 3').waitFor();
    expect((await next(phone).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await next(phone).click();
    await title(phone, 'Ben Related').waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  });

  it.each([
    ['group', '?group=lead_status'],
    ['column of a board', '?viewType=board:lead_status'],
  ])('works in the %s that a record was opened from', async (_, query) => {
    const page = await enter();
    await page.goto(`/app/leads${query}`);
    // The first of the small data: one of fifteen with the status new.
    await page.getByRole('link', { name: 'Nina Abbott', exact: true }).first().click();
    await title(page, 'Nina Abbott').waitFor();
    await page.getByText(/^\d+ of 15$/).waitFor();
    const place = async () => Number((await page.getByText(/^\d+ of 15$/).innerText()).split(' ')[0]);
    const before = await place();
    await page.keyboard.press('j');
    await expect.poll(place).toBe(before + 1);
    await page.goBack();
    await page.getByRole('link', { name: 'Nina Abbott', exact: true }).first().waitFor();
  });

  it('works in a group by Enter on one of its rows, and in a column by the menu of a card and by E', async () => {
    const page = await enter();
    await page.goto('/app/leads?group=lead_status');
    await page
      .getByRole('gridcell', { name: 'Nina Abbott' })
      .first()
      .click({ position: { x: 4, y: 20 } });
    await page.keyboard.press('Enter');
    await title(page, 'Nina Abbott').waitFor();
    await page.getByText(/^\d+ of 15$/).waitFor();
    await page.goto('/app/leads?viewType=board:lead_status');
    await page.getByRole('link', { name: 'Nina Abbott', exact: true }).focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
    await title(page, 'Nina Abbott').waitFor();
    await page.getByText(/^\d+ of 15$/).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Nina Abbott', exact: true }).focus();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'First name' }).waitFor();
    // The loaded records of the column are no longer in memory.
    await page.reload();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await title(page, 'Nina Abbott').waitFor();
    await page.getByText(/^\d+ of 15$/).waitFor();
  });
});
