import { expect, it } from 'vitest';
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
});
