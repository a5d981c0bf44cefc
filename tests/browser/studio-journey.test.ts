import { expect, it } from 'vitest';
import type { ChangeSetSummary } from '#engine/model/wire';
import { createApiClient } from '../support/api-client.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { signInByApi, type WatchedPage } from './open-browser.ts';
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

describeInBrowser('The studio', ({ product, enter }) => {
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

  /** Publishes the admin's draft as the review page does. */
  async function publish(): Promise<void> {
    const { token } = await signInByApi(product().url);
    const api = createApiClient(product().url, token);
    const [draft] = (await api.get('/api/change-sets?state=draft')).body['data'] as readonly ChangeSetSummary[];
    const { status, body } = await api.post(`/api/change-sets/${draft?._id}/publish`, { _version: draft?._version });
    expect(status, JSON.stringify(body)).toBe(200);
  }

  it('builds a module with fields, a rule and options, which works as soon as it is published', async () => {
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
    await page.getByText('2 changes · Saved').waitFor();
    expect(findModule('equipmentLoans')).toBeUndefined();
    await publish();
    await expect.poll(() => findModule('equipmentLoans')?.fields.length).toBe(FIELDS.length);
    await page.goto('/app/module/equipmentLoans/new');
    await page.getByRole('textbox', { name: 'Item' }).waitFor();
  });

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
    await page.getByText('1 change · Saved').waitFor();
    expect(await findAccessibilityViolations(page, 'a role with a placed right')).toEqual([]);
    await page.getByRole('tab', { name: 'Effects' }).click();
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
    const [draft] = (await api.get('/api/change-sets?state=draft')).body['data'] as readonly ChangeSetSummary[];
    expect((await api.delete(`/api/change-sets/${draft?._id}`)).status).toBe(200);
  });
});
