import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '../../engine/model/index.ts';
import { createApiClient } from '../support/api-client.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations, inspectorOf } from './accessibility-checks.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { signIn } from './open-browser.ts';
import { ADMIN } from './start-product.ts';

const RECRUITER = { email: 'calendar@muster.test', password: 'Recruit-1!' } as const;
const EVENT_COUNT = 260;
const LEADS = '/app/leads?viewType=calendar:next_date';
const EVENTS = '/app/module/calendarEvents?viewType=calendar:start';

const dayOf = (page: Page, name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
const entryIn = (page: Page, day: string, name: string): Locator => dayOf(page, day).getByRole('link', { name });

/** Drags an element with the mouse onto another. */
async function drag(page: Page, from: Locator, to: Locator, at?: { readonly x: number; readonly y: number }): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error('Nothing to drag');
  const target = at === undefined ? { x: end.x + end.width / 2, y: end.y + end.height / 2 } : { x: end.x + at.x, y: end.y + at.y };
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, { steps: 4 });
  await page.mouse.move(target.x, target.y, { steps: 12 });
  await page.mouse.move(target.x + 1, target.y + 1, { steps: 2 });
  await page.mouse.up();
}

describeInBrowser('A list as a calendar', ({ product, enter, visit }) => {
  const records = () => product().application.records;
  const create = async (module: string, fields: JsonObject): Promise<string> =>
    (await records().create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;
  const read = async (module: string, id: string): Promise<JsonObject> => records().get(SYSTEM_ACTOR, { module, id });
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const many = Array.from({ length: EVENT_COUNT }, (_, at) => ({
      first_name: 'Many',
      last_name: `Crowd ${String(at).padStart(3, '0')}`,
      lead_status: 'screening',
      mobile_phone: `31257${String(10_000 + at)}`,
      next_date: '2027-03-18',
    }));
    const { refused } = await records().createMany(SYSTEM_ACTOR, { module: 'leads', records: many, allowDuplicates: true });
    expect(refused).toEqual([]);
    ids['ada'] = await create('leads', {
      first_name: 'Ada',
      last_name: 'Marsh',
      lead_status: 'qualified',
      profession: 'School Nurse, RN',
      next_date: '2027-03-10',
    });
    ids['ben'] = await create('leads', { first_name: 'Ben', last_name: 'Marsh', lead_status: 'new', next_date: '2027-03-11' });
    ids['job'] = await create('jobs', { custom_job_title: 'Spring cover', start_date: '2027-03-11', end_date: '2027-03-16' });
    ids['talk'] = await create('calendarEvents', { title: 'Talk', start: '2027-03-10T15:30:00.000Z', end: '2027-03-10T16:15:00.000Z' });
    await create('calendarEvents', { title: 'Job fair', start: '2027-03-09T14:00:00.000Z', end: '2027-03-11T22:00:00.000Z' });
    ids['late'] = await create('calendarEvents', {
      title: 'Late call',
      start: '2027-03-12T03:30:00.000Z',
      end: '2027-03-12T04:00:00.000Z',
    });
    ids['pto'] = await create('ptoRequests', {
      name: 'Year end',
      users_ptoRequests: product().data.userId,
      hours_requested: 8,
      pto_date: '2027-12-31',
    });
    await product().application.sessions.register(SYSTEM_ACTOR, {
      fields: { email: RECRUITER.email, first_name: 'Cal', last_name: 'Reader', userType: 'Standard', roles: ['role_recruiter'] },
      password: RECRUITER.password,
    });
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
    await dayOf(page, `Thursday, March 18, ${EVENT_COUNT} leads`).waitFor();
    expect(((await counted).postDataJSON() as { by: unknown }).by).toEqual([{ field: 'next_date', unit: 'day' }]);
    expect(sizes.every((size) => Number(size) <= 200)).toBe(true);
    expect(sizes).toContain(12);
    const shown = await dayOf(page, 'Thursday, March 18').getByRole('link').count();
    await page.getByRole('button', { name: `${EVENT_COUNT - shown} more on Thursday, March 18` }).click();
    await page.getByRole('link', { name: 'Many Crowd 000' }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(5);
    await page.getByText(`of ${EVENT_COUNT}`).first().waitFor();
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

  it('saves an entry on the day that it is dragged to, and can undo this', async () => {
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-03`);
    await entryIn(page, 'Wednesday, March 10', 'Ada Marsh').waitFor();
    await drag(page, entryIn(page, 'Wednesday, March 10', 'Ada Marsh'), dayOf(page, 'Friday, March 12'));
    await page.getByText('Ada Marsh moved to Fri, Mar 12.').waitFor();
    await entryIn(page, 'Friday, March 12', 'Ada Marsh').waitFor();
    expect(await page.getByRole('dialog', { name: 'Preview of Ada Marsh' }).count()).toBe(0);
    expect((await read('leads', ids['ada'] ?? ''))['next_date']).toBe('2027-03-12');
    await page.getByRole('button', { name: 'Undo' }).click();
    await entryIn(page, 'Wednesday, March 10', 'Ada Marsh').waitFor();
    await expect.poll(async () => (await read('leads', ids['ada'] ?? ''))['next_date']).toBe('2027-03-10');
  });

  it('is usable with the keyboard alone: days, entries, another day, a new record', async () => {
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-03-11&span=month`);
    await entryIn(page, 'Thursday, March 11', 'Ben Marsh').waitFor();
    await dayOf(page, 'Wednesday, March 10').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2027-03-11');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Preview of Ben Marsh' }).getByRole('button', { name: 'Move to date' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move Ben Marsh' });
    const day = dialog.getByRole('textbox', { name: 'Next date' });
    await day.fill('soon');
    await day.press('Enter');
    await dialog.getByText('Type a day, such as 11/18/2026.').waitFor();
    await day.fill('4/5/2027');
    await day.press('Enter');
    await page.getByText('Ben Marsh moved to Mon, Apr 5.').waitFor();
    expect((await read('leads', ids['ben'] ?? ''))['next_date']).toBe('2027-04-05');
    await dayOf(page, 'Wednesday, March 31').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'April 2027' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2027-04-07');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New lead' }).waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Next date' }).inputValue()).toBe('04/07/2027');
  });

  it('holds a rejected entry where it was dropped, shows why, and puts it back', async () => {
    const page = await enter();
    await page.goto('/app/ptoRequests?viewType=calendar:pto_date&at=2027-12');
    await drag(page, entryIn(page, 'Friday, December 31', 'Year end'), dayOf(page, 'Saturday, January 1,'));
    const told = page.getByRole('dialog', { name: 'Year end not moved' });
    await told.getByText('Not moved yet').waitFor();
    await entryIn(page, 'Saturday, January 1,', 'Year end').waitFor();
    await page.keyboard.press('Escape');
    await entryIn(page, 'Friday, December 31', 'Year end').waitFor();
    expect(await read('ptoRequests', ids['pto'] ?? '')).toMatchObject({ pto_date: '2027-12-31', _version: 1 });
  });

  it('does not move entries that the user cannot edit, and says so', async () => {
    const page = await visit();
    await signIn(page, RECRUITER.email, RECRUITER.password);
    await page.goto(`${EVENTS}&at=2027-03`);
    await drag(page, entryIn(page, 'Wednesday, March 10', 'Talk'), dayOf(page, 'Friday, March 12'));
    const sheet = page.getByRole('dialog', { name: 'Preview of Talk' });
    await sheet.getByText('You may not edit this calendar event, so it stays on its day.').waitFor();
    expect(await sheet.getByRole('button', { name: 'Move to date' }).count()).toBe(0);
    await sheet.getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByRole('dialog', { name: "Why can't I edit this?" }).waitFor();
    expect((await read('calendarEvents', ids['talk'] ?? ''))['_version']).toBe(1);
  });

  it('shows which rule prevents a move, and the smallest change', async () => {
    const { url, application } = product();
    const token = (await createApiClient(url, undefined).post('/api/users/login', ADMIN)).body.token as string;
    const access = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
    const role = await createApiClient(url, token).post('/api/roles', {
      name: 'Timeless',
      module_access: { leads: access },
      field_access: { leads: { next_date: 'read-only' } },
    });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    await application.sessions.register(SYSTEM_ACTOR, {
      fields: { email: 'timeless@muster.test', first_name: 'Tim', last_name: 'Less', userType: 'Standard', roles: [role.body._id] },
      password: RECRUITER.password,
    });
    await create('leads', { first_name: 'Fixed', last_name: 'Marsh', lead_status: 'new', next_date: '2026-04-07' });
    const page = await visit();
    await signIn(page, 'timeless@muster.test', RECRUITER.password);
    await page.goto(`${LEADS}&at=2026-04`);
    await entryIn(page, 'Tuesday, April 7', 'Fixed Marsh').click();
    const sheet = page.getByRole('dialog', { name: 'Preview of Fixed Marsh' });
    await sheet.getByText('Your role may not change Next date, so it stays on its day.').waitFor();
    await sheet.getByRole('button', { name: 'Move to date' }).press('Enter');
    const why = page.getByRole('dialog', { name: "Why can't I edit this?" });
    await why.getByText('Set field_access.next_date to read-write in role Timeless').waitFor();
  });

  it('draws an entry with an end over its days, in each week, and moves it as a whole', async () => {
    const page = await enter();
    await page.goto('/app/jobs?viewType=calendar:start_date&at=2027-03');
    await page
      .getByRole('link', { name: /Spring cover/ })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /Spring cover/ }).count()).toBe(2);
    await dayOf(page, 'Tuesday, March 16, 1 job').waitFor();
    await drag(page, entryIn(page, 'Thursday, March 11', 'Spring cover'), dayOf(page, 'Monday, March 22'));
    await page.getByText('Spring cover moved to Mon, Mar 22.').waitFor();
    expect(await read('jobs', ids['job'] ?? '')).toMatchObject({ start_date: '2027-03-22', end_date: '2027-03-27' });
  });

  it('has hours for fields with times, and sets the hour that an entry is dragged to', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-03-10&span=week`);
    // In the reader's time zone, New York: the evening before.
    await entryIn(page, 'Thursday, March 11', 'Late call').waitFor();
    const talk = entryIn(page, 'Wednesday, March 10', 'Talk');
    await talk.scrollIntoViewIfNeeded();
    await drag(page, talk, dayOf(page, 'Friday, March 12'), { x: 60, y: 13 * 48 + 30 });
    await page.getByText('Talk moved to Fri, Mar 12.').waitFor();
    expect(await read('calendarEvents', ids['talk'] ?? '')).toMatchObject({
      start: '2027-03-12T18:30:00.000Z',
      end: '2027-03-12T19:15:00.000Z',
    });
    await page.getByRole('button', { name: 'Open Friday, March 12' }).click();
    await page.getByRole('heading', { name: 'Friday, March 12, 2027' }).waitFor();
    await entryIn(page, 'Friday, March 12', 'Talk').waitFor();
  });

  it('changes the end of an entry by its edge, in days and in hours, and can undo this', async () => {
    const job = await create('jobs', { custom_job_title: 'Summer cover', start_date: '2028-06-06', end_date: '2028-06-07' });
    const call = await create('calendarEvents', { title: 'Long call', start: '2028-06-07T14:00:00.000Z', end: '2028-06-07T15:00:00.000Z' });
    const page = await enter();
    await page.goto('/app/jobs?viewType=calendar:start_date&at=2028-06');
    await entryIn(page, 'Tuesday, June 6', 'Summer cover').waitFor();
    await drag(page, page.locator(`[data-resize="${job}"]`), dayOf(page, 'Friday, June 9'));
    await page.getByText('Summer cover ends on Fri, Jun 9.').waitFor();
    await dayOf(page, 'Friday, June 9, 1 job').waitFor();
    expect(await read('jobs', job)).toMatchObject({ start_date: '2028-06-06', end_date: '2028-06-09' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await dayOf(page, 'Friday, June 9, 0 jobs').waitFor();
    await expect.poll(async () => (await read('jobs', job))['end_date']).toBe('2028-06-07');
    // The end cannot be before the start.
    await drag(page, page.locator(`[data-resize="${job}"]`), dayOf(page, 'Thursday, June 1,'));
    await page.getByText('Summer cover ends on Tue, Jun 6.').waitFor();
    expect(await read('jobs', job)).toMatchObject({ start_date: '2028-06-06', end_date: '2028-06-06' });

    await page.goto(`${EVENTS}&at=2028-06-07&span=week`);
    const talk = entryIn(page, 'Wednesday, June 7', 'Long call');
    await talk.scrollIntoViewIfNeeded();
    await drag(page, page.locator(`[data-resize="${call}"]`), dayOf(page, 'Wednesday, June 7'), { x: 60, y: 13 * 48 + 20 });
    await page.getByText('Long call ends on Wed, Jun 7.').waitFor();
    // One in the afternoon in New York, the end of the hour from one to two.
    expect(await read('calendarEvents', call)).toMatchObject({ start: '2028-06-07T14:00:00.000Z', end: '2028-06-07T18:00:00.000Z' });
    await page.goto(`${LEADS}&at=2027-03`);
    await entryIn(page, 'Thursday, March 18', 'Many Crowd 000').waitFor();
    // An entry without an end has no edge.
    expect(await page.locator('[data-resize]').count()).toBe(0);
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

  it('prompts when another user saved first, and accepts either answer', async () => {
    const lead = await create('leads', { first_name: 'Con', last_name: 'Tested', lead_status: 'new', next_date: '2027-09-08' });
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-09`);
    for (const [theirs, answer, kept] of [
      ['2027-09-15', 'Take theirs', '2027-09-15'],
      ['2027-09-16', 'Keep mine', '2027-09-10'],
    ] as const) {
      const { next_date: from } = (await read('leads', lead)) as { next_date: string };
      const entry = page.locator(`[data-day="${from}"]`).getByRole('link', { name: 'Con Tested' });
      await entry.waitFor();
      // The other save happens between the drop and the request.
      await page.route(
        `**/api/leads/${lead}`,
        async (route) => {
          if (route.request().method() === 'PUT')
            await records().update(SYSTEM_ACTOR, { module: 'leads', id: lead, fields: { next_date: theirs } });
          await route.continue();
        },
        { times: 1 },
      );
      await drag(page, entry, dayOf(page, 'Friday, September 10'));
      const sheet = page.getByRole('dialog', { name: 'Con Tested not moved' });
      await sheet.getByText('Someone else changed this to').waitFor();
      await sheet.getByRole('button', { name: answer }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.locator(`[data-day="${kept}"]`).getByRole('link', { name: 'Con Tested' }).waitFor();
      await expect.poll(async () => (await read('leads', lead))['next_date']).toBe(kept);
    }
  });

  it("shows entries on the days and hours of the reader's time zone", async () => {
    const event = await create('calendarEvents', { title: 'Far call', start: '2029-03-12T03:30:00.000Z', end: '2029-03-12T04:30:00.000Z' });
    const page = await enter({ zone: 'Asia/Tokyo' });
    await page.goto(`${EVENTS}&at=2029-03-12&span=week`);
    // Sunday evening in New York is Monday noon in Tokyo.
    const entry = entryIn(page, 'Monday, March 12', 'Far call');
    await entry.scrollIntoViewIfNeeded();
    await drag(page, entry, dayOf(page, 'Wednesday, March 14'), { x: 60, y: 9 * 48 + 30 });
    await page.getByText('Far call moved to Wed, Mar 14.').waitFor();
    expect(await read('calendarEvents', event)).toMatchObject({ start: '2029-03-14T00:30:00.000Z', end: '2029-03-14T01:30:00.000Z' });
    const american = await enter();
    await american.goto(`${EVENTS}&at=2029-03-12&span=week`);
    await entryIn(american, 'Tuesday, March 13', 'Far call').waitFor();
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
