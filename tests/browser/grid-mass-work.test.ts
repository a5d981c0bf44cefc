import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { createDeferred } from '../support/deferred.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { bar, cell, findLeadId, openLeads, seedGridLeads } from './grid-page.ts';
import { signIn } from './open-browser.ts';

const RECRUITER = { email: 'rec@muster.test', password: 'Recruit-1!' } as const;
const MANY = 5000;
/** How many blocks of rows the grid requests at the same time. */
const CONCURRENT_READS = 3;

async function selectFirst(page: Page, amount: string): Promise<void> {
  await page
    .getByRole('checkbox', { name: /toggle row selection/ })
    .first()
    .click();
  await page.getByRole('button', { name: '1 selected' }).click();
  await page.getByRole('menuitem', { name: 'Set number of records' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Number Of Records To Select' });
  await dialog.getByLabel('Amount To Select').fill(amount);
  await dialog.getByRole('button', { name: 'Apply' }).click();
}

/**
 * Moves the scroll bar of the grid through nine tenths of the list, as a user who drags it. Each step is in a frame of its own, and waits
 * until the grid shows rows there. Returns the index of the row in the middle.
 */
function dragScrollBar(page: Page): Promise<number> {
  return page.evaluate(
    async ({ steps, timeout }) => {
      let body = document.querySelector('.ag-row') as HTMLElement;
      while (!(body.scrollHeight > body.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(body).overflowY)))
        body = body.parentElement as HTMLElement;
      const box = body.getBoundingClientRect();
      const findMiddleRow = (): Element | null | undefined =>
        document.elementFromPoint(box.left + 120, box.top + box.height / 2)?.closest('.ag-row');
      const end = performance.now() + timeout;
      for (let step = 1; step <= steps; step += 1) {
        body.scrollTop = (body.scrollHeight - body.clientHeight) * 0.9 * (step / steps);
        do {
          if (performance.now() > end) throw new Error(`The grid shows no rows after step ${step}`);
          await new Promise((resolve) => {
            requestAnimationFrame(resolve);
          });
          // The grid follows either its rows or its scroll bar, and on a slow machine ignores an event of the other; a drag sends more.
          if (!findMiddleRow()) body.dispatchEvent(new Event('scroll'));
        } while (!findMiddleRow());
      }
      return Number(findMiddleRow()?.getAttribute('row-index'));
    },
    { steps: 30, timeout: 30_000 * inject('timeoutFactor') },
  );
}

describeInBrowser('Work in the grid', ({ product, enter, visit }) => {
  const records = () => product().application.records;
  const countOf = async (filter: object): Promise<number> =>
    (await records().find(SYSTEM_ACTOR, { module: 'leads', filter: filter as never, limit: 1 })).total;
  const idOf = (name: string): Promise<string> => findLeadId(records(), name);

  beforeAll(async () => {
    await seedGridLeads(records(), MANY);
    const { sessions } = product().application;
    const recruiter = await sessions.register(SYSTEM_ACTOR, {
      fields: { email: RECRUITER.email, first_name: 'Rec', last_name: 'Ruiter', userType: 'Standard', roles: ['role_recruiter'] },
      password: RECRUITER.password,
    });
    for (const number of ['4990', '4991'])
      await records().update(SYSTEM_ACTOR, {
        module: 'leads',
        id: await idOf(`Mass Grid ${number}`),
        fields: { assigned_to: recruiter.record._id },
      });
  });

  it('loads the visible rows first when the scroll bar is released, however many it passed', async () => {
    const page = await enter();
    await page.goto('/app/leads?view=all&size=0&sort=name');
    await cell(page, 0, 'name').getByRole('link').waitFor();
    // What the page loads after its rows may load them again, and would wait for the blocked requests.
    await page.waitForLoadState('networkidle');
    const requested: number[] = [];
    const blocked = createDeferred();
    await page.route('**/api/leads/search', async (route) => {
      requested.push((route.request().postDataJSON() as { readonly pageNumber: number }).pageNumber);
      await blocked.promise;
      await route.continue();
    });
    const last = await dragScrollBar(page);
    expect(last).toBeGreaterThan(MANY * 0.85);
    // Each step passed other blocks. Three requests wait for their responses, and no other is sent meanwhile.
    await expect.poll(() => requested.length).toBe(CONCURRENT_READS);
    blocked.resolve();
    await cell(page, last, 'name').getByRole('link').waitFor();
    // The end of the list, and the block next to the visible rows, are requested in addition to these.
    expect(requested.slice(CONCURRENT_READS, CONCURRENT_READS + 4)).toContain(Math.floor(last / 100));
  });

  it('selects across pages by an amount, and accepts none below 1', async () => {
    const page = await enter();
    await openLeads(page);
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .first()
      .click();
    await page.getByRole('button', { name: '1 selected' }).click();
    await page.getByRole('menuitem', { name: 'Set number of records' }).click();
    const amount = page.getByLabel('Amount To Select');
    expect(await amount.inputValue()).toBe('1');
    for (const wrong of ['', '0']) {
      await amount.fill(wrong);
      await page.getByText('Please set the number of records you want to select!').waitFor();
      expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    }
    await amount.fill('999999');
    expect(await amount.inputValue()).toBe(String(MANY));
    await amount.fill('45');
    await amount.press('Enter');
    await page.getByRole('button', { name: '45 selected' }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'Mass Grid 0020' }).waitFor();
    await expect.poll(() => page.locator('.ag-row-selected').count()).toBe(20);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'Mass Grid 0040' }).waitFor();
    await expect.poll(() => page.locator('.ag-row-selected').count()).toBe(5);
  });

  it('exports the selection, or the whole list, to a file with the columns of the list', async () => {
    const page = await enter();
    await openLeads(page, 'Mass Grid 49');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    const download = async (open: () => Promise<void>, count: string): Promise<readonly string[]> => {
      await open();
      const dialog = page.getByRole('dialog', { name: `Export ${count} leads` });
      await dialog.getByText('CSV', { exact: true }).click();
      const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export' }).click()]);
      await dialog.waitFor({ state: 'detached' });
      const text = await readFile(await file.path(), 'utf8');
      expect(text.startsWith('\uFEFFName,')).toBe(true);
      return text.slice(1).trim().split('\r\n');
    };
    const selected = await page.locator('.ag-row-selected').count();
    const rows = await download(() => bar(page).getByRole('button', { name: 'Export' }).click(), String(selected));
    expect(rows.length).toBe(selected + 1);
    expect(rows.slice(1).every((row) => row.startsWith('Mass Grid 49'))).toBe(true);
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    const all = await download(async () => {
      await page.getByRole('button', { name: 'View options' }).click();
      await page.getByRole('menuitem', { name: 'Export…' }).click();
    }, '100');
    expect([all.length, all[0]]).toEqual([101, rows[0]]);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await page.locator('.mv-print tbody tr').nth(99).waitFor({ state: 'attached' });
    // On paper there is the list alone.
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.mv-print').getByRole('heading', { name: 'Leads' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'View options' }).isVisible()).toBe(false);
  });

  it('lists deleted records, restores them with undo, and removes them for good after a question', async () => {
    const page = await enter();
    const ids = await Promise.all(['4700', '4701', '4702'].map((number) => idOf(`Mass Grid ${number}`)));
    await records().markDeleted(SYSTEM_ACTOR, { module: 'leads', ids });
    await openLeads(page, 'Mass Grid 48');
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Deleted records' }).click();
    await page.getByRole('link', { name: 'Mass Grid 4700' }).waitFor();
    await expect
      .poll(() =>
        page
          .locator('.ag-row')
          .getByRole('link', { name: /^Mass Grid/ })
          .count(),
      )
      .toBe(3);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    expect(await bar(page).getByRole('button', { name: 'Mass update' }).count()).toBe(0);
    await bar(page).getByRole('button', { name: 'Restore' }).click();
    await page.getByText('3 leads restored.').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 470' } })).toBe(10);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restoring undone.').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 470' } })).toBe(7);
    await page.getByRole('link', { name: 'Mass Grid 4700' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('1 lead restored.').waitFor();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Mass Grid 4701' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await bar(page).getByRole('button', { name: 'Delete for good' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 leads for good?' });
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('2 leads deleted for good.').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 470' }, deleted: { in: [true, false] } })).toBe(8);
  });

  it('sets a field of thousands in requests of 2,000, lists rejected records, and undoes all of it', async () => {
    const page = await enter();
    await openLeads(page);
    await selectFirst(page, '3000');
    await page.getByRole('button', { name: '3,000 selected' }).waitFor();
    // Another user removes one of them before the update reaches it.
    const lost = await idOf('Mass Grid 2500');
    await records().markDeleted(SYSTEM_ACTOR, { module: 'leads', ids: [lost] });
    await records().deleteForever(SYSTEM_ACTOR, { module: 'leads', ids: [lost] });
    // By idempotency key: a request to a busy server is retried with the same key.
    const sizes = new Map<string | undefined, number>();
    const batches = new Set<string | undefined>();
    page.on('request', (request) => {
      if (!request.url().includes('update-certain-fields-array')) return;
      sizes.set(request.headers()['idempotency-key'], (request.postDataJSON() as { ids: string[] }).ids.length);
      batches.add(request.headers()['x-batch-id']);
    });
    await bar(page).getByRole('button', { name: 'Mass update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leads Mass Update on 3,000 Chosen Records' });
    await dialog.getByText('Change to new value for each desired field.').waitFor();
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    await dialog.getByText('Choose a new value for one field or more.').waitFor();
    await dialog.getByRole('combobox', { name: 'New graduate' }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    const left = page.getByRole('dialog', { name: 'Mass Update Completed on 2,999 records' });
    await left.getByText('1 was not changed:').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect([[...sizes.values()], batches.size]).toEqual([[2000, 1000], 1]);
    expect([...sizes.keys()].every((key) => key !== undefined)).toBe(true);
    expect(await countOf({ new_grad: true })).toBe(2999);
    await left.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect(await countOf({ new_grad: true })).toBe(0);
  });

  it('continues after a failed request, repeats no change, and is undone from its notice', async () => {
    const page = await enter();
    await openLeads(page);
    await selectFirst(page, '2100');
    await page.getByRole('button', { name: '2,100 selected' }).waitFor();
    let calls = 0;
    await page.route(/update-certain-fields-array/, async (route) => {
      calls += 1;
      if (calls !== 2) return route.continue();
      // The server processes the request, but the response is lost.
      await route.fetch();
      await route.abort();
    });
    await bar(page).getByRole('button', { name: 'Mass update' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'New graduate' }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mass Update' }).click();
    await page.getByText('Stopped by an error. 2,000 of 2,100 are done.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    await page.getByRole('button', { name: 'Do the rest' }).click();
    await page.getByText('Mass Update Completed on 2,100 records').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect(await countOf({ new_grad: true })).toBe(2100);
    const again = await records().get(SYSTEM_ACTOR, { module: 'leads', id: await idOf('Mass Grid 2050') });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect(await countOf({ new_grad: true })).toBe(0);
    // Changed once and changed back once since the last check, and not more.
    expect((await records().get(SYSTEM_ACTOR, { module: 'leads', id: again._id }))._version).toBe(Number(again._version) + 1);
  });

  it('deletes only own records if the role requires it, and shows why others remain', async () => {
    const page = await visit();
    await signIn(page, RECRUITER.email, RECRUITER.password);
    await openLeads(page, 'Mass Grid 499');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 10 leads?' });
    await question.getByText('Only those that are assigned to you are deleted.').waitFor();
    await question.getByRole('button', { name: 'Delete 10 leads' }).click();
    const left = page.getByRole('dialog', { name: '2 leads deleted.' });
    await left.getByText('8 were not changed:').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 499' } })).toBe(8);
    await left.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Deletion undone.').waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 499' } })).toBe(10);
    await openLeads(page, 'Mass Grid 498');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 10 leads' }).click();
    await page.getByRole('dialog', { name: 'No items available for deletion!' }).waitFor();
    expect(await countOf({ name: { contains: 'Mass Grid 498' } })).toBe(10);
  });
});
