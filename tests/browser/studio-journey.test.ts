import { expect, inject, it } from 'vitest';
import type { ChangeSetSummary } from '#engine/model/wire';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { sendSignIn, signInByApi, type WatchedPage } from './open-browser.ts';
import { registerUser } from './register-user.ts';

/** The first fields of the new module: label, type, and its options or the module that it refers to. */
const FIELDS = [
  ['Item', 'Text'],
  ['Serial number', 'Text'],
  ['State', 'Dropdown', 'Lent, Returned, Lost'],
  ['Lent on', 'Date'],
  ['Due on', 'Date'],
  ['Provider', 'Record', 'Providers'],
] as const;

/** The new roles, with their preset and a person who has it. */
const PEOPLE = [
  { name: 'Loan desk', preset: 'Work with all', email: 'desk@muster.test' },
  { name: 'Loan reader', preset: 'Read all', email: 'reader@muster.test' },
] as const;
const PASSWORD = 'Ladder-pass1!';
const ROWS = 200;
/** The providers to which the loans belong, in turn: the first lends number 137. */
const LENDERS = [
  ['Lena', 'Hoist'],
  ['Milo', 'Crane'],
] as const;
/** Milliseconds that the import takes at most. */
const LONG = 60_000 * inject('timeoutFactor');
/** What an admin needs at most; the journey of this test is printed. */
const LIMIT_SECONDS = 600;

