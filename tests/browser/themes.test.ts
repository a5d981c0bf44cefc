import { expect, it } from 'vitest';
import { THEMES } from '../../runtime-ui/kit/themes/theme-table.ts';
import { describeInBrowser } from './describe-in-browser.ts';

describeInBrowser('The twelve themes', ({ enter }) => {
  it('are selected in the user menu, stored as `theme`, and painted before the application loads', async () => {
    const page = await enter();
    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: 'System Admin' }).click();
    await page.getByRole('menuitem', { name: 'All themes' }).click();
    const choices = page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio');
    await choices.first().waitFor({ state: 'attached' });
    expect(await choices.count()).toBe(12);
    await page.getByRole('radio', { name: 'Justin’s, dark' }).check({ force: true });
    expect(
      await page.evaluate(() => [
        localStorage.getItem('theme'),
        document.documentElement.dataset['theme'],
        document.documentElement.style.colorScheme,
      ]),
    ).toEqual(['justins', 'justins', 'dark']);
    // The application is blocked, as on a slow connection.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/app/dashboard', { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(15, 23, 34)');
    await page.unroute('**/assets/*.js');
    await page.goto('/app/dashboard');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('justins');
  });

  it('leave the button that clears a select in the colour of the select', async () => {
    const page = await enter();
    // A page that loads no form.
    await page.goto('/admin/users?status=active');
    const clear = page.locator('.mp-filter .mantine-InputClearButton-root');
    await clear.waitFor({ state: 'attached' });
    const themes = THEMES.map(({ name, scheme }) => ({ name, scheme }));
    const backgrounds = await clear.evaluate((button, all) => {
      const root = document.documentElement;
      return all.map(({ name, scheme }) => {
        root.dataset['theme'] = name;
        root.dataset['mantineColorScheme'] = scheme;
        return getComputedStyle(button).backgroundColor;
      });
    }, themes);
    expect(backgrounds).toEqual(themes.map(() => 'rgba(0, 0, 0, 0)'));
  });
});
