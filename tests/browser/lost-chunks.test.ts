import type { Page, Route } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { describeInBrowser } from './describe-in-browser.ts';

const LOST = 'A part of this page could not be loaded. Check the connection.';

/** Fails matching scripts and styles while `isLost` returns true; counts the requests. */
async function failRequests(
  page: Page,
  fits: RegExp,
  isLost: () => boolean,
  how: (route: Route) => Promise<void> = (route) => route.abort('connectionreset'),
): Promise<() => number> {
  let requestCount = 0;
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    if (!fits.test(route.request().url())) return route.continue();
    requestCount += 1;
    await (isLost() ? how(route) : route.continue());
  });
  return () => requestCount;
}

describeInBrowser('A lazy-loaded chunk that fails to load', ({ enter }) => {
  it('is requested again automatically, with its styles', async () => {
    const page = await enter();
    let turns = 0;
    const requestCount = await failRequests(page, /record-view/, () => turns++ < 2);
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).click();
    await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
    expect(requestCount()).toBeGreaterThan(2);
    // None of its styles is missing; those of later chunks may still be loading.
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
            .filter(({ sheet }) => sheet === null)
            .map(({ href }) => href),
        ),
      )
      .toEqual([]);
  });

  it('can be retried in its place inside the frame', async () => {
    const page = await enter();
    let isLost = true;
    await failRequests(page, /record-view/, () => isLost);
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).click();
    const note = page.getByRole('main').getByRole('alert').filter({ hasText: LOST });
    await note.waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    isLost = false;
    await note.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
    expect(await note.count()).toBe(0);
  });

  it('can be retried from a notice if it is a dialog, and leaves the page intact', async () => {
    const page = await enter();
    let isLost = true;
    await failRequests(page, /shell-dialogs/, () => isLost);
    await page.goto('/app/leads/new');
    await page.getByLabel('Last name').fill('Typed before');
    await page.getByLabel('Last name').blur();
    await page.keyboard.press('?');
    await page.getByRole('alert').filter({ hasText: LOST }).waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Typed before');
    isLost = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: LOST }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Typed before');
  });

  it('is reported without covering the save button on a phone', async () => {
    const page = await enter({ width: 375, height: 812, scheme: 'dark' });
    await failRequests(page, /shell-dialogs/, () => true);
    await page.goto('/app/leads/new');
    await page.getByLabel('Last name').waitFor();
    await page.keyboard.press('?');
    const note = page.getByRole('alert').filter({ hasText: LOST });
    await note.waitFor();
    const [above, below] = [await note.boundingBox(), await page.getByRole('button', { name: /^Save/ }).last().boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await page.getByRole('button', { name: /^Save/ }).last().click({ trial: true });
  });

  it('of a page leaves the menu in place', async () => {
    const page = await enter();
    let isLost = true;
    await failRequests(page, /pay-calculator|features/, () => isLost);
    await page.goto('/app/leads?view=all');
    await page.getByRole('link', { name: 'Nina Abbott' }).waitFor();
    await page.evaluate(() => {
      history.pushState({}, '', '/app/pay-calculator');
      globalThis.dispatchEvent(new PopStateEvent('popstate'));
    });
    const note = page.getByRole('main').getByRole('alert').filter({ hasText: LOST });
    await note.waitFor({ timeout: 20_000 * inject('timeoutFactor') });
    isLost = false;
    await note.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
  });

  it('because of a new version reloads the page once and restores the typed text', async () => {
    const page = await enter();
    await failRequests(
      page,
      /shell-dialogs/,
      () => true,
      (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
    );
    // The server serves another version to a new tab.
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response: response,
          body: (await response.text()).replace(/src="\/assets\/index-[^"]+"/, 'src="/assets/index-newer.js"'),
        });
      },
    );
    await page.goto('/app/leads/new');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByLabel('First name').fill('Kept');
    await page.getByLabel('Last name').fill('Over-A-Deployment');
    await page.getByLabel('Last name').blur();
    await page.keyboard.press('?');
    await expect.poll(() => loads).toBe(1);
    await page.getByText(/was stored on this device/).waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Over-A-Deployment');
    // Still the same version: no second reload. A form focuses its first field, where '?' is text.
    await page.getByLabel('First name').blur();
    await page.keyboard.press('?');
    await page.getByRole('alert').filter({ hasText: LOST }).waitFor();
    expect(loads).toBe(1);
  });

  it('can be retried on a first page that becomes a dashboard', async () => {
    const page = await enter();
    let isLost = true;
    await failRequests(page, /dashboard-page/, () => isLost);
    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: 'Customize' }).click();
    const note = page.getByRole('main').getByRole('alert').filter({ hasText: LOST });
    await note.waitFor({ timeout: 20_000 * inject('timeoutFactor') });
    isLost = false;
    await note.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Done' }).waitFor();
  });
});
