import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord } from './make-subs.ts';
import { signIn } from './open-browser.ts';

const NEEDED = 'Set a planned start date before you confirm the start.';

describeInBrowser('A user who places providers', ({ product, visit }) => {
  const make = (fields: JsonObject) => makeRecord(product().application, 'placements', fields);
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'placements', id });
  let people = 0;
  const enter = async (path: string, size?: { readonly width: number; readonly height: number }): Promise<Page> => {
    people += 1;
    const email = `placer${people}@muster.test`;
    const user = await makeRecord(product().application, 'users', {
      first_name: 'Ann',
      last_name: 'Placer',
      email,
      userType: 'Standard',
      roles: ['role_account_manager'],
      teams: [GLOBAL_TEAM_ID],
      active: true,
    });
    await product().application.sessions.setPassword({ userId: user, password: 'Placer-pass1!' });
    const page = await visit(size);
    await signIn(page, email, 'Placer-pass1!');
    await page.goto(path);
    return page;
  };
  const chooseConfirm = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Confirm start' }).click();
  };

  it('confirms the planned start, and undoes it', async () => {
    const id = await make({ name: 'Planned', planned_start_date: '2027-04-05' });
    const page = await enter(`/app/placements/${id}`);
    await chooseConfirm(page);
    const asking = page.getByRole('dialog', { name: /^Confirm the start on/ });
    await asking.getByText('Planned starts as planned.').waitFor();
    await asking.getByRole('button', { name: 'Confirm start' }).click();
    await page.getByText(/^Start confirmed for/).waitFor();
    expect(await read(id)).toMatchObject({ confirmed_start_date: '2027-04-05' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await read(id))['confirmed_start_date']).toBeUndefined();
  });

  it('sees that none is planned, and plans and confirms it at once', async () => {
    const id = await make({ name: 'Unplanned' });
    const page = await enter(`/app/placements/${id}`, { width: 375, height: 812 });
    await chooseConfirm(page);
    const asking = page.getByRole('dialog', { name: 'No planned start date' });
    await asking.getByText(NEEDED).waitFor();
    await asking.getByRole('button', { name: 'Plan and confirm' }).click();
    await asking.getByText('Fill in planned start.').waitFor();
    await asking.getByRole('textbox', { name: 'Planned start' }).fill('04/06/2027');
    await page.keyboard.press('Enter');
    await asking.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ planned_start_date: '2027-04-06', confirmed_start_date: '2027-04-06' });
  });

  it('is prompted for the plan where the confirmed day is typed', async () => {
    const id = await make({ name: 'Typed' });
    const page = await enter(`/app/placements/${id}`);
    const type = async () => {
      await page.getByRole('button', { name: 'Edit Confirmed start' }).click();
      await page.getByRole('textbox', { name: 'Confirmed start' }).fill('04/07/2027');
      await page.keyboard.press('Enter');
    };
    await type();
    const asking = page.getByRole('dialog', { name: 'No planned start date' });
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'hidden' });
    expect((await read(id))['_version']).toBe(1);
    // The focus is back on the typed day.
    await page.getByRole('textbox', { name: 'Confirmed start' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await type();
    // The confirmed day is the default for the plan.
    await asking.getByRole('button', { name: 'Plan and confirm' }).click();
    await asking.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ planned_start_date: '2027-04-07', confirmed_start_date: '2027-04-07' });
  });

  it('is prompted over the form, which shows the same message at the field', async () => {
    const id = await make({ name: 'Formed' });
    const page = await enter(`/app/placements/${id}/edit`);
    await page.getByRole('textbox', { name: 'Confirmed start' }).fill('04/08/2027');
    const save = () => page.getByRole('button', { name: /^Save/ }).first().click();
    await save();
    const asking = page.getByRole('dialog', { name: 'No planned start date' });
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await asking.waitFor({ state: 'hidden' });
    await page.getByText(NEEDED).first().waitFor();
    await save();
    await asking.getByRole('textbox', { name: 'Planned start' }).fill('04/01/2027');
    await asking.getByRole('button', { name: 'Plan and confirm' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    expect(await read(id)).toMatchObject({ planned_start_date: '2027-04-01', confirmed_start_date: '2027-04-08' });
  });
});
