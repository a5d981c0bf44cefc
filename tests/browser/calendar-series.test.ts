import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { dayOf, drag, entryIn, EVENTS } from './calendar-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';

describeInBrowser('A calendar of events that repeat', ({ product, enter }) => {
  const records = () => product().application.records;
  const find = async (title: string): Promise<readonly JsonObject[]> => {
    const filter = { title: { equals: title } };
    const { data } = await records().find(SYSTEM_ACTOR, {
      module: 'calendarEvents',
      filter,
      sort: [{ sortField: 'start', sortOrder: 'asc' }],
    });
    return data;
  };

  beforeAll(async () => {
    const series = (title: string, start: string, end: string) =>
      makeRecord(product().application, 'calendarEvents', { title, start, end, recurrence: 'FREQ=WEEKLY', time_zone: 'America/Chicago' });
    await series('Stand-up', '2027-03-02T15:00:00.000Z', '2027-03-02T15:30:00.000Z');
    await series('Review', '2027-03-04T15:00:00.000Z', '2027-03-04T16:00:00.000Z');
    await series('Lunch', '2027-03-05T18:00:00.000Z', '2027-03-05T19:00:00.000Z');
  });

  it('shows each occurrence, and moves one of them', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-03&span=month`);
    for (const day of ['2', '9', '16', '23', '30']) await entryIn(page, `Tuesday, March ${day},`, 'Stand-up').waitFor();
    await drag(page, entryIn(page, 'Tuesday, March 9,', 'Stand-up'), dayOf(page, 'Wednesday, March 10,'));
    await page.getByRole('dialog', { name: 'Move Stand-up' }).getByRole('button', { name: 'Only this one' }).click();
    await page.getByText('Stand-up moved to Wed, Mar 10.').waitFor();
    await entryIn(page, 'Wednesday, March 10,', 'Stand-up').waitFor();
    await expect.poll(() => entryIn(page, 'Tuesday, March 9,', 'Stand-up').count()).toBe(0);
    await entryIn(page, 'Tuesday, March 16,', 'Stand-up').waitFor();
    expect(await find('Stand-up')).toMatchObject([{ excluded_times: '20270309T150000Z' }, { original_start: '2027-03-09T15:00:00.000Z' }]);
  });

  it('moves an occurrence with all later ones, or stays when this is cancelled', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-03&span=month`);
    await entryIn(page, 'Thursday, March 18,', 'Review').waitFor();
    await drag(page, entryIn(page, 'Thursday, March 18,', 'Review'), dayOf(page, 'Friday, March 19,'));
    const dialog = page.getByRole('dialog', { name: 'Move Review' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await entryIn(page, 'Thursday, March 18,', 'Review').waitFor();
    await drag(page, entryIn(page, 'Thursday, March 18,', 'Review'), dayOf(page, 'Friday, March 19,'));
    await dialog.getByRole('button', { name: 'This and all later ones' }).click();
    await entryIn(page, 'Friday, March 26,', 'Review').waitFor();
    await entryIn(page, 'Thursday, March 11,', 'Review').waitFor();
    await expect.poll(() => entryIn(page, 'Thursday, March 25,', 'Review').count()).toBe(0);
    expect((await find('Review')).map(({ recurrence }) => recurrence)).toEqual(['FREQ=WEEKLY;UNTIL=20270318T135959Z', 'FREQ=WEEKLY']);
  });

  it('edits one occurrence in the form, and deletes one, by keyboard', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-03&span=month`);
    await entryIn(page, 'Friday, March 12,', 'Lunch').press('Enter');
    await page.getByRole('dialog', { name: 'Preview of Lunch' }).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete Lunch' }).getByRole('button', { name: 'Only this one' }).press('Enter');
    await page.getByText('Lunch deleted.').waitFor();
    await expect.poll(() => entryIn(page, 'Friday, March 12,', 'Lunch').count()).toBe(0);
    await entryIn(page, 'Friday, March 19,', 'Lunch').press('Enter');
    await page.getByRole('dialog', { name: 'Preview of Lunch' }).getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByRole('dialog', { name: 'Edit Lunch' }).getByRole('button', { name: 'Only this one' }).press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Long lunch');
    await page.getByRole('button', { name: /^Save calendar event/u }).click();
    await expect.poll(async () => (await find('Long lunch')).length).toBe(1);
    expect((await find('Lunch'))[0]?.['excluded_times']).toBe('20270312T180000Z,20270319T170000Z');
  });

  it('creates an event for the time that is dragged over, and chooses in words how it repeats', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-04-14&span=week`);
    const cell = dayOf(page, 'Wednesday, April 14,');
    await cell.waitFor();
    const box = await cell.boundingBox();
    const top = (box?.y ?? 0) + 11 * 48;
    await cell.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    await page.mouse.move((box?.x ?? 0) + 30, top + 6);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 30, top + 48 + 30, { steps: 8 });
    await page.mouse.up();
    const form = page.getByRole('dialog', { name: /New calendar event/u });
    await form.getByRole('textbox', { name: 'Title' }).fill('Dragged');
    await form.getByRole('combobox', { name: 'Repeats' }).selectOption({ label: 'By weeks' });
    await form.getByText('Every week on Wednesday').waitFor();
    await form.getByRole('checkbox', { name: 'Fri' }).check();
    await form.getByText('Every week on Wednesday and Friday').waitFor();
    await form.getByRole('combobox', { name: 'Ends' }).selectOption({ label: 'After a number of times' });
    await form.getByText('Every week on Wednesday and Friday, 10 times').waitFor();
    await form.getByRole('button', { name: /^(Save|Create)/u }).click();
    await entryIn(page, 'Friday, April 16,', 'Dragged').waitFor();
    const [made] = await find('Dragged');
    expect(made).toMatchObject({ recurrence: 'FREQ=WEEKLY;COUNT=10;BYDAY=WE,FR;WKST=SU' });
    expect(Date.parse(made?.['end'] as string) - Date.parse(made?.['start'] as string)).toBe(2 * 3_600_000);
  });

  it('shows several people over each other and in a table, and when all of those who are shown are free', async () => {
    const { application } = product();
    const [ann, bo] = await Promise.all(
      ['Ann', 'Bo'].map((first_name) =>
        makeRecord(application, 'users', {
          first_name,
          last_name: 'Overlay',
          email: `${first_name.toLowerCase()}.overlay@muster.test`,
          userType: 'Standard',
        }),
      ),
    );
    const page = await enter();
    // Times of the clock of the page's device.
    const at = (time: string): Promise<string> => page.evaluate((local) => new Date(local).toISOString(), `2027-05-05T${time}:00`);
    const event = async (title: string, user: string | undefined, start: string, end: string, isPublic: boolean) =>
      makeRecord(application, 'calendarEvents', {
        ...{ title, user: user ?? '', start: await at(start), end: await at(end), public: isPublic },
      });
    await event('Sales call', ann, '09:00', '11:00', true);
    await event('Doctor', bo, '10:00', '12:00', false);
    await page.goto(`/app/x/calendar/availability?users=${ann},${bo}&week=2027-05-05`);
    const day = page.getByRole('list', { name: /May 5/u });
    await day.getByRole('listitem').nth(1).waitFor();
    expect(await day.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Ann Overlay\s+Sales call\s+9:00 AM – 11:00 AM$/u),
      expect.stringMatching(/^Bo Overlay\s+Doctor\s+10:00 AM – 12:00 PM$/u),
    ]);
    const [first, second] = await Promise.all([0, 1].map((place) => day.getByRole('listitem').nth(place).boundingBox()));
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual(second?.x ?? 0);
    const free = () =>
      page
        .locator('.cl-day', { has: day })
        .locator('.cl-free-time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('title')));
    expect(await free()).toEqual(['All are free: 8:00 AM – 9:00 AM', 'All are free: 12:00 PM – 6:00 PM']);
    expect(await findAccessibilityViolations(page, 'calendar')).toEqual([]);
    await page.getByRole('group', { name: 'Shown people' }).getByRole('button', { name: 'Bo Overlay', pressed: true }).click();
    await expect.poll(() => day.getByRole('listitem').count()).toBe(1);
    expect(await free()).toEqual(['All are free: 8:00 AM – 9:00 AM', 'All are free: 11:00 AM – 6:00 PM']);
    await page.getByRole('tab', { name: 'Table' }).click();
    await page
      .getByRole('row', { name: /Bo Overlay/u })
      .getByText('10:00 AM – 12:00 PM')
      .waitFor();
    await page.getByRole('button', { name: 'Next week' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe('2027-05-09');
    await page.reload();
    await page.getByRole('button', { name: 'Remove Ann Overlay' }).waitFor();
    await page.getByRole('tab', { name: 'Table', selected: true }).waitFor();
  });

  it('explains its colors, and has no serious finding of axe, also on a phone', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-03&span=month`);
    await page.getByRole('list', { name: 'What the colors mean' }).getByText('No Fault of the Provider').waitFor();
    expect(await findAccessibilityViolations(page, 'calendar')).toEqual([]);
    await page.goto('/app/x/calendar/connect');
    await page.getByText('You have no feeds.').waitFor();
    expect(await findAccessibilityViolations(page, 'calendar')).toEqual([]);
    await page.getByRole('button', { name: 'Create feed' }).click();
    await page.getByText('Copy it now').waitFor();
    await page.setViewportSize({ width: 375, height: 760 });
    await page.goto('/app/x/calendar/availability');
    await page.getByText('Nobody chosen').waitFor();
    expect(await findAccessibilityViolations(page, 'calendar')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  });
});
