import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The focused element as a user sees it. */
interface Focus {
  readonly name: string;
  /** Whether a ring, a shadow or a border marks the focus. */
  readonly isMarked: boolean;
  /** Whether it is inside the window and not covered. */
  readonly isInViewport: boolean;
}

/** The page itself has no focus mark: the first Tab moves into it. */
export const PAGE = 'the page';
const NOTHING = 'nothing';

async function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(
    ([whole, none]) => {
      const element = document.activeElement;
      if (element === null || element === document.body) return { name: none, isMarked: false, isInViewport: false };
      if (element.id === 'main') return { name: whole, isMarked: true, isInViewport: true };
      const own = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
      const isRing = (one: Element): boolean => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /0px 0px 0px [23]px/u.test(boxShadow);
      };
      // A card, the frame around an input, or the track of a switch can show the focus instead.
      const around = [element.nextElementSibling].filter((one) => one !== null);
      for (let one: Element | null = element; one !== null && around.length < 5; one = one.parentElement) around.push(one);
      const { left, top, width, height } = element.getBoundingClientRect();
      // A notice can cover the lower half.
      const hit = document.elementFromPoint(left + Math.min(width / 2, 24), top + Math.min(height / 2, 4));
      return {
        name: own.trim(),
        isMarked: element.matches(':focus-visible') && around.some(isRing),
        isInViewport: hit !== null && (around.some((one) => one.contains(hit)) || hit.contains(element)),
      };
    },
    [PAGE, NOTHING] as const,
  );
}

/** Waits until the element with this name has the focus and shows it. */
export async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  const wanted = { name: typeof name === 'string' ? name : (expect.stringMatching(name) as string), isMarked: true, isInViewport: true };
  await expect.poll(() => readFocus(page)).toEqual(wanted);
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses Tab until the element with this name has the focus; each stop must show its focus. */
export async function tabTo(page: Page, name: RegExp, maxPresses = 50): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await press(page, 'Tab');
    const { name: reached } = await readFocus(page);
    // After the last stop the focus leaves the page for the browser, until it returns.
    if (reached === NOTHING) continue;
    await expect.poll(() => readFocus(page)).toEqual({ name: reached, isMarked: true, isInViewport: true });
    if (name.test(reached)) return;
  }
  throw new Error(`${maxPresses} presses of Tab never came to ${String(name)}`);
}
