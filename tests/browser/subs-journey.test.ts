import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { describeInBrowser } from './describe-in-browser.ts';
import { makeRecord, makeSubParts } from './make-subs.ts';
import { signIn } from './open-browser.ts';

const LICENSE = 'This profession requires a license. Please choosen one before saving.';
const REFERENCES = 'Alls subs require a related account and job. Please set them.';
const INTERVIEW = 'You must move the status to Interview Schedule when booking an interview for a managed account sub.';
const REJECTED_MANY = 'A rejection reason is required when a sub status is rejected. Please add one and try again.';
const WITHDRAWN = 'A rejection reason is required when moving the sub to this status.';
const column = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

describeInBrowser('A recruiter who works with subs', ({ product, visit }) => {
  const make = (module: string, fields: JsonObject) => makeRecord(product().application, module, fields);
  const makeParts = (word: string, accountName?: string) => makeSubParts(product().application, word, accountName);
  const read = (id: string): Promise<JsonObject> => product().application.records.get(SYSTEM_ACTOR, { module: 'subs', id });
  let recruiters = 0;
  const enter = async (size?: { readonly width: number; readonly height: number }): Promise<Page> => {
    recruiters += 1;
    const email = `recruiter${recruiters}@muster.test`;
    const user = await make('users', {
      first_name: 'Rae',
      last_name: 'Cruiter',
      email,
      userType: 'Standard',
      roles: ['role_recruiter'],
      teams: [GLOBAL_TEAM_ID],
      active: true,
    });
    await product().application.sessions.setPassword({ userId: user, password: 'Recruit-pass1!' });
    const page = await visit(size);
    await signIn(page, email, 'Recruit-pass1!');
    return page;
  };
  /** A sub whose lead became a nurse after its submission: no license was required before. */
  const makeUnlicensed = async (word: string): Promise<string> => {
    const of = await makeParts(word);
    const id = await make('subs', { name: word, ...of });
    await product().application.records.update(SYSTEM_ACTOR, {
      module: 'leads',
      id: of.leads_subs,
      fields: { profession: 'School Nurse, RN' },
    });
    return id;
  };

  it('is prompted on the board for the missing values of a status, and both are saved together', async () => {
    const id = await makeUnlicensed('Boarded');
    const page = await enter();
    await page.goto('/app/subs?viewType=board:status&q=Boarded');
    await column(page, 'New 1').getByRole('link', { name: 'Boarded' }).focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'Submitted' }).click();
    const sheet = page.getByRole('dialog', { name: 'Not moved yet' });
    await sheet.getByText(LICENSE).waitFor();
    expect(await read(id)).toMatchObject({ status: 'New', _version: 1 });
    await sheet.getByRole('button', { name: 'Move to Submitted' }).click();
    await sheet.getByText('Fill in License, DOE.').waitFor();
    await sheet.getByRole('textbox', { name: 'License, DOE' }).fill('GA-77');
    await page.keyboard.press('Enter');
    await column(page, 'Submitted 1').getByRole('link', { name: 'Boarded' }).waitFor();
    expect(await read(id)).toMatchObject({ status: 'Submitted', license_doe: 'GA-77', job_status_at_submission: 'Submit Candidates' });
    // Undo reverts both.
    await page.getByRole('button', { name: 'Undo' }).click();
    await column(page, 'New 1').getByRole('link', { name: 'Boarded' }).waitFor();
    expect((await read(id)).license_doe).toBeUndefined();
  });

  it('is prompted by the status menu of a record, and cancelling saves nothing', async () => {
    const id = await makeUnlicensed('Headed');
    const page = await enter({ width: 375, height: 812 });
    await page.goto(`/app/subs/${id}`);
    await page.getByRole('button', { name: 'Change Status' }).click();
    await page.getByRole('menuitem', { name: 'Offered' }).click();
    const asking = page.getByRole('dialog', { name: 'Move to Offered' });
    await asking.getByText(LICENSE).waitFor();
    await asking.getByRole('button', { name: /^Cancel/ }).click();
    await asking.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ status: 'New', _version: 1 });
    await page.getByRole('button', { name: 'Change Status' }).click();
    await page.getByRole('menuitem', { name: 'Offered' }).click();
    await asking.getByRole('textbox', { name: 'License, DOE' }).fill('GA-78');
    await asking.getByRole('button', { name: 'Move to Offered' }).click();
    await asking.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ status: 'Offered', license_doe: 'GA-78' });
  });

  it('is prompted in a cell of the grid', async () => {
    const id = await makeUnlicensed('Celled');
    const page = await enter();
    await page.goto('/app/subs?q=Celled');
    await page.getByRole('gridcell', { name: 'New', exact: true }).click();
    await page.keyboard.press('s');
    await page.getByRole('option', { name: /^Hired/ }).click();
    const asking = page.getByRole('dialog', { name: 'Move to Hired' });
    await asking.getByText(LICENSE).waitFor();
    await asking.getByRole('textbox', { name: 'License, DOE' }).fill('GA-79');
    await asking.getByRole('button', { name: 'Move to Hired' }).click();
    await page.getByRole('gridcell', { name: 'Hired', exact: true }).waitFor();
    expect(await read(id)).toMatchObject({ status: 'Hired', license_doe: 'GA-79' });
  });

  it('is not prompted in a cell for values that the sub has, even if no column shows them', async () => {
    const id = await make('subs', { name: 'Reasoned', ...(await makeParts('Reasoned')), rejection_reason: 'Location' });
    const page = await enter();
    await page.goto('/app/subs?q=Reasoned');
    await page.getByRole('gridcell', { name: 'New', exact: true }).click();
    await page.keyboard.press('s');
    await page.getByRole('option', { name: /^Rejected/ }).click();
    await page.getByRole('gridcell', { name: 'Rejected', exact: true }).waitFor();
    expect(await read(id)).toMatchObject({ status: 'Rejected', rejection_reason: 'Location' });
  });

  it('is prompted in the form when the status is selected, and in a mass update before a request is sent', async () => {
    const ids = [
      await make('subs', { name: 'Chosen one', ...(await makeParts('Chosen')) }),
      await make('subs', { name: 'Chosen two', ...(await makeParts('Chosen, too')) }),
    ] as const;
    const page = await enter();
    await page.goto(`/app/subs/${ids[0]}/edit`);
    const choose = async (option: RegExp) => {
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose(/^Withdrew, declined.*Needs reason/);
    const reason = page.getByRole('combobox', { name: 'Rejection reason' });
    await page.getByText('Rejection reason *').waitFor();
    await choose(/^Offered/);
    await reason.waitFor({ state: 'hidden' });
    await page.goto('/app/subs?q=Chosen');
    for (const name of ['Chosen one', 'Chosen two'])
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .click();
    await page.getByRole('button', { name: 'Mass update', exact: true }).click();
    for (const [option, text] of [
      [/^Rejected.*Needs reason/, REJECTED_MANY],
      [/^Withdrew, future/, WITHDRAWN],
    ] as const) {
      await choose(option);
      await page.getByRole('button', { name: 'Mass Update', exact: true }).click();
      // It is still shown at the field after the notice has disappeared.
      await page.getByRole('dialog').getByText(text).waitFor();
    }
    for (const id of ids) expect(await read(id)).toMatchObject({ status: 'New', _version: 1 });
    await reason.click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Mass Update', exact: true }).click();
    await expect
      .poll(async () => Promise.all(ids.map(async (id) => (await read(id))['status'])))
      .toEqual(['Provider Withdrew - Future Opp', 'Provider Withdrew - Future Opp']);
  });

  it('is prompted for the status when an interview is booked at a managed account', async () => {
    const id = await make('subs', { name: 'Managed', ...(await makeParts('Managed', 'Broward Coastal Schools')) });
    const page = await enter();
    await page.goto(`/app/subs/${id}`);
    await page.getByRole('button', { name: 'Edit Interview booked' }).click();
    await page.getByRole('textbox', { name: 'Interview booked' }).fill('04/01/2027');
    await page.keyboard.press('Enter');
    const asking = page.getByRole('dialog', { name: /^Move to/ });
    await asking.getByText(INTERVIEW).first().waitFor();
    await asking.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Interview scheduled' }).click();
    await asking.getByRole('button', { name: /^Move to/ }).click();
    await asking.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ status: 'InterviewScheduled', interview_booked_date: '2027-04-01' });
  });

  it('sees in the form of a new sub which values are required', async () => {
    await make('subs', { name: 'Formed', ...(await makeParts('Formed')), status: 'Submitted' });
    const page = await enter();
    await page.goto('/app/subs?viewType=board:status');
    await column(page, /^Submitted/)
      .getByRole('button', { name: 'New sub in Submitted' })
      .click();
    const form = page.getByRole('dialog', { name: /New sub/ });
    await form.getByRole('textbox', { name: 'Name' }).fill('Bare');
    await form.getByRole('button', { name: /^Save/ }).click();
    await form.getByText(REFERENCES).first().waitFor();
    expect((await product().application.records.find(SYSTEM_ACTOR, { module: 'subs', filter: { name: 'Bare' } })).data).toEqual([]);
  });
});