describeInBrowser('The studio', ({ product, enter, visit }) => {
  const definitions = () => product().application.registry.definitions();
  const findModule = (name: string) => [...definitions().module.values()].find((one) => one.name === name);

  async function fillFields(page: WatchedPage): Promise<void> {
    for (const [index, [label, type, more]] of FIELDS.entries()) {
      const number = index + 1;
      if (index > 0) await page.getByRole('button', { name: 'Add field' }).click();
      await page.getByRole('textbox', { name: `Label of field ${number}` }).fill(label);
      const types = page.getByRole('combobox', { name: `Type of field ${number}` });
      await types.click();
      await page.getByRole('option', { name: type, exact: true }).click();
      if (more !== undefined && type === 'Dropdown') await page.getByRole('textbox', { name: `Options of field ${number}` }).fill(more);
      if (more !== undefined && type === 'Record') {
        await page.getByRole('combobox', { name: `Module of field ${number}` }).click();
        await page.getByRole('option', { name: more, exact: true }).click();
      }
    }
  }

  /** Tries the new module in a preview, in which nothing is saved, and returns to the studio. */
  async function previewModule(page: WatchedPage): Promise<void> {
    const studio = new URL(page.url()).pathname;
    await page.getByRole('region', { name: 'Open draft' }).getByRole('button', { name: 'Preview as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview as' });
    await dialog.getByRole('textbox', { name: 'User' }).fill('System');
    await page
      .getByRole('option', { name: /System Admin/ })
      .first()
      .click();
    await dialog.getByRole('combobox', { name: 'Page to open' }).click();
    await page.getByRole('option', { name: 'Equipment loans', exact: true }).click();
    expect(await findAccessibilityViolations(page, 'the dialog of a preview')).toEqual([]);
    await dialog.getByRole('button', { name: 'Start preview' }).click();
    const bar = page.getByRole('region', { name: 'Preview' });
    await bar.getByText(/nothing is saved/).waitFor();
    await page.goto('/app/module/equipmentLoans/new');
    await page.getByRole('textbox', { name: 'Item' }).fill('Ladder');
    await page.getByRole('button', { name: /^Save equipment loan/ }).click();
    await page.getByText('This is a preview: nothing is saved.').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Item' }).inputValue()).toBe('Ladder');
    expect(await findAccessibilityViolations(page, 'a preview')).toEqual([]);
    await bar.getByRole('button', { name: 'Leave preview' }).click();
    await page.waitForURL(`**${studio}`);
    await page.getByRole('region', { name: 'Preview' }).waitFor({ state: 'detached' });
  }

  /** Publishes the draft from its review. */
  async function publish(page: WatchedPage): Promise<void> {
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByText(/^Publishing /u).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/is published\. Everyone works with it now\.$/u).waitFor();
  }

  /** A role with the rights of a preset on the new module, and on the module that it refers to. */
  async function makeRole(page: WatchedPage, name: string, preset: string): Promise<void> {
    await page.goto('/admin/studio/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('combobox', { name: 'Preset for Equipment loans' }).selectOption({ label: preset });
    await page.getByRole('combobox', { name: 'Preset for Providers' }).selectOption({ label: 'Read all' });
    await page.getByText('· Saved').waitFor();
  }

  /** Takes a field away from the layout that the editor shows, and moves another one up, both with the keyboard. */
  async function arrange(
    page: WatchedPage,
    view: string,
    { without, up }: { readonly without: string; readonly up: string },
  ): Promise<void> {
    await page.getByRole('heading', { level: 1, name: `Equipment loans: ${view}` }).waitFor();
    await page.getByText('This module is not published yet: the canvas has no records to show.').waitFor();
    const canvas = page.locator('[data-canvas]');
    await canvas.getByRole('button', { name: without, exact: true }).focus();
    await page.keyboard.press('Delete');
    await canvas.getByRole('button', { name: up, exact: true }).focus();
    for (const key of ['Space', view === 'Grid' ? 'ArrowLeft' : 'ArrowUp', 'Space']) await page.keyboard.press(key);
    expect(await findAccessibilityViolations(page, `the layout ${view}`)).toEqual([]);
  }

  async function addPeople(api: ApiClient): Promise<void> {
    const { data: roles } = (await api.get('/api/roles')).body as {
      readonly data: readonly { readonly _id: string; readonly name: string }[];
    };
    for (const { name, email } of PEOPLE) {
      const person = { email, password: PASSWORD, first_name: 'Lou', last_name: name, userType: 'Standard', active: true };
      const { body } = await api.post('/api/users/register', person);
      const role = roles.find((one) => one.name === name)?._id;
      expect((await api.post('/api/users/update-roles', { userId: body._id, roles: [role] })).status).toBe(200);
    }
  }

  /** Creates the providers to which the loans belong. */
  async function addProviders(api: ApiClient): Promise<void> {
    for (const [first_name, last_name] of LENDERS) expect((await api.post('/api/providers', { first_name, last_name })).status).toBe(201);
  }

  /** Imports the loans from a file with the wizard; each names its provider. */
  async function importRows(page: WatchedPage): Promise<void> {
    const lines = Array.from({ length: ROWS }, (_, index) => {
      const number = String(index + 1).padStart(3, '0');
      const [first, last] = LENDERS[index % LENDERS.length] ?? [];
      return `Ladder ${number},Ladder ${number},L-${index + 1},Lent,2030-01-01,2030-01-31,${first} ${last}`;
    });
    const file = ['Name,Item,Serial number,State,Lent on,Due on,Provider', ...lines].join('\n');
    await page.goto('/app/module/equipmentLoans');
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    await page.getByRole('heading', { name: 'Import equipment loans', level: 1 }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'loans.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Provider imported as Provider' }).waitFor({ timeout: LONG });
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('button', { name: `Start import of ${ROWS} rows` }).click({ timeout: LONG });
    await page.getByRole('heading', { name: 'The import is done' }).waitFor({ timeout: LONG });
  }

  it('lets an admin build a module with fields, a rule, a relationship, layouts and roles, publish it, and two people work with 200 records', async () => {
    const startedAt = performance.now();
    const page = await enter();
    await page.goto('/admin/studio/modules');
    await page.getByRole('heading', { level: 1, name: 'Modules' }).waitFor();
    await page.getByRole('link', { name: 'Providers', exact: true }).waitFor();
    expect(await findAccessibilityViolations(page, 'the modules of the studio')).toEqual([]);
    await page.getByRole('link', { name: 'New module' }).click();
    await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Equipment loans');
    await fillFields(page);
    expect(await findAccessibilityViolations(page, 'a new module')).toEqual([]);
    await page.getByRole('button', { name: 'Create module' }).click();
    await page.getByRole('table', { name: 'Fields' }).waitFor();
    await page.getByRole('button', { name: 'Due on', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Field Due on' });
    await panel.getByRole('tab', { name: 'Rules' }).click();
    const rule = panel.getByRole('group', { name: 'Required when' });
    await rule.getByRole('button', { name: 'Condition' }).click();
    await rule.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'Lent', exact: true }).click();
    await page.keyboard.press('Escape');
    await rule.getByText('State is any of Lent').waitFor();
    expect(await findAccessibilityViolations(page, 'a field of the studio')).toEqual([]);
    expect(await findHorizontalOverflow(page, 'a field of the studio')).toEqual([]);
    await page.getByText('3 changes · Saved').waitFor();
    // Relationship, layouts and roles, all of them before the module is published.
    await page.getByRole('tab', { name: /^Relationships/ }).click();
    await page.getByRole('button', { name: 'New relationship' }).click();
    const dialog = page.getByRole('dialog', { name: 'New relationship' });
    await dialog.getByRole('combobox', { name: /are related to/ }).click();
    await page.getByRole('option', { name: 'Tasks', exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('tab', { name: 'Layouts' }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await arrange(page, 'Edit', { without: 'Serial number', up: 'Due on' });
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('menuitem', { name: 'Grid', exact: true }).click();
    await arrange(page, 'Grid', { without: 'Serial number', up: 'Due on' });
    for (const { name, preset } of PEOPLE) await makeRole(page, name, preset);
    expect(findModule('equipmentLoans')).toBeUndefined();
    await previewModule(page);
    expect(findModule('equipmentLoans')).toBeUndefined();
    await publish(page);
    await expect.poll(() => findModule('equipmentLoans')?.fields.length).toBe(FIELDS.length);
    const layouts = [...definitions().layout.values()].filter(({ ssModule }) => ssModule === 'equipmentLoans');
    expect(layouts.map(({ view }) => view).sort()).toEqual(['edit', 'grid']);
    for (const { sections } of layouts) {
      const names = sections.flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName));
      expect(names).not.toContain('serial_number');
      expect(names.indexOf('due_on')).toBeLessThan(names.indexOf('lent_on'));
    }

    const { token } = await signInByApi(product().url);
    const api = createApiClient(product().url, token);
    await addPeople(api);
    await addProviders(api);
    await importRows(page);
    await checkRelations();
    await work(PEOPLE[0].email);
    await look(PEOPLE[1].email);
    process.stdout.write(
      `From an empty draft to two people at work: ${Math.round((performance.now() - startedAt) / 1000)} s, of at most ${LIMIT_SECONDS} s\n`,
    );
  });

  /** Each loan is related to the provider that its row named. */
  async function checkRelations(): Promise<void> {
    const { records } = product().application;
    for (const [first_name, last_name] of LENDERS) {
      const [lender] = (await records.find(SYSTEM_ACTOR, { module: 'providers', filter: { first_name, last_name }, limit: 2 })).data;
      const { total } = await records.find(SYSTEM_ACTOR, { module: 'equipmentLoans', filter: { provider: lender?._id ?? '' }, limit: 1 });
      expect(total).toBe(ROWS / LENDERS.length);
    }
  }

  /** Finds and changes a loan, and opens its provider. */
  async function work(email: string): Promise<void> {
    const page = await visit();
    await sendSignIn(page, email, PASSWORD);
    await page.getByRole('link', { name: 'Equipment loans' }).first().click();
    await page.getByText(`of ${ROWS}`).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Serial number' }).count()).toBe(0);
    await page.getByRole('searchbox').first().fill('Ladder 137');
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('link', { name: 'Ladder 137' }).first().click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'State', exact: true }).click();
    await page.getByRole('option', { name: 'Returned', exact: true }).click();
    await page.getByRole('button', { name: /^Save/u }).last().click();
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'));
    await page.getByRole('main').getByText('Returned').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Lena Hoist' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Lena Hoist' }).waitFor();
  }

  /** Sees the loans, and has no way to change them. */
  async function look(email: string): Promise<void> {
    const page = await visit();
    await sendSignIn(page, email, PASSWORD);
    await page.getByRole('link', { name: 'Equipment loans' }).first().click();
    await page.getByText(`of ${ROWS}`).waitFor();
    // The button says why it cannot be used.
    expect(await page.getByRole('button', { name: 'New equipment loan' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('link', { name: 'Ladder 001' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Ladder 001' }).waitFor();
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
  }
  it('shows what a user may not do, and leads to the role with the change in the draft, its people and their records', async () => {
    const { token } = await signInByApi(product().url);
    const api = createApiClient(product().url, token);
    const { userId: user } = await registerUser(product(), 'Standard', ['role_recruiter'], 'explained');
    const page = await enter();
    await page.goto(`/admin/studio/access?user=${user}&module=accounts`);
    const actions = page.getByRole('region', { name: 'Actions' });
    await actions.waitFor();
    expect(await findAccessibilityViolations(page, 'the access of a user')).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await findHorizontalOverflow(page, 'the access of a user on a phone')).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await actions.getByRole('link', { name: 'Change the role' }).first().click();
    await page.getByText('Placed in the draft: ').waitFor();
    await page.getByText('· Saved').waitFor();
    expect(await readDraft(api)).toMatchObject([{ kind: 'role', id: 'role_recruiter' }]);
    expect(await findAccessibilityViolations(page, 'a role with a placed right')).toEqual([]);
    // In a wide window the simulator is beside the matrix.
    const right = page.getByRole('region', { name: 'Rights of this role that change' }).getByRole('button').first();
    await right.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('table').waitFor();
    expect(await findAccessibilityViolations(page, 'the people of a right')).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'Review', exact: true }).first().click();
    await page
      .getByRole('complementary', { name: 'Plan' })
      .getByRole('button', { name: /^Show people: / })
      .first()
      .waitFor();
    expect(await findAccessibilityViolations(page, 'the review of a right')).toEqual([]);
    expect((await api.delete(`/api/change-sets/${await findDraft(api)}`)).status).toBe(200);
  });

  /** The id of the only draft. */
  async function findDraft(api: ApiClient): Promise<string | undefined> {
    const [draft] = (await api.get('/api/change-sets?state=draft')).body['data'] as readonly ChangeSetSummary[];
    return draft?._id;
  }

  /** What the draft changes. */
  async function readDraft(api: ApiClient): Promise<readonly { readonly kind: string; readonly id: string }[]> {
    return (await api.get(`/api/change-sets/${await findDraft(api)}`)).body['changes'] as readonly { kind: string; id: string }[];
  }
});
