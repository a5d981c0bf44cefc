import { expect, it } from 'vitest';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';

describeInBrowser('Settings', ({ product, enter }) => {
  const valueOf = (key: string): unknown => product().application.registry.current().settings.get(key)?.setting;

  it('are found, changed in a form, refused with the reason, guarded against loss, and reset', async () => {
    const page = await enter();
    await page.goto('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'General settings', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'General settings' }).waitFor();
    expect(await findAccessibilityViolations(page, 'settings')).toEqual([]);
    // No value is shown as JSON.
    expect(
      await page
        .locator('.ma-setting-values dd')
        .filter({ hasText: /[{[]"|"[}\]]/ })
        .count(),
    ).toBe(0);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('batch undone');
    await expect.poll(() => page.locator('.ma-setting-row').count()).toBe(1);
    const row = page.locator('[data-setting=undo_days]');
    await row.getByText('30 days', { exact: true }).waitFor();
    await row.getByRole('button', { name: /^Edit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Days in which a batch can be undone' });
    const input = dialog.getByRole('textbox', { name: 'Value' });
    await input.fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('It must be a whole number of days from 1 to 36500.').waitFor();
    expect(await findAccessibilityViolations(page, 'a refused setting')).toEqual([]);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await input.fill('14');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Days in which a batch can be undone” was saved.').waitFor();
    await row.getByText('14 days', { exact: true }).waitFor();
    await row.getByText('Changed', { exact: true }).waitFor();
    await row.getByText(/last changed by/).waitFor();
    expect(valueOf('undo_days')).toBe(14);
    await row.getByRole('button', { name: /^Reset to default/ }).click();
    const reset = page.getByRole('dialog', { name: /^Reset “Days in which/ });
    await reset.getByText('30 days').waitFor();
    await reset.getByRole('button', { name: 'Reset to default' }).click();
    await page.getByText('“Days in which a batch can be undone” has its default again.').waitFor();
    await expect.poll(() => valueOf('undo_days')).toBe(30);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('no such thing');
    await page.getByText('No settings found').waitFor();
  });

  it('are listed by section, each at its own address', async () => {
    const page = await enter();
    await page.goto('/admin/settings/job-rating-settings');
    await page.getByRole('heading', { level: 2, name: 'Job rating settings' }).waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Job rating settings']);
    expect(await page.title()).toMatch(/^Job rating settings · Settings/);
    await page.getByRole('combobox', { name: 'Section' }).click();
    await page.getByRole('option', { name: 'General settings' }).click();
    await page.waitForURL('**/admin/settings/general-settings');
    await page.getByRole('heading', { level: 2, name: 'General settings' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Job rating settings' }).waitFor({ state: 'hidden' });
    await page.goto('/admin/settings/nonsense');
    await page.getByText('There is no section of this name.').waitFor();
    await page.getByRole('button', { name: 'Show all settings' }).click();
    await page.waitForURL('**/admin/settings');
    await page.getByRole('heading', { level: 2, name: 'General settings' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Job rating settings' }).waitFor();
  });

  it('show what another admin saved in the meantime before it is replaced', async () => {
    const page = await enter();
    await page.goto('/admin/settings');
    await page.getByRole('button', { name: 'Edit: Longest password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Longest password' });
    await dialog.getByRole('textbox', { name: 'Value' }).fill('50');
    const { registry } = product().application;
    const definition = registry.current().settings.get('password_max_length')!;
    await registry.publish({
      author: undefined,
      changes: [{ kind: 'setting', id: definition.id, definition: { ...definition, setting: 40 } }],
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This setting was changed while you were editing it. The value is now:').waitFor();
    await dialog.getByText('40 characters').waitFor();
    expect(valueOf('password_max_length')).toBe(40);
    await dialog.getByRole('button', { name: 'Replace their value' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(valueOf('password_max_length')).toBe(50);
  });

  it('edit lists and objects without JSON, on a phone too', async () => {
    const page = await enter({ width: 375, height: 812, touch: true });
    await page.goto('/admin/settings');
    await page.getByRole('button', { name: 'Edit: Bill rates by profession' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bill rates by profession' });
    await dialog.getByRole('textbox', { name: 'Audiologist', exact: true }).fill('77');
    await dialog.getByRole('button', { name: 'Remove Administrative Assistant' }).click();
    expect(await findHorizontalOverflow(page, 'the form of a setting')).toEqual([]);
    expect(await findSmallTargets(page, 'the form of a setting')).toEqual([]);
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await dialog.getByRole('combobox', { name: 'Profession', exact: true }).click();
    await page.getByRole('option', { name: 'Administrative Assistant' }).click();
    await dialog.getByRole('textbox', { name: 'Administrative Assistant', exact: true }).fill('58.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Bill rates by profession” was saved.').waitFor();
    expect(valueOf('bill-rates')).toMatchObject({ Audiologist: 77, 'Administrative Assistant': 58.5, 'School Psychologist': 78 });
    await page.getByRole('button', { name: 'Edit: Brandings' }).click();
    const brandings = page.getByRole('dialog', { name: 'Brandings' });
    await brandings.getByRole('group', { name: 'Branding 1' }).getByRole('textbox', { name: 'Title' }).fill('For providers');
    await brandings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Brandings” was saved.').waitFor();
    expect(valueOf('brandings')).toMatchObject([
      { title: 'For providers', logo: 'provider' },
      { title: 'Muster', marker: '' },
    ]);
    await page.getByText('For providers', { exact: true }).waitFor();
    expect(await findAccessibilityViolations(page, 'settings on a phone')).toEqual([]);
    expect(await findHorizontalOverflow(page, 'settings on a phone')).toEqual([]);
    expect(await findSmallTargets(page, 'settings on a phone')).toEqual([]);
  });
});
