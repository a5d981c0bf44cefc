import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { findSmallTargets, findHorizontalOverflow } from './layout-checks.ts';
import { ADMIN } from './start-product.ts';

const SIZES = [
  [1440, 900],
  [375, 812],
] as const;
const SCHEMES = ['light', 'dark'] as const;

const holdsFocus = (box: Locator): Promise<boolean> => box.evaluate((element) => element.contains(document.activeElement));
const hasFocus = (box: Locator): Promise<boolean> => box.evaluate((element) => element === document.activeElement);

/** A modal question: it takes and keeps the focus, is accessible, and Escape selects its safe answer and returns the focus. */
async function respondByKeyboard(page: Page, title: string, opener: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  await expect.poll(() => holdsFocus(dialog)).toBe(true);
  const isPhone = (page.viewportSize()?.width ?? 0) <= 680;
  expect([
    ...(await findAccessibilityViolations(page, title, 'whole')),
    ...(await findHorizontalOverflow(page, title)),
    ...(isPhone ? await findSmallTargets(page, title) : []),
  ]).toEqual([]);
  // More steps than it has focusable elements.
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press(step < 4 ? 'Tab' : 'Shift+Tab');
    expect(await holdsFocus(dialog), `${title}, step ${step}`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(opener)).toBe(true);
}

/** Sets the page's clock half an hour ahead without user activity. */
async function fallIdle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const then = Date.now() + 1_800_500;
    Date.now = () => then;
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

describeInBrowser('Modal questions', ({ product, enter }) => {
  const api = async (): Promise<ApiClient> => {
    const { url } = product();
    return createApiClient(url, (await createApiClient(url, undefined).post('/api/users/login', ADMIN)).body.token as string);
  };

  it.each(SIZES.flatMap(([width, height]) => SCHEMES.map((scheme) => [width, height, scheme] as const)))(
    'are accessible and can be answered with the keyboard at %i by %i px, %s',
    async (width, height, scheme) => {
      const page = await enter({ width, height, scheme });
      const live = page
        .waitForEvent('websocket')
        .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('subscribed') }));
      await page.goto('/app/leads?view=all');
      const search = page.getByRole('searchbox', { name: 'Search leads' });
      await search.focus();
      await live;
      const client = await api();
      await client.post('/api/events/trigger-update', {});
      await respondByKeyboard(page, 'System Update Warning', search);
      await fallIdle(page);
      await respondByKeyboard(page, 'Are you still there?', search);
      await page.getByText('Nina Abbott').first().waitFor();

      const { _id: id } = (await client.post('/api/leads?duplicates=allow', { first_name: 'Asked', last_name: 'Twice' })).body;
      await page.goto(`/app/leads/${id}/edit`);
      const name = page.getByRole('textbox', { name: 'Last name' });
      await name.fill('Mine');
      const home = page.getByRole('link', { name: 'Home', exact: true }).first();
      await home.focus();
      await page.keyboard.press('Enter');
      await respondByKeyboard(page, 'Leave without saving?', home);
      expect(await name.inputValue()).toBe('Mine');

      await client.put(`/api/leads/${id}`, { last_name: 'Theirs' });
      await name.focus();
      await page.keyboard.press('Control+Enter');
      await respondByKeyboard(page, 'Someone else changed this record', name);
      expect(await name.inputValue()).toBe('Mine');
      // The other answer by keyboard too: "theirs", selected with the arrow keys.
      await page.keyboard.press('Control+Enter');
      const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
      await dialog.getByRole('radio').first().focus();
      await page.keyboard.press('ArrowRight');
      expect(await dialog.getByRole('radio').last().isChecked()).toBe(true);
      await dialog.getByRole('button', { name: /save/i }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Asked Theirs', level: 1 }).waitFor();
    },
  );
});
