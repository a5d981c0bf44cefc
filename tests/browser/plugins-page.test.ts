import { expect, it } from 'vitest';
import type { PluginManifest } from '#engine';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeServedProduct } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';
import { startWithPlugins } from './start-product.ts';

const weather: PluginManifest = {
  name: 'weather',
  version: '2.1.0',
  engine: '*',
  permissions: [{ name: 'weather.warn', label: 'Send warnings', description: 'Send a warning to all staff.' }],
  secrets: { api_key: { title: 'Key of the weather service', description: 'Under Account, API keys.', pattern: '^wx_' } },
};
const broken: PluginManifest = {
  name: 'broken',
  version: '1.0.0',
  engine: '*',
  start: () => Promise.reject(new Error('The barometer does not answer.')),
};

const ignore = (): void => undefined;
const start = startWithPlugins([...ENABLED_PLUGINS, weather, broken], { debug: ignore, info: ignore, warn: ignore, error: ignore });

describeServedProduct('The page of plugins', start, ({ product, visit, enter }) => {
  it('shows which plugins run, why one does not, and which permissions there are', async () => {
    const page = await enter();
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Plugins', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor();
    const row = (name: string) =>
      page.locator('.mp-row').filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) }) });
    await row('Weather').getByText('Running', { exact: true }).waitFor();
    await row('Weather').getByText('Version 2.1.0').waitFor();
    await row('Weather').getByText('Send a warning to all staff.').waitFor();
    await row('Weather').getByText('No role grants it yet').waitFor();
    await row('Broken').getByText('The barometer does not answer.').waitFor();
    expect(await findAccessibilityViolations(page, 'plugins')).toEqual([]);
  });

  it('takes a secret setting, which is replaced and removed but never shown, on a phone too', async () => {
    const page = await enter({ width: 375, height: 812, touch: true });
    await page.goto('/admin/plugins');
    const row = page.locator('.mp-row').filter({ has: page.getByRole('heading', { level: 2, name: 'Weather' }) });
    await page.getByRole('button', { name: 'Set: Key of the weather service' }).click();
    const dialog = page.getByRole('dialog', { name: 'Key of the weather service' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter the value.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('sunny');
    await page.keyboard.press('Enter');
    await dialog.getByText('Not in the required format.').first().waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('sunny');
    expect(await findAccessibilityViolations(page, 'the value of a secret')).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Value' }).fill('wx_1234 ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Key of the weather service cannot be set: it starts or ends with a space.').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('wx_1234 ');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('wx_1234');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Key of the weather service” was saved.').waitFor();
    await row.getByText('Set', { exact: true }).waitFor();
    expect(await findHorizontalOverflow(page, 'plugins')).toEqual([]);
    expect(await findSmallTargets(page, 'plugins')).toEqual([]);
    expect(await page.content()).not.toContain('wx_1234');
    expect((await page.request.get('/api/plugins/secrets')).status()).toBe(401);
    await page.getByRole('button', { name: 'Replace: Key of the weather service' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Remove: Key of the weather service' }).click();
    await page.getByRole('dialog', { name: 'Remove “Key of the weather service”?' }).getByRole('button', { name: 'Remove' }).click();
    await row.getByText('Not set', { exact: true }).waitFor();
  });

  it('switches a plugin off after a question that says what that changes, and on again', async () => {
    const page = await enter();
    await page.goto('/admin/plugins');
    const rowOf = (name: RegExp) => page.locator('.mp-row').filter({ has: page.getByRole('heading', { level: 2, name }) });
    await rowOf(/^Leads/)
      .locator('.mantine-Switch-track')
      .click();
    const question = page.getByRole('dialog', { name: 'Switch Leads off?' });
    await question.getByText(/can be read but not saved, because its rules do not run: .*Leads/).waitFor();
    await question.getByText(/These plugins need it, and are off too: .*Providers/).waitFor();
    expect(await findAccessibilityViolations(page, 'switching a plugin off')).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    const calculator = page.getByRole('switch', { name: 'Pay calculator is on' });
    await calculator.focus();
    await page.keyboard.press('Space');
    await page.getByRole('dialog', { name: 'Switch Pay calculator off?' }).getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Pay calculator is off', { exact: true }).waitFor();
    const row = rowOf(/^Pay calculator/);
    await row.getByText('It was switched off.').waitFor();
    expect(await calculator.isChecked()).toBe(false);
    const other = await enter();
    await other.goto('/app/pay-calculator');
    await other.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await row.locator('.mantine-Switch-track').click();
    await row.getByText('Running', { exact: true }).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
  });

  it('leads to the settings of a plugin, each with its form', async () => {
    const page = await enter({ width: 375, height: 812, touch: true });
    await page.goto('/admin/plugins');
    const row = page.locator('.mp-row').filter({ has: page.getByRole('heading', { level: 2, name: /^Providers/ }) });
    await row.getByRole('link', { name: '1 setting' }).click();
    await page.waitForURL('**/admin/settings/providers');
    await page.getByRole('button', { name: 'Edit: Tasks when a provider leaves' }).waitFor();
  });

  it('names the running plugins in every page, and hides what one adds when it is turned off', async () => {
    const page = await enter();
    await page.goto('/app/pay-calculator');
    await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
    const named = async () => (await page.locator('html').getAttribute('data-plugins'))?.split(' ') ?? [];
    expect(await named()).toEqual(expect.arrayContaining(['pay-calculator', 'weather']));
    expect(await named()).not.toContain('broken');
    product().application.pluginHost.turnOff('pay-calculator', 'It was turned off.');
    const stranger = await visit();
    for (const [at, path] of [
      [page, '/app/pay-calculator'],
      [stranger, '/test'],
    ] as const) {
      await at.goto(path);
      await at.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    }
    expect(await named()).not.toContain('pay-calculator');
  });
});
