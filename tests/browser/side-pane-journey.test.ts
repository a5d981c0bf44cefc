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

  it('links an existing record, and unlinks it, each with Undo', async () => {
    const account = await make('accounts', { name: 'Linden Schools' });
    const contact = await make('contacts', { first_name: 'Ada', last_name: 'Linked' });
    const page = await enter();
    await page.goto(`/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Related' }).click();
    const contacts = page.getByRole('region', { name: 'Contacts' });
    await contacts.getByRole('button', { name: 'Add existing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ada Linked' }).click();
    await page.getByText('Ada Linked added.').waitFor();
    await contacts.getByRole('link', { name: 'Ada Linked' }).waitFor();
    expect(await read('contacts', contact)).toMatchObject({ accounts_contacts: account });

    await contacts.getByRole('button', { name: 'Unlink Ada Linked' }).click();
    await page.getByText('Ada Linked unlinked.').waitFor();
    // An empty list is folded: its count and its actions remain.
    await contacts.getByText('0', { exact: true }).waitFor();
    expect(await contacts.getByRole('searchbox').count()).toBe(0);
    expect(await read('contacts', contact)).not.toHaveProperty('accounts_contacts');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await contacts.getByRole('link', { name: 'Ada Linked' }).waitFor();
    expect(await read('contacts', contact)).toMatchObject({ accounts_contacts: account });
  });

  it('finds one in a long related list', async () => {
    const account = await make('accounts', { name: 'Long Schools' });
    for (let at = 0; at < 14; at += 1)
      await make('contacts', {
        first_name: `Person ${String(at).padStart(2, '0')}`,
        last_name: at === 13 ? 'Needle' : 'Hay',
        accounts_contacts: account,
      });
    const page = await enter();
    await page.goto(`/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Related' }).click();
    const contacts = page.getByRole('region', { name: 'Contacts' });
    await contacts.getByText('1–10 of 14').waitFor();
    await contacts.getByRole('searchbox', { name: 'Search contacts' }).fill('needle');
    await contacts.getByRole('link', { name: 'Person 13 Needle' }).waitFor();
    expect(await contacts.getByRole('link').count()).toBe(1);
    await contacts.getByRole('searchbox').fill('nobody');
    await contacts.getByText('Nothing found').waitFor();
    // Each term in any of the searchable fields: here the e-mail and the name.
    await make('contacts', {
      first_name: 'Ophelia',
      last_name: 'Mail',
      accounts_contacts: account,
      email_addresses: [{ email_address: 'desk@harbour.example', primary: true, opt_out: false, invalid_email: false }],
    });
    await contacts.getByRole('searchbox').fill('harbour ophel');
    await contacts.getByRole('link', { name: 'Ophelia Mail' }).waitFor();
    expect(await contacts.getByRole('link', { name: /Person/ }).count()).toBe(0);
  });

  it('has a search for a short related list as well', async () => {
    const account = await make('accounts', { name: 'Short Schools' });
    for (const first_name of ['Una', 'Vera']) await make('contacts', { first_name, last_name: 'Short', accounts_contacts: account });
    const page = await enter();
    await page.goto(`/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Related' }).click();
    const contacts = page.getByRole('region', { name: 'Contacts' });
    await contacts.getByRole('searchbox', { name: 'Search contacts' }).fill('vera');
    await contacts.getByRole('link', { name: 'Una Short' }).waitFor({ state: 'hidden' });
    expect(await contacts.getByRole('link').count()).toBe(1);
  });

  it('reverts a value from its history', async () => {
    const lead = await make('leads', { first_name: 'Hester', last_name: 'Historic', next_step: 'Call first' });
    await product().application.records.update(SYSTEM_ACTOR, { module: 'leads', id: lead, fields: { next_step: 'Write first' } });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    await pane(page).getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Set Next step back to Call first' }).click();
    await page.getByText('Next step set back to Call first.').waitFor();
    expect(await read('leads', lead)).toMatchObject({ next_step: 'Call first' });
    // The current value has no revert button; an earlier value can be restored.
    await page.getByRole('button', { name: 'Set Next step back to Write first' }).waitFor();
    expect(await page.getByRole('button', { name: 'Set Next step back to Call first' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await read('leads', lead)).next_step).toBe('Write first');
  });

  it('shows which rule prevents a link, a reverted value, or an unlink', async () => {
    const account = await make('accounts', { name: 'Kept Schools', website: 'https://first.example' });
    await make('accounts', { name: 'Kept District' });
    await make('contacts', { first_name: 'Kay', last_name: 'Kept', accounts_contacts: account });
    await product().application.records.update(SYSTEM_ACTOR, {
      module: 'accounts',
      id: account,
      fields: { website: 'https://second.example' },
    });
    const { email } = await registerUser(product(), 'Standard', ['role_recruiter'], 'tessa');
    const page = await visit();
    await signInAs(page, email);
    const expectWhy = async (name: string, title: string): Promise<void> => {
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      // The button is marked as disabled, and still responds.
      await button.click({ force: true });
      const why = page.getByRole('dialog', { name: title });
      await why.getByText('decides', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await why.waitFor({ state: 'hidden' });
    };
    await page.goto(`/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Related' }).click();
    await expectWhy('Why Kay Kept cannot be unlinked', 'Why Kay Kept cannot be unlinked');
    await pane(page).getByRole('tab', { name: 'History' }).click();
    await expectWhy('Why Website cannot be set back to https://first.example', 'Why Website cannot be set back to https://first.example');
    await page.goto('/app/accounts?q=kept');
    await page.getByText('1–2 of 2').waitFor();
    for (const at of [0, 1])
      await page
        .getByRole('checkbox', { name: /toggle row selection/ })
        .nth(at)
        .click();
    await expectWhy('Merge', "Why can't I merge these?");
  });

  it('loads its history as far back as it goes, and shows an error if it cannot be loaded', async () => {
    const lead = await make('leads', { first_name: 'Long', last_name: 'History', next_step: 'Step 0' });
    const { records } = product().application;
    for (let at = 1; at <= 210; at += 1)
      await records.update(SYSTEM_ACTOR, { module: 'leads', id: lead, fields: { next_step: `Step ${String(at)}` } });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    await pane(page).getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('insertion')
      .filter({ hasText: /^Step 210$/ })
      .waitFor();
    expect(await page.getByText('Record created').count()).toBe(0);
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText('Record created').waitFor();
    expect(
      await page
        .getByRole('insertion')
        .filter({ hasText: /^Step \d+$/ })
        .count(),
    ).toBe(210);
    expect(await page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0);

    // In the timeline, an activity older than the loaded changes is hidden until they are loaded.
    await make('activities', {
      name: 'Very first note',
      activityType: 'Note',
      lead,
      relatedRecord: { module: 'leads', id: lead },
      activity_date: '2026-01-05T15:00:00.000Z',
    });
    await page.reload();
    await pane(page).getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('Step 210').first().waitFor();
    expect(await page.getByText('Very first note').count()).toBe(0);
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText('Very first note').waitFor();
    await page.getByText('Record created').waitFor();

    await page.route('**/api/audit-log/get-record-changes-by-module/**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"It broke.","code":"internal"}' }),
    );
    await page.reload();
    await pane(page).getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('The changes of the record could not be read.').waitFor();
    await page.getByText('Very first note').waitFor();
  });

  it('shows the names of files in its history', async () => {
    const page = await enter();
    await page.goto('/app/pay-calculator');
    const path = await page.evaluate(async () => {
      const form = new FormData();
      form.append('file', new File(['Plain words.'], 'Résumé (final) 2.txt', { type: 'text/plain' }));
      const response = await fetch('/api/files/upload', {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('jwt_token') ?? ''}` },
        body: form,
      });
      return ((await response.json()) as { readonly path: string }).path;
    });
    const document = await make('documents', { name: 'CV' });
    await product().application.records.update(
      { kind: 'user', userId: product().data.userId },
      { module: 'documents', id: document, fields: { path } },
    );
    await page.goto(`/app/documents/${document}`);
    await pane(page).getByRole('tab', { name: 'History' }).click();
    await page
      .locator('.mv-change', { has: page.getByText('File', { exact: true }) })
      .getByRole('insertion')
      .filter({ hasText: 'Résumé (final) 2.txt' })
      .waitFor();
  });

  it('has a timeline: notes, calls and changes, newest first', async () => {
    const lead = await make('leads', { first_name: 'Tilda', last_name: 'Timely', next_step: 'Call first' });
    await make('activities', {
      name: 'Wants a middle school',
      activityType: 'SMS',
      lead,
      relatedRecord: { module: 'leads', id: lead },
      activity_date: '2026-01-05T15:00:00.000Z',
    });
    await product().application.records.update(SYSTEM_ACTOR, { module: 'leads', id: lead, fields: { next_step: 'Write first' } });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    await pane(page).getByRole('tab', { name: 'Activity' }).click();
    await page.getByRole('region', { name: 'Jan 5, 2026' }).getByText('Wants a middle school').waitFor();
    await page.getByRole('region', { name: 'Today' }).getByText('Next step').waitFor();

    await page.getByRole('textbox', { name: 'Write a note.' }).fill('Free from January.\nAsked about mileage.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added.').waitFor();
    const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
    await expect.poll(() => today.first().innerText()).toMatch(/You wrote a note[^]*Free from January\.\s+Asked about mileage\./);
    expect(await page.getByRole('textbox', { name: 'Write a note.' }).inputValue()).toBe('');

    await page.getByRole('tab', { name: 'Call', exact: true }).click();
    await page.getByRole('textbox', { name: 'What was said?' }).fill('Left a voicemail');
    await page.getByRole('textbox', { name: 'Minutes' }).fill('6');
    await page.getByRole('textbox', { name: 'What was said?' }).press('Control+Enter');
    await expect.poll(() => today.first().innerText()).toMatch(/You called, 6 min/);
    const saved = (await product().application.records.find(SYSTEM_ACTOR, { module: 'activities', filter: { lead, activityType: 'Call' } }))
      .data;
    expect(saved).toMatchObject([
      { name: 'Left a voicemail', duration_minutes: 6, relatedRecord: { module: 'leads', id: lead }, relatedModule: 'leads' },
    ]);

    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'SMS' });
    await expect.poll(() => page.getByText('Left a voicemail').count()).toBe(0);
    await page.getByText('Wants a middle school').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Field changes' });
    await expect.poll(() => page.getByText('Left a voicemail').count()).toBe(0);
    await page.getByText('Next step').first().waitFor();
  });
});
