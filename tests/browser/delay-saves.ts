import type { Page } from 'playwright-core';

/**
 * Delays the saves of a module until the page shows its waiting text, as on a slow network.
 * @param path Matches the addresses of the saves.
 * @param texts The texts that the page must show during the first save, the second and so on.
 * @returns The texts that were shown so far; the array grows.
 */
export async function delaySaves(page: Page, path: RegExp, texts: readonly string[]): Promise<readonly string[]> {
  const waiting = [...texts];
  const seen: string[] = [];
  await page.route(path, async (route) => {
    const text = route.request().method() === 'GET' ? undefined : waiting.shift();
    if (text !== undefined) {
      await page.getByText(text).waitFor();
      seen.push(text);
    }
    await route.continue();
  });
  return seen;
}
