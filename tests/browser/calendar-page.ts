import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { makeRecord } from './make-subs.ts';
import type { RunningProduct } from './start-product.ts';

/** A user who sees calendar events and may not change them. */
export const RECRUITER = { email: 'calendar@muster.test', password: 'Recruit-1!' } as const;
/** Number of leads on one day, March 18, 2027. */
export const FULL_DAY_COUNT = 260;
export const LEADS = '/app/leads?viewType=calendar:next_date';
export const EVENTS = '/app/module/calendarEvents?viewType=calendar:start';

export const dayOf = (page: Page, name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name}`) });
export const entryIn = (page: Page, day: string, name: string | RegExp): Locator => dayOf(page, day).getByRole('link', { name });

/** Drags an element with the mouse onto another. */
export async function drag(page: Page, from: Locator, to: Locator, at?: { readonly x: number; readonly y: number }): Promise<void> {
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

/** Creates the entries of the calendar tests; returns the ids of those that are changed. */
export async function seedCalendar({ application, data }: RunningProduct): Promise<{ readonly [name: string]: string }> {
  const { records } = application;
  const create = (module: string, fields: JsonObject): Promise<string> => makeRecord(application, module, fields);
  const ids: Record<string, string> = {};
  const many = Array.from({ length: FULL_DAY_COUNT }, (_, at) => ({
    first_name: 'Many',
    last_name: `Crowd ${String(at).padStart(3, '0')}`,
    lead_status: 'screening',
    mobile_phone: `31257${String(10_000 + at)}`,
    next_date: '2027-03-18',
  }));
  const { refused } = await records.createMany(SYSTEM_ACTOR, { module: 'leads', records: many, allowDuplicates: true });
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
    users_ptoRequests: data.userId,
    hours_requested: 8,
    pto_date: '2027-12-31',
  });
  await application.sessions.register(SYSTEM_ACTOR, {
    fields: { email: RECRUITER.email, first_name: 'Cal', last_name: 'Reader', userType: 'Standard', roles: ['role_recruiter'] },
    password: RECRUITER.password,
  });
  return ids;
}
