import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { findSmallTargets, findHorizontalOverflow } from './layout-checks.ts';
import { delaySaves } from './delay-saves.ts';
import { makeRecord } from './make-subs.ts';

const TITLE = 'Duplicate Accounts Detected';
const TEXT = 'The following appear to match the account you are creating';

/** Types a new account and saves it. */
async function typeAccount(page: Page, name: string, website: string): Promise<Locator> {
  await page.goto('/app/accounts/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Website' }).fill(website);
  await page.getByRole('button', { name: 'Save account' }).click();
  const dialog = page.getByRole('dialog', { name: TITLE });
  await dialog.waitFor();
  return dialog;
}

const CHECKING = 'Checking for duplicate accounts';

/** The endpoints that save and merge accounts. */
const ACCOUNT_SAVES = /\/api\/(merge\/records|accounts(\/[\da-f-]{36})?)(\?|$)/;

describeInBrowser('Duplicate accounts', ({ product, enter }) => {
  const make = (fields: JsonObject) => makeRecord(product().application, 'accounts', fields);
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'accounts', id });
  const totalOf = async (name: string): Promise<number> =>
    (await product().application.records.find(SYSTEM_ACTOR, { module: 'accounts', filter: { name }, limit: 1 })).total;

  it('are shown in a table of names and dates; closing keeps the form and saves nothing, Save saves it as entered', async () => {
    const known = await make({
      name: 'Alder Schools',
      account_type: 'Public school district',
      billing_address: { street: '', city: 'Decatur', state: 'GA', zip: '30030' },
    });
    const page = await enter();
    const said = await delaySaves(page, ACCOUNT_SAVES, [CHECKING, CHECKING, 'Saving Account']);
    const dialog = await typeAccount(page, 'Alder Schools, Inc.', 'https://alder.example');
    await dialog.getByText(TEXT, { exact: true }).waitFor();
    const table = dialog.getByRole('table', { name: 'Accounts that match' });
    await table.getByRole('columnheader', { name: 'Created' }).waitFor();
    await table.getByRole('rowheader', { name: /Alder Schools.*Public school district · Decatur, GA/ }).waitFor();
    const [day, time] = await page.evaluate(
      (at) => [
        new Date(at).toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }),
        new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' '),
      ],
      (await read(known))['createdAt'] as string,
    );
    await table.getByRole('cell', { name: `${day} ${time}` }).waitFor();
    await table.getByText('Same name').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Alder Schools, Inc.');
    expect(await totalOf('Alder Schools, Inc.')).toBe(0);
    await page.getByRole('button', { name: 'Save account' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Alder Schools, Inc.', level: 1 }).waitFor();
    expect(said).toEqual([CHECKING, CHECKING, 'Saving Account']);
    expect(await totalOf('Alder Schools, Inc.')).toBe(1);
  });

  it('are shown for an update too, without the account itself, and merged with the changes', async () => {
    const known = await make({ name: 'Birch Clinic', office_phone: '4045550177' });
    const own = await make({ name: 'Birch Therapy', website: 'https://birch.example' });
    const page = await enter();
    const said = await delaySaves(page, ACCOUNT_SAVES, [CHECKING, 'Saving updates']);
    await page.goto(`/app/accounts/${own}/edit`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Birch Clinic');
    await page.getByRole('button', { name: 'Save account' }).click();
    const dialog = page.getByRole('dialog', { name: TITLE });
    await dialog.getByRole('rowheader').waitFor();
    expect(await dialog.getByRole('rowheader').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Review and Merge' }).click();
    const merging = page.getByRole('dialog', { name: 'Deduplicate Accounts' });
    await merging.getByRole('radio', { name: 'Make Birch Clinic the primary' }).first().waitFor();
    await merging.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('Accounts have been merged and duplicates removed').waitFor();
    expect(said).toEqual([CHECKING, 'Saving updates']);
    expect(await read(own)).toMatchObject({
      name: 'Birch Clinic',
      website: 'https://birch.example',
      office_phone: '4045550177',
      deleted: false,
    });
    expect(await read(known)).toMatchObject({ deleted: true });
  });

  it('are saved by an update that says Saving updates', async () => {
    await make({ name: 'Cedar School' });
    const own = await make({ name: 'Cedar House' });
    const page = await enter();
    const said = await delaySaves(page, ACCOUNT_SAVES, [CHECKING, 'Saving updates']);
    await page.goto(`/app/accounts/${own}/edit`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cedar School');
    await page.getByRole('button', { name: 'Save account' }).click();
    await page.getByRole('dialog', { name: TITLE }).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Cedar School', level: 1 }).waitFor();
    expect(said).toEqual([CHECKING, 'Saving updates']);
    expect(await read(own)).toMatchObject({ name: 'Cedar School' });
  });

  it.each([
    [1440, 900, 'dark'],
    [375, 812, 'light'],
  ] as const)('are readable and accessible at %i by %i px, %s, and merged with the typed values', async (width, height, scheme) => {
    const name = `Dogwood ${width} Academy`;
    const known = await make({ name, billing_address: { street: '1 Oak Street', city: 'Decatur', state: 'GA', zip: '30030' } });
    const other = await make({ name: `The ${name}` });
    const page = await enter({ width, height, scheme, ...(width < 500 ? { touch: true } : {}) });
    const dialog = await typeAccount(page, name, `https://dogwood${width}.example`);
    expect([
      ...(await findAccessibilityViolations(page, TITLE, 'whole')),
      ...(await findHorizontalOverflow(page, TITLE)),
      ...(width < 500 ? await findSmallTargets(page, TITLE) : []),
    ]).toEqual([]);
    const box = (of: string): Locator => dialog.getByRole('checkbox', { name: `Merge with ${of}`, exact: true });
    if (!(await box(name).isChecked())) await box(name).click();
    if (await box(`The ${name}`).isChecked()) await box(`The ${name}`).click();
    await dialog.getByText('1 chosen to merge.').waitFor();
    await dialog.getByRole('button', { name: 'Review and Merge' }).click();
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('Your entries were merged into the account').waitFor();
    expect(await read(known)).toMatchObject({ name, website: `https://dogwood${width}.example`, deleted: false });
    expect(await read(other)).toMatchObject({ deleted: false });
    expect(await totalOf(name)).toBe(1);
  });
});
