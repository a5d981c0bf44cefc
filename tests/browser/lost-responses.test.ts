import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { JsonObject } from '#engine/model/values';
import { describeInBrowser } from './describe-in-browser.ts';
import { endSession, signInAgain } from './open-browser.ts';
import { readBrowserStorage } from './read-browser-storage.ts';

const pane = (page: Page) => page.getByRole('complementary', { name: 'Side pane' });
const UNREACHED = 'The server cannot be reached.';

/** Drops the response of the first matching request after it reached the server. Returns the idempotency keys of all of them. */
async function dropFirstResponse(page: Page, address: RegExp, method: string): Promise<readonly string[]> {
  const keys: string[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return keys;
}

/** Sent twice with the same key. */
function expectOneKey(keys: readonly string[]): void {
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBe('');
  expect(keys[1]).toBe(keys[0]);
}

describeInBrowser('A write whose response is lost', ({ product, enter }) => {
  const make = async (module: string, fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;
  const find = async (module: string, filter: JsonObject): Promise<readonly JsonObject[]> =>
    (await product().application.records.find(SYSTEM_ACTOR, { module, filter })).data;
  const openTab = async (page: Page, path: string, tab: string): Promise<void> => {
    await page.goto(path);
    await pane(page).getByRole('tab', { name: tab }).click();
  };

  it('adds a note once: retried unchanged, and with text typed since', async () => {
    const lead = await make('leads', { first_name: 'Nora', last_name: 'Noted' });
    const page = await enter();
    await openTab(page, `/app/leads/${lead}`, 'Activity');
    const keys = await dropFirstResponse(page, /\/api\/activities$/, 'POST');
    const note = page.getByRole('textbox', { name: 'Write a note.' });
    await note.fill('Wants to move');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('alert').filter({ hasText: UNREACHED }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('What you typed before was restored.').waitFor();
    expect(await note.inputValue()).toBe('Wants to move');
    await note.fill('Wants to move to Macon');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added.').waitFor();
    expect(keys[1]).toBe(keys[0]);
    expect(await find('activities', { lead })).toMatchObject([{ name: 'Wants to move to Macon', activityType: 'Note' }]);
    await page.reload();
    expect(await note.inputValue()).toBe('');
  });

  it('attaches a file once', async () => {
    const lead = await make('leads', { first_name: 'Fay', last_name: 'Filed' });
    const page = await enter();
    await openTab(page, `/app/leads/${lead}`, 'Files');
    const keys = await dropFirstResponse(page, /\/api\/documents$/, 'POST');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'Once.txt', mimeType: 'text/plain', buffer: Buffer.from('Only once') });
    await page.getByRole('button', { name: 'Try Once.txt again' }).click();
    await page.getByRole('button', { name: 'Preview Once.txt' }).waitFor();
    expectOneKey(keys);
    expect(await find('documents', { name: 'Once.txt' })).toHaveLength(1);
  });

  it('creates a record from a dialog once, after a reload too', async () => {
    const account = await make('accounts', { name: 'Single Schools' });
    const page = await enter();
    await openTab(page, `/app/accounts/${account}`, 'Related');
    const contacts = page.getByRole('region', { name: 'Contacts' });
    await contacts.getByRole('button', { name: 'New contact' }).click();
    const dialog = page.getByRole('dialog', { name: /New contact/i });
    await dialog.getByLabel('First name').fill('Solo');
    await dialog.getByLabel('Last name').fill('Single');
    const keys = await dropFirstResponse(page, /\/api\/contacts$/, 'POST');
    await dialog.getByRole('button', { name: 'Save contact' }).click();
    await page.getByText(/What you typed is stored on this device/).waitFor();
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await pane(page).getByRole('tab', { name: 'Related' }).click();
    // Another record, started elsewhere, is kept separate.
    await page.goto('/app/module/contacts/new');
    expect(await page.getByLabel('First name').inputValue()).toBe('');
    await openTab(page, `/app/accounts/${account}`, 'Related');
    await contacts.getByRole('button', { name: 'New contact' }).click();
    await dialog.getByText(/was not confirmed/).waitFor();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Single');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await contacts.getByRole('link', { name: 'Solo Single' }).waitFor();
    expectOneKey(keys);
    expect(await find('contacts', { last_name: 'Single' })).toMatchObject([{ first_name: 'Solo', accounts_contacts: account }]);
  });

  it('merges once, and says so', async () => {
    const [first, second] = [
      await make('leads', { first_name: 'Mia', last_name: 'Merged' }),
      await make('leads', { first_name: 'Mina', last_name: 'Merged' }),
    ];
    const page = await enter();
    await page.goto('/app/leads?q=Merged');
    for (const name of ['Mia Merged', 'Mina Merged'])
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .first()
        .check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    const keys = await dropFirstResponse(page, /\/api\/merge\/records$/, 'POST');
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByRole('alert').filter({ hasText: UNREACHED }).first().waitFor();
    await page.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('Leads have been merged and duplicates removed').waitFor();
    expectOneKey(keys);
    expect([first, second]).toContain((await find('leads', { last_name: 'Merged' }))[0]?.['_id']);
    expect(await find('leads', { last_name: 'Merged' })).toHaveLength(1);
  });

  it('links and deletes once, and each can still be undone', async () => {
    const account = await make('accounts', { name: 'Linked Twice' });
    await make('contacts', { first_name: 'Lea', last_name: 'Linked' });
    const page = await enter();
    await openTab(page, `/app/accounts/${account}`, 'Related');
    const contacts = page.getByRole('region', { name: 'Contacts' });
    const linkKeys = await dropFirstResponse(page, /\/api\/contacts\/[^/]+$/, 'PUT');
    for (let tries = 0; tries < 2; tries += 1) {
      await contacts.getByRole('button', { name: 'Add existing' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lea Linked' }).click();
      await page
        .getByText(tries === 0 ? UNREACHED : 'Lea Linked added.')
        .first()
        .waitFor();
    }
    expectOneKey(linkKeys);
    await page.getByRole('button', { name: 'Undo' }).last().waitFor();

    const lead = await make('leads', { first_name: 'Dora', last_name: 'Deleted' });
    await page.goto(`/app/leads/${lead}`);
    const deleteKeys = await dropFirstResponse(page, /\/api\/leads\/mark-deleted\//, 'PUT');
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    const question = page.getByRole('dialog', { name: 'Delete Dora Deleted?' });
    await question.getByRole('button', { name: 'Delete Dora Deleted' }).click();
    await page.getByText(UNREACHED).first().waitFor();
    await question.getByRole('button', { name: 'Delete Dora Deleted' }).click();
    await page.getByText('Deletion process was successful.').waitFor();
    expectOneKey(deleteKeys);
    await page.getByRole('button', { name: 'Undo' }).last().waitFor();
  });
});

describeInBrowser('A session that ends, or a page that is left while editing', ({ product, enter }) => {
  const make = async (module: string, fields: JsonObject): Promise<string> =>
    (await product().application.records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;

  it('keeps the typed text of a note, and of a dialog', async () => {
    const account = await make('accounts', { name: 'Ended Schools' });
    const page = await enter();
    await page.goto(`/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Activity' }).click();
    await page.getByRole('textbox', { name: 'Write a note.' }).fill('In the middle of a');
    await endSession(page);
    await page.getByRole('button', { name: 'Add note' }).click();
    await signInAgain(page);
    await page.waitForURL(`**/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('What you typed before was restored.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Write a note.' }).inputValue()).toBe('In the middle of a');

    await pane(page).getByRole('tab', { name: 'Related' }).click();
    const contacts = page.getByRole('region', { name: 'Contacts' });
    await contacts.getByRole('button', { name: 'New contact' }).click();
    const dialog = page.getByRole('dialog', { name: /New contact/i });
    await dialog.getByLabel('Last name').fill('Half');
    await endSession(page);
    await dialog.getByRole('button', { name: 'Save contact' }).click();
    await signInAgain(page);
    await page.waitForURL(`**/app/accounts/${account}`);
    await pane(page).getByRole('tab', { name: 'Related' }).click();
    await contacts.getByRole('button', { name: 'New contact' }).click();
    // The request was rejected without a session, so that no response is pending.
    await dialog.getByText(/^What you typed until .* was stored on this device/).waitFor();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Half');
    // The page restores it unchanged, and prompts before it is left.
    await dialog.getByLabel('First name').fill('And');
    await dialog.getByRole('button', { name: 'Open the full form' }).click();
    await page.waitForURL('**/app/module/contacts/new');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Half');
    expect(await page.getByLabel('First name').inputValue()).toBe('And');
    await page.getByText('Not saved').waitFor();
  });

  it('keeps the typed value of an in-place edit, and nothing of a cancelled edit', async () => {
    const lead = await make('leads', { first_name: 'Ines', last_name: 'Inline', next_step: 'Call' });
    const page = await enter();
    await page.goto(`/app/leads/${lead}`);
    const input = page.getByRole('main').getByRole('textbox', { name: 'Next step' });
    const begin = async (text: string): Promise<void> => {
      await page.getByRole('button', { name: 'Edit Next step' }).click();
      await input.fill(text);
      await expect.poll(() => readBrowserStorage(page)).toContain(text);
    };
    await begin('Given up');
    await input.press('Escape');
    await expect.poll(() => readBrowserStorage(page)).not.toContain('Given up');
    await begin('Write to the school');
    await endSession(page);
    await input.press('Enter');
    await signInAgain(page);
    await page.waitForURL(`**/app/leads/${lead}`);
    await page.getByText('What you typed is stored on this device, and not saved: “Next step, Ines Inline”.').waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText(/was stored on this device/).waitFor();
    expect(await page.getByLabel('Next step').inputValue()).toBe('Write to the school');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.waitForURL(`**/app/leads/${lead}`);
    expect(await product().application.records.get(SYSTEM_ACTOR, { module: 'leads', id: lead })).toMatchObject({
      next_step: 'Write to the school',
    });
    await expect.poll(() => readBrowserStorage(page)).not.toContain('Write to the school');
  });

  /** The list of a module with two selected records. */
  const chooseTwo = async (page: Page, module: string, words: string): Promise<void> => {
    await page.goto(`/app/${module}?q=${words}`);
    await page.getByText('1–2 of 2').waitFor();
    for (const at of [0, 1])
      await page
        .getByRole('checkbox', { name: /toggle row selection/ })
        .nth(at)
        .click();
  };
  const RESTORED = 'What you chose before was restored.';

  it('keeps the choices of a merge, and none of a closed one', async () => {
    const [one] = [
      await make('accounts', { name: 'Cutoff North', website: 'https://north.example' }),
      await make('accounts', { name: 'Cutoff South', website: 'https://south.example' }),
    ];
    const page = await enter();
    await chooseTwo(page, 'accounts', 'cutoff');
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deduplicate Accounts' });
    const primary = dialog.getByRole('columnheader', { name: /Cutoff South/ }).getByText('Primary', { exact: true });
    const website = dialog.getByRole('button', { name: 'Website of Cutoff North: https://north.example' });
    await dialog.getByRole('radio', { name: 'Make Cutoff South the primary' }).click();
    await primary.waitFor();
    await website.click();
    await expect.poll(() => readBrowserStorage(page)).toContain('"website"');
    await endSession(page);
    await dialog.getByRole('button', { name: 'Save Merge' }).click();
    await signInAgain(page);
    await page.waitForURL('**/app/accounts?q=cutoff');
    await dialog.getByText(RESTORED).waitFor();
    await primary.waitFor();
    expect(await website.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await primary.waitFor();
    expect(await readBrowserStorage(page)).not.toContain('north.example');
    await dialog.getByRole('button', { name: 'Save Merge' }).click();
    await page.getByText('Accounts have been merged and duplicates removed').waitFor();
    expect(await product().application.records.get(SYSTEM_ACTOR, { module: 'accounts', id: one })).toMatchObject({ deleted: true });
    const { data } = await product().application.records.find(SYSTEM_ACTOR, { module: 'accounts', filter: { name: 'Cutoff South' } });
    expect(data).toMatchObject([{ website: 'https://north.example' }]);
    await expect.poll(() => readBrowserStorage(page)).not.toContain('dialog:merge');
  });

  it('keeps a filter that is not applied yet, with incomplete conditions', async () => {
    const page = await enter();
    await page.goto('/app/accounts');
    const begin = page.getByRole('button', { name: 'Add condition' });
    const builder = page.getByRole('dialog', { name: 'Filter accounts' });
    await begin.click();
    await builder.getByRole('textbox', { name: 'Value' }).fill('Peach');
    await builder.getByRole('button', { name: 'Add group' }).click();
    await builder.getByText('Shows 1 accounts').waitFor();
    await expect.poll(() => readBrowserStorage(page)).toContain('\\"or\\"');
    await endSession(page);
    await builder.getByRole('textbox', { name: 'Value' }).first().fill('Peachf');
    await expect.poll(() => readBrowserStorage(page)).toContain('Peachf');
    await signInAgain(page);
    await builder.getByText(RESTORED).waitFor();
    expect(await builder.getByRole('textbox', { name: 'Value' }).first().inputValue()).toBe('Peachf');
    expect(await builder.getByRole('group', { name: 'Match' }).count()).toBe(2);
    await builder.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1–1 of 1').waitFor();
    await page.reload();
    await page.getByText('1–1 of 1').waitFor();
    await expect.poll(() => readBrowserStorage(page)).not.toContain('dialog:filter');
    expect(await builder.count()).toBe(0);
  });

  it('keeps the values of a mass update, except sensitive ones', async () => {
    const { registry, records } = product().application;
    const { layouts } = JSON.parse(readFileSync('definitions/staffing/providers/layouts.json', 'utf8')) as {
      layouts: { id: string; view: string; sections: { fields: object[] }[] }[];
    };
    const layout = layouts.find(({ view }) => view === 'mass-update');
    if (layout === undefined) throw new Error('Providers have no layout of mass update');
    layout.sections[0]?.fields.push({ fieldName: 'ssn' });
    await registry.publish({ author: undefined, changes: [{ kind: 'layout', id: layout.id, definition: layout }] });
    for (const last of ['One', 'Two']) await make('providers', { first_name: 'Cutmass', last_name: last });
    const page = await enter();
    await chooseTwo(page, 'providers', 'cutmass');
    await page.getByRole('button', { name: 'Mass update', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Providers Mass Update on 2 Chosen Records' });
    await dialog.getByLabel('SSN').fill('123-45-6789');
    await dialog.getByRole('combobox', { name: 'Profession' }).click();
    await page.getByRole('option', { name: 'School Nurse, RN' }).click();
    // The last value was chosen: the draft is complete once it contains it.
    await expect.poll(() => readBrowserStorage(page)).toMatch(/(?=.*dialog:mass-update)(?=.*School Nurse, RN)/s);
    await endSession(page);
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    await signInAgain(page);
    await dialog.getByText(RESTORED).waitFor();
    await dialog.getByText('SSN was not stored, for safety. Type it again.').waitFor();
    expect(await dialog.getByLabel('SSN').inputValue()).toBe('');
    expect(await readBrowserStorage(page)).not.toContain('123-45-6789');
    await dialog.getByRole('button', { name: 'Mass Update' }).click();
    await page.getByText('Mass Update Completed on 2 records').waitFor();
    expect(
      (await records.find(SYSTEM_ACTOR, { module: 'providers', filter: { first_name: 'Cutmass', profession: 'School Nurse, RN' } })).total,
    ).toBe(2);
    await expect.poll(() => readBrowserStorage(page)).not.toContain('dialog:mass-update');
  });

  it('prompts for values that must not be stored before it sends again', async () => {
    const page = await enter();
    await page.goto('/app/providers/new');
    await page.getByLabel('First name').fill('Encrypted');
    await page.getByLabel('Last name').fill('Secret');
    await page.getByLabel('SSN').fill('123-45-6789');
    const keys = await dropFirstResponse(page, /\/api\/providers$/, 'POST');
    const save = page.getByRole('button', { name: 'Save provider' }).last();
    await save.click();
    await page.getByText(/What you typed is stored on this device/).waitFor();
    const disk = await readBrowserStorage(page);
    expect(disk).toContain('Secret');
    expect(disk).not.toContain('123-45-6789');
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByText('SSN was not stored, for safety. Type it again.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await save.click();
    await page.getByText('This was not stored on the device. Type it again.').first().waitFor();
    expect(keys).toHaveLength(1);
    await page.getByLabel('SSN').fill('123-45-6789');
    await save.click();
    await page.getByRole('heading', { name: 'Encrypted Secret', level: 1 }).waitFor();
    expectOneKey(keys);
    const { data } = await product().application.records.find(SYSTEM_ACTOR, { module: 'providers', filter: { last_name: 'Secret' } });
    expect(data).toMatchObject([{ ssn: '123-45-6789' }]);
  });
});
