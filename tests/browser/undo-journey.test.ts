import { beforeAll, expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { firstRange } from './grid-page.ts';

const MANY = 600;

describeInBrowser('Undoing a large batch', ({ product, enter }) => {
  const records = () => product().application.records;
  const changed = async (): Promise<number> =>
    (await records().find(SYSTEM_ACTOR, { module: 'leads', filter: { available_hours: 12, last_name: { startsWith: 'Undo' } }, limit: 1 }))
      .total;

  beforeAll(async () => {
    const leads = Array.from({ length: MANY }, (_, at) => ({
      first_name: 'Large',
      last_name: `Undo ${String(at).padStart(4, '0')}`,
      lead_status: 'screening',
      profession: 'School Nurse, RN',
      mobile_phone: `31257${String(10_000 + at)}`,
    }));
    expect((await records().createMany(SYSTEM_ACTOR, { module: 'leads', records: leads, allowDuplicates: true })).refused).toEqual([]);
  });

  /** Changes all of them as the admin by the mass update of the grid, and leaves its notice open. */
  const change = async (page: Awaited<ReturnType<typeof enter>>): Promise<void> => {
    await page.goto(`/app/leads?filter=${encodeURIComponent(JSON.stringify({ last_name: { startsWith: 'Undo' } }))}`);
    await page.getByText(firstRange(MANY)).waitFor();
    // Tools load after the first rows; after that, the rows do not move.
    await expect
      .poll(async () => {
        for (const column of ['name', 'next_step']) await page.locator(`.ag-row[row-index="0"] .ag-cell[col-id="${column}"]`).hover();
        return page.locator('.mi-tools').count();
      })
      .toBeGreaterThan(0);
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .first()
      .click();
    await page.getByRole('button', { name: '1 selected' }).click();
    await page.getByRole('menuitem', { name: /^Select all/ }).click();
    await page
      .getByRole('region', { name: /selected$/ })
      .getByRole('button', { name: 'Mass update' })
      .click();
    const dialog = page.getByRole('dialog', { name: /Mass Update on/ });
    await dialog.getByRole('textbox', { name: 'Available hours' }).fill('12');
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    await page.getByText(`Mass Update Completed on ${MANY} records`).waitFor({ timeout: 60_000 * inject('timeoutFactor') });
  };

  it('shows a count, continues when the page is left, and is reported at its end', async () => {
    const page = await enter();
    await change(page);
    expect(await changed()).toBe(MANY);
    // The response is delayed until the count was shown: the undo itself may be too fast to see it.
    let release = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/batches/*/undo', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch({ timeout: 60_000 * inject('timeoutFactor') });
      await seen;
      return route.fulfill({ response: response });
    });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText(new RegExp(`^Undoing: \\d+ of ${MANY}\\. It goes on when you leave\\.$`)).waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('heading', { name: 'Accounts', level: 1 }).waitFor();
    release();
    await page.getByText('Undone.').waitFor();
    expect(await changed()).toBe(0);
  });

  it('whose response is lost is checked for its state, and never done twice', async () => {
    const page = await enter();
    await change(page);
    let requestCount = 0;
    await page.route('**/api/batches/*/undo', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      requestCount += 1;
      // The request reaches the server, and the connection breaks before the response.
      void route.fetch({ timeout: 60_000 * inject('timeoutFactor') }).catch(() => undefined);
      await expect.poll(() => changed(), { timeout: 30_000 * inject('timeoutFactor') }).toBeLessThan(MANY);
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone.').waitFor({ timeout: 60_000 * inject('timeoutFactor') });
    expect([requestCount, await changed()]).toEqual([1, 0]);
  });
});
