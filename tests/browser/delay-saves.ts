import type { Page } from 'playwright-core';

/**
 * Keeps saves of a module on their way until the page says what it waits for, as on a slow network.
 * @param path Matches the addresses of the saves.
 * @param texts What the page is to say during the first save, the second and so on.
 * @returns The texts that were seen so far; it grows.
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
