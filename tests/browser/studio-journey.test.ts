import { expect, it } from 'vitest';
import type { ChangeSetSummary } from '#engine/model/wire';
import { createApiClient } from '../support/api-client.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { signInByApi, type WatchedPage } from './open-browser.ts';

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

  /** Tries the new module in a preview, in which nothing is saved, and returns to the studio. */
  async function previewModule(page: WatchedPage): Promise<void> {
    const studio = new URL(page.url()).pathname;
    await page.getByRole('region', { name: 'Open draft' }).getByRole('button', { name: 'Preview as…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview as' });
    await dialog.getByRole('combobox', { name: 'User', exact: true }).fill('admin@');
    await page
      .getByRole('option', { name: /admin@/ })
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
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This is a preview: nothing is saved.').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Item' }).inputValue()).toBe('Ladder');
    expect(await findAccessibilityViolations(page, 'a preview')).toEqual([]);
    await bar.getByRole('button', { name: 'Leave preview' }).click();
    await page.waitForURL(`**${studio}`);
    await page.getByRole('region', { name: 'Preview' }).waitFor({ state: 'detached' });
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
    await previewModule(page);
    expect(findModule('equipmentLoans')).toBeUndefined();
    await publish();
    await expect.poll(() => findModule('equipmentLoans')?.fields.length).toBe(FIELDS.length);
    await page.goto('/app/module/equipmentLoans/new');
    await page.getByRole('textbox', { name: 'Item' }).waitFor();
  });
});
