import type { Locator, Page } from 'playwright-core';

/** The board of the subs of one test, found by a unique term so that subs of other tests are not counted. */
export const boardOf = (word: string) => `/app/subs?viewType=board:status&q=${word}`;

/** A column by its label, with its count or without. */
export const column = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

export const linkIn = (place: Locator, name: string): Locator => place.getByRole('link', { name });

/** The point at which a card is grabbed. */
export async function centreOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) };
}

/** Drags like a user: press, move a little, then move over the target. */
export async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await centreOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 4 });
  const end = await centreOf(to);
  await page.mouse.move(end.x, end.y, { steps: 12 });
}
