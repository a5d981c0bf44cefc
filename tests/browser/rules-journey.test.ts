import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { publishPermits } from '../support/publish-permits.ts';
import { describeInBrowser } from './describe-in-browser.ts';

const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await choice(page, name).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

/** A day is parsed on blur. */
async function typeDay(page: Page, name: string, day: string): Promise<void> {
  await box(page, name).fill(day);
  await page.keyboard.press('Tab');
}

describeInBrowser('The rules of a definition', ({ product, enter }) => {
  beforeAll(() => publishPermits(product().application));
  const make = async (name: string, fields: JsonObject = {}): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module: 'permits', fields: { name, ...fields } })).record._id;
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'permits', id });

  it('show, require, lock and check the fields of a form while it is filled in', async () => {
    const page = await enter();
    await page.goto('/app/module/permits/new');
    await box(page, 'Name').fill('Bridge');
    expect(await box(page, 'Reason').count()).toBe(0);

    // The star appears with the value that requires the note, and goes with it.
    const note = page.locator('[data-form-field$="-note"]');
    await box(page, 'Note').waitFor();
    expect(await note.getByText('*').count()).toBe(0);
    await box(page, 'Hours').fill('41');
    await note.getByText('*').waitFor();
    await box(page, 'Hours').fill('40');
    await note.getByText('*').waitFor({ state: 'detached' });
    await box(page, 'Hours').fill('41');

    // The message is shown at the field before the save, and goes when the other field changes.
    await typeDay(page, 'Starts', '2026-03-10');
    await typeDay(page, 'Ends', '2026-03-05');
    await page.getByText('The end is before the start.', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Say why it takes more than 40 hours.', { exact: true }).first().waitFor();
    await typeDay(page, 'Starts', '2026-03-01');
    await page.getByText('The end is before the start.', { exact: true }).waitFor({ state: 'detached' });
    await box(page, 'Note').fill('Two bridges');

    // A locked field keeps the value with which it was opened, and what was typed returns with the stage.
    await box(page, 'Fee').fill('12');
    await choose(page, 'Stage', 'Closed');
    await page.getByRole('button', { name: 'Why Fee cannot be changed' }).waitFor();
    await choose(page, 'Stage', 'Draft');
    await expect.poll(() => box(page, 'Fee').inputValue()).toBe('12');

    await choose(page, 'Stage', 'Rejected');
    await box(page, 'Reason').fill('Late');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/permits\/(?!new)/);
    const [saved] = (await product().application.records.find(SYSTEM_ACTOR, { module: 'permits', filter: { name: 'Bridge' }, limit: 1 }))
      .data;
    expect(saved).toMatchObject({ stage: 'rejected', reason: 'Late', hours: 41, note: 'Two bridges', fee: 12, ends_on: '2026-03-05' });
  });

  it('are known to the cells of the grid and to the board before a save', async () => {
    const id = await make('Tunnel', { starts_on: '2026-03-02', fee: 3 });
    const page = await enter();
    await page.goto('/app/module/permits?q=Tunnel');
    const cell = (field: string) => page.locator(`[role="row"] [col-id="${field}"][role="gridcell"]`).first();
    await cell('fee').click();
    await page.keyboard.press('e');
    await box(page, 'Fee').fill('4');
    await page.keyboard.press('Enter');
    await page.getByText('Fee saved').waitFor();
    expect((await read(id))['fee']).toBe(4);
    // A hidden field is not editable in a cell.
    await cell('reason').hover();
    await page.getByRole('button', { name: 'Why Reason cannot be changed' }).waitFor();
    await cell('stage').click();
    await page.keyboard.press('s');
    await page.getByRole('option', { name: /^Review/ }).click();
    await page.getByText('Stage saved').waitFor();
    expect((await read(id))['stage']).toBe('review');
    await cell('fee').hover();
    await page.getByRole('button', { name: 'Why Fee cannot be changed' }).click();
    await page.getByText('Other values of this record make this field read-only.', { exact: true }).waitFor();

    await page.goto('/app/module/permits?viewType=board:stage&q=Tunnel');
    await page.getByRole('link', { name: 'Tunnel' }).focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: /Rejected.*Needs reason/ }).click();
    const asking = page.getByRole('dialog').filter({ hasText: 'Give the reason of the rejection.' });
    await asking.getByRole('textbox', { name: 'Reason' }).fill('Too deep');
    await asking.getByRole('button', { name: 'Move to Rejected' }).click();
    await expect.poll(async () => read(id)).toMatchObject({ stage: 'rejected', reason: 'Too deep' });
  });

  it('stop a mass update that cannot succeed', async () => {
    const ids = [await make('Shaft one'), await make('Shaft two')] as const;
    const page = await enter();
    await page.goto('/app/module/permits?q=Shaft');
    for (const name of ['Shaft one', 'Shaft two'])
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .click();
    await page.getByRole('button', { name: 'Mass update', exact: true }).click();
    const send = () => page.getByRole('button', { name: 'Mass Update', exact: true }).click();
    await choice(page, 'Stage').click();
    await page.getByRole('option', { name: /^Rejected.*Needs reason/ }).click();
    await send();
    await page.getByRole('dialog').getByText('Choose a reason for all of them.').waitFor();
    await box(page, 'Reason').fill('Late');
    await typeDay(page, 'Starts', '2026-03-10');
    await typeDay(page, 'Ends', '2026-03-05');
    await send();
    await page.getByRole('dialog').getByText('The end is before the start.').waitFor();
    for (const id of ids) expect(await read(id)).toMatchObject({ stage: 'draft', _version: 1 });
    await typeDay(page, 'Ends', '2026-03-15');
    await send();
    await expect.poll(async () => Promise.all(ids.map(async (id) => (await read(id))['stage']))).toEqual(['rejected', 'rejected']);
  });
});
