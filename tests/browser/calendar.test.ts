import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { findAccessibilityViolations, inspectorOf } from './accessibility-checks.ts';
import { FULL_DAY_COUNT, dayOf, entryIn, EVENTS, LEADS, seedCalendar } from './calendar-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { makeRecord } from './make-subs.ts';

describeInBrowser('A list as a calendar', ({ product, enter }) => {
  const records = () => product().application.records;
  const create = (module: string, fields: JsonObject): Promise<string> => makeRecord(product().application, module, fields);
  let ids: { readonly [name: string]: string } = {};

  beforeAll(async () => {
    ids = await seedCalendar(product());
  });

  it('shows each day with its entries, and a table of entries that do not fit', async () => {
    const page = await enter();
    // Never all of them: one page, then for a full day as many as are shown, and the count.
    const sizes: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/leads/search')) sizes.push((request.postDataJSON() as { pageSize?: unknown }).pageSize);
    });
    const counted = page.waitForRequest((request) => request.url().endsWith('/api/leads/group'));
    await page.goto(`${LEADS}&at=2027-03`);
    await entryIn(page, 'Wednesday, March 10', 'Ada Marsh').waitFor();
    await dayOf(page, `Thursday, March 18, ${FULL_DAY_COUNT} leads`).waitFor();
    expect(((await counted).postDataJSON() as { by: unknown }).by).toEqual([{ field: 'next_date', unit: 'day' }]);
    expect(sizes.every((size) => Number(size) <= 200)).toBe(true);
    expect(sizes).toContain(12);
    const shown = await dayOf(page, 'Thursday, March 18').getByRole('link').count();
    await page.getByRole('button', { name: `${FULL_DAY_COUNT - shown} more on Thursday, March 18` }).click();
    await page.getByRole('link', { name: 'Many Crowd 000' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(5);
    await page.getByText(`of ${FULL_DAY_COUNT}`).first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'March 2027' }).waitFor();
    await entryIn(page, 'Wednesday, March 10', 'Ada Marsh').waitFor();
  });

  it('is navigated by its buttons, by keyboard and by Back, and a link opens the same date', async () => {
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-01`);
    await page.getByRole('heading', { name: 'January 2027' }).waitFor();
    await page.getByRole('button', { name: 'Previous month' }).click();
    // Two clicks move two months, however slow the page is.
    await page.getByRole('button', { name: 'Next month' }).dblclick();
    await page.getByRole('heading', { name: 'February 2027' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('body').press('ArrowRight');
    await page.getByRole('heading', { name: 'March 2027' }).waitFor();
    await page.getByRole('tab', { name: 'Week' }).click();
    await page.getByRole('heading', { name: /2027/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('span')).toBe('week');
    await page.goBack();
    await page.getByRole('heading', { name: 'March 2027' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'February 2027' }).waitFor();
    // A filter keeps the date.
    await page.getByRole('searchbox').fill('Marsh');
    await page.waitForURL(/q=Marsh/);
    await page.getByText('No leads in February 2027.').waitFor();
    await page.getByRole('button', { name: 'Go to Wednesday, March 10, 2027' }).click();
    await page.getByRole('heading', { name: 'March 2027' }).waitFor();
    await entryIn(page, 'Thursday, March 11', 'Ben Marsh').waitFor();
    expect(await page.getByRole('link', { name: /Crowd/ }).count()).toBe(0);
    await page.getByRole('heading', { name: 'March 2027' }).click();
    await page.locator('body').press('t');
    await page.getByRole('gridcell', { name: /, today,/ }).waitFor();
    const day = await page.locator('.mc-number').first().boundingBox();
    expect([day?.width, day?.height].every((side) => (side ?? 0) >= 24)).toBe(true);
  });

  it('shows an entry in a popup with actions to open, edit and move it', async () => {
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-03`);
    await entryIn(page, 'Wednesday, March 10', 'Ada Marsh').click();
    const sheet = page.getByRole('dialog', { name: 'Preview of Ada Marsh' });
    await sheet.getByText('Wed, Mar 10').waitFor();
    await sheet.getByText('Qualified').waitFor();
    expect(await sheet.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/app/leads/${ids['ada']}/edit`);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-entry'))).toBe(ids['ada']);
    await page.keyboard.press('Enter');
    await sheet.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Ada Marsh' }).waitFor();
  });

  it('loads all entries that started before and continue, however many', async () => {
    const { refused } = await records().createMany(SYSTEM_ACTOR, {
      module: 'jobs',
      records: Array.from({ length: 230 }, (_, at) => ({
        custom_job_title: `Running ${String(at).padStart(3, '0')}`,
        start_date: '2030-01-10',
        end_date: '2030-03-06',
      })),
    });
    expect(refused).toEqual([]);
    const page = await enter();
    await page.goto('/app/jobs?viewType=calendar:start_date&at=2030-03');
    await dayOf(page, 'Wednesday, March 6, 230 jobs').waitFor();
    await dayOf(page, 'Thursday, March 7, 0 jobs').waitFor();
  });

  it('marks an entry that another user moves, on its new day', async () => {
    const lead = await create('leads', { first_name: 'Flash', last_name: 'Marsh', lead_status: 'new', next_date: '2027-11-09' });
    const page = await enter();
    const live = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('subscribed') }));
    await page.goto(`${LEADS}&at=2027-11`);
    await entryIn(page, 'Tuesday, November 9', 'Flash Marsh').waitFor();
    await live;
    await page.waitForLoadState('networkidle');
    const marked = page.locator(`[data-day="2027-11-17"] [data-entry="${lead}"][data-changed]`).waitFor();
    await records().update(SYSTEM_ACTOR, { module: 'leads', id: lead, fields: { next_date: '2027-11-17' } });
    await marked;
    expect(await entryIn(page, 'Tuesday, November 9', 'Flash Marsh').count()).toBe(0);
    // Only for a moment.
    await page.locator('[data-changed]').waitFor({ state: 'detached' });
    await entryIn(page, 'Wednesday, November 17', 'Flash Marsh').waitFor();
  });

  it('links to the records without a date', async () => {
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-03`);
    await page.getByRole('button', { name: /without next date/ }).click();
    await page.getByRole('link', { name: 'Nina Abbott' }).first().waitFor();
    await page.getByRole('button', { name: /Edit the filter Next date is empty/ }).waitFor();
  });

  it('shows changes by other users, and an error if it cannot be loaded', async () => {
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-05`);
    await page.getByText('No leads in May 2027.').waitFor();
    await create('leads', { first_name: 'Cara', last_name: 'Marsh', lead_status: 'new', next_date: '2027-05-05' });
    await entryIn(page, 'Wednesday, May 5', 'Cara Marsh').waitFor();
    await page.route('**/api/leads/search', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({ error: 'This filter takes too long.', code: 'filter_too_costly', details: [] }),
      }),
    );
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('alert').getByText('This filter takes too long.').waitFor();
    await page.unroute('**/api/leads/search');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await dayOf(page, 'Tuesday, June 1,').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('is a list of days on a phone, and moves an entry by a menu', async () => {
    const page = await enter({ width: 375, height: 812 });
    await page.goto(`${LEADS}&at=2027-03`);
    const day = page.getByRole('region', { name: 'Wednesday, March 10' });
    await day.getByRole('link', { name: 'Ada Marsh' }).waitFor();
    expect([...(await findHorizontalOverflow(page, 'agenda')), ...(await findAccessibilityViolations(page, 'agenda'))]).toEqual([]);
    // No word of the bar is cut.
    const words = page.locator('.mc-bar :is(button, h2)');
    expect(await words.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))).toEqual(
      [],
    );
    for (const target of [
      page.getByRole('button', { name: 'Today' }),
      page.getByRole('button', { name: 'Next month' }),
      day.getByRole('button', { name: 'New lead on Wednesday, March 10' }),
      day.getByRole('button', { name: 'More about Ada Marsh' }),
    ])
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await day.getByRole('button', { name: 'More about Ada Marsh' }).click();
    await page.getByRole('menuitem', { name: 'Move to date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move Ada Marsh' });
    await dialog.getByRole('textbox', { name: 'Next date' }).fill('3/12/2027');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByRole('region', { name: 'Friday, March 12' }).getByRole('link', { name: 'Ada Marsh' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await day.getByRole('link', { name: 'Ada Marsh' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible, %s', async (scheme) => {
    const page = await enter({ scheme });
    const inspect = inspectorOf(scheme);
    const looks: readonly (readonly [string, string])[] = [
      [`${LEADS}&at=2027-03`, 'Ada Marsh'],
      [`${LEADS}&at=2027-03-10&span=week`, 'Ada Marsh'],
      [`${LEADS}&at=2027-03&span=agenda`, 'Ada Marsh'],
      [`${EVENTS}&at=2027-03-11&span=week`, 'Late call'],
      [`${EVENTS}&at=2027-03-11&span=day`, 'Late call'],
      ['/app/jobs?viewType=calendar:start_date&at=2027-03', 'Spring cover'],
    ];
    for (const [address, name] of looks) {
      await page.goto(address);
      await page.getByRole('link', { name }).first().waitFor();
      expect(await inspect(page, address)).toEqual([]);
    }
    await page.goto(`${LEADS}&at=2027-03`);
    await entryIn(page, 'Wednesday, March 10', 'Ada Marsh').click();
    await page.getByRole('dialog', { name: 'Preview of Ada Marsh' }).waitFor();
    expect(await inspect(page, 'sheet')).toEqual([]);
  });
});
