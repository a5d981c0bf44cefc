import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { createSetSetting } from '../support/set-setting.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';

const TAKEN = 'Duplicate Job Title. Please Change!';
const ZIP = '30030';

const cellOf = (page: Page, column: string) => page.locator(`.ag-row[row-index="0"] .ag-cell[col-id="${column}"]`);

describeInBrowser('A user who manages jobs', ({ product, enter }) => {
  const make = (fields: JsonObject) => makeRecord(product().application, 'jobs', { zip: ZIP, ...fields });
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'jobs', id });
  const find = async (custom_job_title: string): Promise<readonly JsonObject[]> =>
    (await product().application.records.find(SYSTEM_ACTOR, { module: 'jobs', filter: { custom_job_title }, limit: 10 })).data;
  const setSetting = createSetSetting(product);

  it('starts a new job with the default feeds, sees at title and ZIP that it exists, and saves a different one', async () => {
    await make({ custom_job_title: 'Nurse of Alder' });
    await setSetting('default_feeds', ['Main job board', 'Partner boards']);
    const page = await enter();
    await page.goto('/app/jobs/new');
    const title = page.getByRole('textbox', { name: 'Job title' });
    const zip = page.getByRole('textbox', { name: 'ZIP', exact: true });
    await title.fill('nurse of  ALDER');
    await zip.fill(ZIP);
    await page.getByRole('button', { name: 'Save job' }).click();
    for (const input of [title, zip]) await input.and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByText(TAKEN, { exact: true }).first().waitFor();
    expect(await title.inputValue()).toBe('nurse of  ALDER');
    expect(await find('Nurse of Alder')).toMatchObject([{ custom_job_title: 'Nurse of Alder' }]);
    await title.fill('Nurse of Alder, nights');
    await page.getByRole('button', { name: 'Save job' }).click();
    await page.getByRole('heading', { name: /Nurse of Alder, nights/, level: 1 }).waitFor();
    expect(await find('Nurse of Alder, nights')).toMatchObject([{ included_in_feeds: ['Main job board', 'Partner boards'] }]);
  });

  it('sees the same in a cell of the grid, and nothing is saved', async () => {
    await make({ custom_job_title: 'Nurse of Birch' });
    const id = await make({ custom_job_title: 'Nurse of Cedar' });
    const page = await enter();
    await page.goto('/app/jobs?q=Cedar');
    await cellOf(page, 'job_status').click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Job title' }).fill('Nurse of Birch');
    await page.keyboard.press('Enter');
    await page.getByText(TAKEN).first().waitFor();
    expect(await read(id)).toMatchObject({ custom_job_title: 'Nurse of Cedar' });
    await page.keyboard.press('Escape');
    await expect.poll(() => cellOf(page, 'custom_job_title').innerText()).toContain('Nurse of Cedar');
  });

  it('sees in the menu of a card that a status ends the posting, and selects it', async () => {
    const id = await make({ custom_job_title: 'Nurse of Dogwood', job_status: 'Accepting Applications' });
    const page = await enter();
    await page.goto('/app/jobs?viewType=board:job_status&q=Dogwood');
    await page
      .getByRole('region', { name: /^Accepting applications/ })
      .getByRole('link', { name: /Nurse of Dogwood/ })
      .focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: /^Submit candidates\s*Off main board/ }).waitFor();
    await page.getByRole('menuitem', { name: /^Closed, lost\s*Ends posting/ }).click();
    await page
      .getByRole('region', { name: /^Closed, lost/ })
      .getByRole('link', { name: /Nurse of Dogwood/ })
      .waitFor();
    const job = await read(id);
    expect(job).toMatchObject({ job_status: 'Closed - Lost', needs_cleanup: true });
    expect(job['job_closed_date']).toBeTypeOf('string');
    expect(job['included_in_feeds']).toEqual(['Partner boards']);
  });
});
