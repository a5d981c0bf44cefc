import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { createApiClient } from '../support/api-client.ts';
import { dayOf, drag, entryIn, EVENTS, LEADS, RECRUITER, seedCalendar } from './calendar-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';
import { signIn } from './open-browser.ts';
import { ADMIN } from './start-product.ts';

describeInBrowser('A list as a calendar', ({ product, enter, visit }) => {
  const records = () => product().application.records;
  const create = (module: string, fields: JsonObject): Promise<string> => makeRecord(product().application, module, fields);
  const read = async (module: string, id: string): Promise<JsonObject> => records().get(SYSTEM_ACTOR, { module, id });
  let ids: { readonly [name: string]: string } = {};

  beforeAll(async () => {
    ids = await seedCalendar(product());
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
    const dialog = page.getByRole('dialog', { name: 'Year end not moved' });
    await dialog.getByText('Not moved yet').waitFor();
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
    await why.getByText('Set access to next date to read write in role Timeless').waitFor();
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

  it('prompts when another user saved first, and accepts either answer', async () => {
    const lead = await create('leads', { first_name: 'Con', last_name: 'Tested', lead_status: 'new', next_date: '2027-09-08' });
    const page = await enter();
    await page.goto(`${LEADS}&at=2027-09`);
    for (const [theirs, choice, expected] of [
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
      await sheet.getByRole('button', { name: choice }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.locator(`[data-day="${expected}"]`).getByRole('link', { name: 'Con Tested' }).waitFor();
      await expect.poll(async () => (await read('leads', lead))['next_date']).toBe(expected);
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
});
