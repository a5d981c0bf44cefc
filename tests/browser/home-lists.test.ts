import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { addDays } from '#engine/model/field-types';
import { zoneClock } from '#engine/model/time';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';

describeInBrowser('The lists of the first page', ({ product, enter }) => {
  // The zone of the browser; that of the test process is another one.
  const clock = zoneClock('America/New_York');
  const day = (days: number): string => addDays(clock.dayOf(Date.now()), days);
  const make = (module: string, fields: object) =>
    makeRecord(product().application, module, { assigned_to: product().data.userId, ...fields });
  const read = (module: string, id: string) => product().application.records.get(SYSTEM_ACTOR, { module, id });
  const findActivities = async (lead: string) => {
    const { data } = await product().application.records.find(SYSTEM_ACTOR, { module: 'activities', filter: { lead: { equals: lead } } });
    return data.map(({ name, activityType }) => [name, activityType]);
  };
  const list = (page: Page, title: string): Locator => page.getByRole('region', { name: title });
  const open = async () => {
    const page = await enter();
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    return page;
  };

  it('end a next step by their check mark, which is logged and can be undone as a whole', async () => {
    const id = await make('leads', {
      first_name: 'Doris',
      last_name: 'Dueley',
      lead_status: 'screening',
      next_step: 'Call back',
      next_date: day(-2),
    });
    const page = await open();
    await list(page, 'Leads to follow up').getByText('2 days late').waitFor();
    await page.getByRole('button', { name: 'Done: Doris Dueley' }).click();
    await page.getByText('Done: Doris Dueley.').waitFor();
    await list(page, 'Leads without a next step').getByRole('link', { name: 'Doris Dueley' }).waitFor();
    expect(await findActivities(id)).toEqual([['Done: Call back', 'Note']]);
    const { next_step = null, next_date = null } = await read('leads', id);
    expect([next_step, next_date]).toEqual([null, null]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await list(page, 'Leads to follow up').getByRole('link', { name: 'Doris Dueley' }).waitFor();
    expect(await read('leads', id)).toMatchObject({ next_step: 'Call back', next_date: day(-2) });
    expect(await findActivities(id)).toEqual([]);

    // By its key, on the line that has the focus.
    await page.getByRole('button', { name: 'Done: Doris Dueley' }).focus();
    await page.keyboard.press('d');
    await expect.poll(() => findActivities(id)).toEqual([['Done: Call back', 'Note']]);
    await page.goto(`/app/leads/${id}?pane=activity`);
    await page.getByText('Done: Call back').first().waitFor();
  });

  it('have accounts to follow up, checklists that are due and documents that wait for a signature', async () => {
    await make('accounts', { name: 'Overdue Schools', account_status: 'Active', next_step: 'Renew the contract', next_date: day(-3) });
    await make('accounts', { name: 'Former Schools', account_status: 'Former', next_step: 'Ask again', next_date: day(-3) });
    const provider = await make('providers', { first_name: 'Pat', last_name: 'Paper' });
    const checklist = { providers_credentialing: provider, credentialing_status: 'In Review' };
    await make('credentialing', { ...checklist, name: 'Pat Paper – Nurse', due_date: day(-1) });
    await make('credentialing', { ...checklist, name: 'Pat Paper – Cleared', credentialing_status: 'Cleared to Start', due_date: day(-1) });
    await make('credentialing', { ...checklist, name: 'Pat Paper – Later', due_date: day(30) });
    await make('interactiveDocumentInstances', { name: 'Agreement, Pat Paper', status: 'Viewed', due_date: day(-4) });
    await make('interactiveDocumentInstances', { name: 'Signed, Pat Paper', status: 'Completed', due_date: day(-4) });
    const page = await open();
    const accounts = list(page, 'Accounts to follow up');
    await accounts.getByText('Renew the contract').waitFor();
    await accounts.getByText('3 days late').waitFor();
    expect(await accounts.getByRole('listitem').count()).toBe(1);
    await accounts.getByRole('button', { name: 'Done: Overdue Schools' }).click();
    await accounts.waitFor({ state: 'detached' });
    const due = list(page, 'Checklists due within 7 days');
    await due.getByRole('link', { name: 'Pat Paper' }).waitFor();
    await due.getByText('1 day late').waitFor();
    expect(await due.getByRole('listitem').count()).toBe(1);
    const waiting = list(page, 'Documents waiting for a signature');
    await waiting.getByRole('link', { name: 'Agreement, Pat Paper' }).waitFor();
    await waiting.getByText('4 days late').waitFor();
    expect(await waiting.getByRole('listitem').count()).toBe(1);
    expect(await findAccessibilityViolations(page, 'lists of the first page', 'whole')).toEqual([]);
  });
});
