import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { describeInBrowser } from './describe-in-browser.ts';
import { registerUser, signInAs } from './register-user.ts';

const pane = (page: Page) => page.getByRole('complementary', { name: 'Side pane' });

describeInBrowser('A record and its related records', ({ product, visit, enter }) => {
  const make = async (module: string, fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;
  const read = (module: string, id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module, id });

  it('sets city and state from a ZIP that is edited in place, and undoes all of it', async () => {
    const job = await make('jobs', { custom_job_title: 'School nurse', job_status: 'Draft' });
    const page = await enter();
    await page.goto(`/app/jobs/${job}`);
    const give = async (zip: string) => {
      await page.getByRole('button', { name: 'Edit ZIP' }).click();
      await page.getByRole('textbox', { name: 'ZIP' }).fill(zip);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await read('jobs', job)).zip).toBe(zip);
    };
    await give('90210');
    expect(await read('jobs', job)).toMatchObject({ city: 'Beverly Hills', state: 'CA' });
    await page.getByText('Beverly Hills', { exact: true }).first().waitFor();
    // Values set from a ZIP change with the next ZIP.
    await give('30030');
    expect(await read('jobs', job)).toMatchObject({ city: 'Decatur', state: 'GA' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await read('jobs', job)).city).toBe('Beverly Hills');
    expect(await read('jobs', job)).toMatchObject({ state: 'CA', zip: '90210' });
    // Typed values are kept.
    await product().application.records.update(SYSTEM_ACTOR, { module: 'jobs', id: job, fields: { city: 'Bel Air' } });
    await page.getByText('Bel Air', { exact: true }).first().waitFor();
    await give('30030');
    expect(await read('jobs', job)).toMatchObject({ city: 'Bel Air', state: 'CA' });
  });

  it('sets city and state from a ZIP, and keeps typed values', async () => {
    const page = await enter();
    await page.goto('/app/leads/new');
    const part = (name: string) =>
      page.getByRole(name === 'state' ? 'combobox' : 'textbox', { name: `Current address, ${name}`, exact: true });
    await part('zip').fill('90210');
    await expect.poll(() => part('city').inputValue()).toBe('Beverly Hills');
    await expect.poll(() => part('state').inputValue()).toBe('CA');
    await part('zip').fill('30030');
    await expect.poll(() => part('city').inputValue()).toBe('Decatur');
    await part('city').fill('Avondale Estates');
    const response = page.waitForResponse(/by-code\/90210/);
    await part('zip').fill('90210');
    await response;
    expect(await part('city').inputValue()).toBe('Avondale Estates');
    expect(await part('state').inputValue()).toBe('GA');
  });

  it('is edited in place', async () => {
    const lead = await make('leads', { first_name: 'Ingrid', last_name: 'Inline', next_step: 'Call first', available_hours: 20 });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    const fields = page.locator('.mv-record-fields');
    await fields.getByRole('button', { name: 'Edit Available hours' }).click();
    await fields.getByRole('textbox', { name: 'Available hours' }).fill('37.5');
    await page.keyboard.press('Enter');
    await fields.getByText('37.5 hours a week').waitFor();
    expect(await read('leads', lead)).toMatchObject({ available_hours: 37.5 });

    await fields.getByRole('button', { name: 'Edit Available hours' }).click();
    await fields.getByRole('textbox', { name: 'Available hours' }).fill('400');
    await page.keyboard.press('Enter');
    await fields.getByRole('textbox', { name: 'Available hours' }).and(page.locator('[aria-invalid="true"]')).waitFor();
    await page.keyboard.press('Escape');
    await fields.getByText('37.5 hours a week').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await fields.getByText('20 hours a week').waitFor();
  });

  it('shows its owner in its header, and is assigned to another user there', async () => {
    const { email, userId } = await registerUser(product(), 'Standard', ['role_recruiter']);
    const lead = await make('leads', { first_name: 'Olga', last_name: 'Owned', mobile_phone: '4045550199' });
    const account = await make('accounts', { name: 'Owned Schools', account_status: 'Prospect', assigned_to: product().data.userId });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    const head = page.locator('.mv-record-head');
    await head.getByText('Not assigned').waitFor();
    await head.getByRole('button', { name: 'Assign to me' }).click();
    await expect.poll(async () => (await read('leads', lead)).assigned_to).toBe(product().data.userId);
    await head.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'hidden' });
    await head.getByRole('button', { name: 'Change Assigned to' }).click();
    await page.keyboard.type('Terry');
    await page.getByRole('option', { name: `Terry Standard ${email}` }).click();
    await expect.poll(async () => (await read('leads', lead)).assigned_to).toBe(userId);
    await head.getByText('Terry Standard').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await read('leads', lead)).assigned_to).toBe(product().data.userId);

    const reader = await visit();
    await signInAs(reader, email);
    await reader.goto(`/app/accounts/${account}`);
    const closed = reader.locator('.mv-record-head');
    await closed.getByText('System Admin').waitFor();
    expect(await closed.getByRole('button', { name: /^Change/ }).count()).toBe(0);
    await closed.getByRole('button', { name: 'Why Status cannot be changed' }).waitFor();
    await closed.getByRole('button', { name: 'Why Assigned to cannot be changed' }).click();
    await reader
      .getByRole('dialog')
      .getByText(/Smallest change/)
      .waitFor();
    await reader.keyboard.press('Escape');

    // Other actions are hidden too: adding to a related list, and the form itself.
    await pane(reader).getByRole('tab', { name: 'Related' }).click();
    const why = (name: string) => reader.getByRole('dialog', { name });
    await reader.getByRole('region', { name: 'Placements' }).getByRole('button', { name: 'New placement' }).press('Enter');
    await why("Why can't I create one?")
      .getByText(/Set Create to on in role Recruiter/)
      .waitFor();
    await reader.keyboard.press('Escape');
    await reader.getByRole('region', { name: 'Placements' }).getByRole('button', { name: 'Add existing' }).press('Enter');
    await why("Why can't I edit this?")
      .getByText(/Smallest change/)
      .waitFor();
    await reader.goto(`/app/accounts/${account}/edit`);
    await reader.getByText('You may not edit this record.').waitFor();
    await reader.getByRole('main').getByRole('button', { name: 'Edit' }).press('Enter');
    await why("Why can't I edit this?")
      .getByText(/Smallest change/)
      .waitFor();
  });

  it('is moved to another status from its header, by mouse and by keyboard', async () => {
    const lead = await make('leads', { first_name: 'Stan', last_name: 'Status', lead_status: 'new' });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    await page.getByRole('banner').or(page.getByRole('main')).getByRole('button', { name: 'Change Status' }).click();
    await page.getByRole('menuitem', { name: 'Screening' }).click();
    await expect.poll(async () => (await read('leads', lead)).lead_status).toBe('screening');
    await page.getByRole('button', { name: 'Change Status' }).getByText('Screening').waitFor();

    await page.keyboard.press('s');
    // It shows the requirements, and prompts for them before a request is sent.
    await page.getByRole('menuitem', { name: /Placement opps\s*Needs hours and dates/ }).click();
    const asking = page.getByRole('dialog', { name: 'Move to Placement opps' });
    await asking.getByText('Not moved yet').waitFor();
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'hidden' });
    expect(await read('leads', lead)).toMatchObject({ lead_status: 'screening' });
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: /Placement opps/ }).click();
    await asking.getByRole('textbox', { name: 'Available hours' }).fill('30');
    await asking.getByRole('textbox', { name: 'Available from' }).fill('01/04/2027');
    await asking.getByRole('button', { name: 'Move to Placement opps' }).click();
    await page.getByRole('button', { name: 'Change Status' }).getByText('Placement opps').waitFor();
    expect(await read('leads', lead)).toMatchObject({
      lead_status: 'placement_opps',
      available_hours: 30,
      availability_date: '2027-01-04',
    });
  });

  it('of any module is merged with another from the grid', async () => {
    const first = await make('accounts', { name: 'Willow District', website: 'https://willow.example' });
    const second = await make('accounts', { name: 'Willow District Schools' });
    const page = await enter();
    await page.goto('/app/accounts');
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('willow');
    await page.getByText('1–2 of 2').waitFor();
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .nth(0)
      .click();
    await page
      .getByRole('checkbox', { name: /toggle row selection/ })
      .nth(1)
      .click();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog', { name: 'Deduplicate Accounts' }).waitFor();
    await page.getByRole('radio', { name: 'Make Willow District Schools the primary' }).click();
    await page
      .getByRole('columnheader', { name: /Willow District Schools/ })
      .getByText('Primary', { exact: true })
      .waitFor();
    expect(await page.getByText('Keeps 1 account, removes 1.').isVisible()).toBe(true);
    // The choices are not lost accidentally: a click outside does nothing, Esc prompts.
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your choices?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Discard your choices?' }).waitFor({ state: 'hidden' });
    await page
      .getByRole('columnheader', { name: /Willow District Schools/ })
      .getByText('Primary', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('Accounts have been merged and duplicates removed').waitFor();
    expect(await read('accounts', second)).toMatchObject({ website: 'https://willow.example', deleted: false });
    expect(await read('accounts', first)).toMatchObject({ deleted: true });
  });
});
