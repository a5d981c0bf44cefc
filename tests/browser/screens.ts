import type { Page } from 'playwright-core';
import type { RunningProduct } from './start-product.ts';

/** One screen of the product, opened from any page without reloading the application. */
export interface Screen {
  readonly name: string;
  /** The only width that has this screen; absent: both. */
  readonly only?: 'wide' | 'phone';
  readonly show: (page: Page, product: RunningProduct) => Promise<unknown>;
}

const OVERLAYS = '[role=dialog], [role=menu]';
const overlays = (page: Page): Promise<string> =>
  page.evaluate((all) => [...document.querySelectorAll(all)].map((one) => one.getAttribute('aria-labelledby') ?? one.id).join(), OVERLAYS);

/** Closes all overlays; a dialog can have another one below it. */
export async function closeAll(page: Page): Promise<void> {
  for (let open = await overlays(page); open !== ''; open = await overlays(page)) {
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      ([all, before]) => [...document.querySelectorAll(all)].map((one) => one.getAttribute('aria-labelledby') ?? one.id).join() !== before,
      [OVERLAYS, open] as const,
    );
  }
}

/** Navigates to a path inside the application, as Back and Forward do. */
export async function goTo(page: Page, path: string): Promise<void> {
  await closeAll(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) <= 680;

/** Opens the list of leads, with nothing selected and nothing open. */
export async function openLeads(page: Page, search = ''): Promise<void> {
  // Navigates away first, to reset selections and overlays of a list.
  await goTo(page, '/app/pay-calculator');
  await page.getByRole('heading', { name: 'Pay Raise Calculator', level: 1 }).waitFor();
  await goTo(page, `/app/leads${search === '' ? '?view=all' : search}`);
  await page.getByText('Nina Abbott').first().waitFor();
}

export async function openLead(page: Page): Promise<void> {
  await openLeads(page);
  await page.getByText('Nina Abbott').first().click();
  await page.getByRole('heading', { name: 'Nina Abbott', level: 1 }).waitFor();
}

/** Opens one screen after the other and calls `inspect`; returns the names of those that a window has. */
export async function forEachScreen(
  page: Page,
  product: RunningProduct,
  screens: readonly Screen[],
  inspect: (name: string) => Promise<void>,
): Promise<void> {
  const width = isPhone(page) ? 'phone' : 'wide';
  for (const { name, only, show } of screens) {
    if (only !== undefined && only !== width) continue;
    await show(page, product);
    await inspect(name);
  }
}
