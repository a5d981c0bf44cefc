import { expect, it } from 'vitest';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import type { WatchedPage } from './open-browser.ts';

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

  /** Gives a role rights on the new module by a preset. */
  async function giveRights(page: WatchedPage, role: string, preset: string): Promise<void> {
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('link', { name: role, exact: true }).click();
    await page.getByRole('textbox', { name: 'Find a module' }).fill('Equipment');
    await page.getByRole('combobox', { name: 'Preset for Equipment loans' }).selectOption({ label: preset });
  }

  /** The roles' rights on the new module, as they are published. */
  const rightsOf = (name: string) => [...definitions().role.values()].find((role) => role.name === name)?.module_access['equipmentLoans'];

  it('builds a module with fields, a rule, a relationship, layouts and rights, which works as soon as it is published', async () => {
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
    await giveRights(page, 'Recruiter', 'Work with all');
    await giveRights(page, 'Credentialing Specialist', 'Read all');
    await page.getByText('6 changes · Saved').waitFor();
    expect(findModule('equipmentLoans')).toBeUndefined();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await expect.poll(() => findModule('equipmentLoans')?.fields.length).toBe(FIELDS.length);
    expect(rightsOf('Recruiter')).toMatchObject({ access: true, edit: 'All' });
    expect(rightsOf('Credentialing Specialist')).toMatchObject({ access: true, view: 'All', edit: 'None' });
    const layouts = [...definitions().layout.values()].filter(({ ssModule }) => ssModule === 'equipmentLoans');
    expect(layouts.map(({ view }) => view).sort()).toEqual(['edit', 'grid']);
    for (const { sections } of layouts) {
      const names = sections.flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName));
      expect(names).not.toContain('serial_number');
      expect(names.indexOf('due_on')).toBeLessThan(names.indexOf('lent_on'));
    }
    await page.goto('/app/module/equipmentLoans/new');
    await page.getByRole('textbox', { name: 'Item' }).waitFor();
  });
});
