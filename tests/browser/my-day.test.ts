import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { addDays } from '#engine/model/field-types';
import { dayToTimestamp, zoneClock } from '#engine/model/time';
import type { JsonObject } from '#engine/model/values';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';
import type { WatchedPage } from './open-browser.ts';

const PHONE = { width: 375, height: 812 } as const;

describeInBrowser('My day', ({ product, enter }) => {
  // The zone of the browser; that of the test process is another one.
  const clock = zoneClock('America/New_York');
  const day = (days: number): string => addDays(clock.dayOf(Date.now()), days);
  const at = (date: string, hour: number): string => new Date(clock.instantAt(dayToTimestamp(date) + hour * 3_600_000)).toISOString();
  const make = (subject: string, fields: JsonObject = {}) =>
    makeRecord(product().application, 'tasks', { subject, assigned_to: product().data.userId, ...fields });
  const read = (id: string) => product().application.records.get(SYSTEM_ACTOR, { module: 'tasks', id });
  const find = async (subject: string) =>
    (await product().application.records.find(SYSTEM_ACTOR, { module: 'tasks', filter: { subject: { equals: subject } } })).data;
  const group = (page: WatchedPage, name: string) => page.getByRole('list', { name, exact: true });
  const open = async (page: WatchedPage) => {
    await page.goto('/app/my-day');
    await page.getByRole('textbox', { name: 'New task' }).waitFor();
  };

  it('is empty at first, and takes new tasks with a due date in words', async () => {
    const page = await enter();
    await page.goto('/app');
    await page.getByRole('link', { name: 'My day', exact: true }).first().click();
    await page.getByText('Nothing to do').waitFor();
    await page.getByRole('textbox', { name: 'New task' }).fill('Book a room');
    await page.getByRole('textbox', { name: 'Due' }).fill('someday');
    await page.keyboard.press('Enter');
    await page.getByText('Type a day, such as tomorrow, Fri 3pm, in 3 days or 6/12.').waitFor();
    await page.getByRole('textbox', { name: 'Due' }).fill('tomorrow 3pm');
    await page.getByText('Due tomorrow, with a reminder at 3:00 PM').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Book a room added.').waitFor();
    await group(page, 'Next 7 days').getByRole('link', { name: 'Book a room' }).waitFor();
    expect(await find('Book a room')).toMatchObject([{ due_date: day(1), reminder: at(day(1), 15), assigned_to: product().data.userId }]);
  });

  it('groups tasks by their due date, shows more, and follows the saves of others', async () => {
    const lead = await makeRecord(product().application, 'leads', { first_name: 'Mei', last_name: 'Tanaka' });
    await make('Late call', { due_date: day(-3), related_record: { module: 'leads', id: lead } });
    await make('Call today', { due_date: day(0), checklist: [{ text: 'Prepare', done: true }, { text: 'Call' }] });
    await make('Some time');
    for (let count = 0; count < 12; count += 1) await make(`Coming ${count}`, { due_date: day(6) });
    await make('In a month', { due_date: day(30) });
    const page = await enter();
    await open(page);
    await group(page, 'Overdue').getByText('3 days late').waitFor();
    await group(page, 'Overdue').getByRole('link', { name: 'Mei Tanaka' }).waitFor();
    await group(page, 'Today').getByText('2 of 2').or(group(page, 'Today').getByText('1 of 2')).first().waitFor();
    await group(page, 'Without a date').getByRole('link', { name: 'Some time' }).waitFor();
    expect(await page.getByText('In a month').count()).toBe(0);
    expect(await group(page, 'Next 7 days').getByRole('listitem').count()).toBe(10);
    await page.getByRole('button', { name: 'Show more: Next 7 days' }).click();
    await group(page, 'Next 7 days').getByRole('link', { name: 'Coming 11' }).waitFor();
    await make('Just made', { due_date: day(0) });
    await group(page, 'Today').getByRole('link', { name: 'Just made' }).waitFor();
    expect(await findAccessibilityViolations(page, 'my day')).toEqual([]);
  });

  it('completes a task with its box, creates the next one of a series, and takes both back', async () => {
    const id = await make('Water the plants', { due_date: day(0), recurrence: 'FREQ=DAILY;INTERVAL=2' });
    const page = await enter();
    await open(page);
    await page.getByRole('checkbox', { name: 'Complete Water the plants' }).click();
    await page.getByText('Water the plants completed.').waitFor();
    await group(page, 'Next 7 days').getByRole('link', { name: 'Water the plants' }).waitFor();
    expect((await read(id)).status).toBe('Completed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await group(page, 'Today').getByRole('link', { name: 'Water the plants' }).waitFor();
    expect(await find('Water the plants')).toHaveLength(1);
    await page.getByRole('button', { name: 'More for Water the plants' }).click();
    await page.getByRole('menuitem', { name: 'Leave this one out' }).click();
    await group(page, 'Next 7 days').getByRole('link', { name: 'Water the plants' }).waitFor();
    expect((await read(id)).due_date).toBe(day(2));
  });

  it('snoozes and reassigns a task, by keyboard', async () => {
    const id = await make('Ask again', { due_date: day(-1) });
    const page = await enter();
    await open(page);
    await page.getByRole('checkbox', { name: 'Complete Ask again' }).focus();
    await page.keyboard.press('z');
    await page.getByRole('menuitem', { name: 'Tomorrow' }).press('Enter');
    await page.getByText(/^Ask again snoozed until Tomorrow, 9:00 AM\.$/u).waitFor();
    await group(page, 'Next 7 days').getByRole('link', { name: 'Ask again' }).waitFor();
    expect(await read(id)).toMatchObject({ due_date: day(1), reminder: at(day(1), 9) });
    await page.getByRole('checkbox', { name: 'Complete Ask again' }).focus();
    await page.keyboard.press('z');
    await page.getByRole('menuitem', { name: 'Choose a time' }).press('Enter');
    await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('textbox', { name: 'Until' }).fill('in 5 days 4pm');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(id)).due_date).toBe(day(5));
  });

  it('fits a phone, and a checklist is checked on the record', async () => {
    const id = await make('Prepare the start', { due_date: day(0), checklist: [{ text: 'Badge' }, { text: 'Laptop' }] });
    const page = await enter();
    await page.setViewportSize(PHONE);
    await open(page);
    await group(page, 'Today').getByRole('link', { name: 'Prepare the start' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await group(page, 'Today').getByRole('link', { name: 'Prepare the start' }).click();
    await page.getByRole('checkbox', { name: 'Badge' }).click();
    await expect.poll(async () => (await read(id)).checklist_progress).toBe('1 of 2');
  });

  it('has a checklist in the form: items are added, moved and removed by keyboard', async () => {
    const id = await make('Plan the day', { due_date: day(0) });
    const page = await enter();
    await page.goto(`/app/tasks/${id}/edit`);
    const input = page.getByRole('textbox', { name: 'New item' });
    for (const text of ['First', 'Second', 'Third']) {
      await input.fill(text);
      await input.press('Enter');
    }
    await page.getByRole('textbox', { name: 'Item 3' }).press('Alt+ArrowUp');
    await expect.poll(() => page.getByRole('textbox', { name: 'Item 2' }).inputValue()).toBe('Third');
    await page.getByRole('button', { name: 'Remove First' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Done: Third' }).press('Space');
    expect(await findAccessibilityViolations(page, 'form of a task')).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    expect((await read(id)).checklist).toMatchObject([{ text: 'Third', done: true }, { text: 'Second' }]);
  });

  it('is beside a board and a calendar, which show overdue tasks in red and how much is done', async () => {
    await make('Redline', { status: 'Open', due_date: day(-1), checklist: [{ text: 'Badge', done: true }, { text: 'Laptop' }] });
    const page = await enter();
    await page.goto(`/app/tasks?viewType=board:status&filter=${encodeURIComponent(JSON.stringify({ subject: { equals: 'Redline' } }))}`);
    const card = page
      .getByRole('region', { name: /^Open/u })
      .or(page.locator('section', { has: page.getByText('Redline') }))
      .first();
    await card.getByText('Redline').first().waitFor();
    await card.getByText('1 of 2').first().waitFor();
    await page.goto('/app/tasks?viewType=calendar:due_date');
    await page
      .getByRole('link', { name: /Redline/u })
      .first()
      .waitFor();
  });
});
