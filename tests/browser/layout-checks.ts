import type { Page } from 'playwright-core';

/** Whether the page scrolls horizontally, or an element is outside the window and cannot be reached. */
export async function findHorizontalOverflow(page: Page, screen: string): Promise<string[]> {
  const wide = await page.evaluate(() => {
    const isInScroller = (element: Element | null): boolean =>
      element !== null && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isInScroller(element.parentElement));
    const beside = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 0 &&
        box.height > 0 &&
        box.right > innerWidth + 1 &&
        getComputedStyle(element).visibility !== 'hidden' &&
        !isInScroller(element.parentElement)
      );
    });
    // What clips its parts hides the buttons at their end.
    const cut = [...document.querySelectorAll('header button, header a[href]')].filter((element) => {
      const box = element.getBoundingClientRect();
      const isScrolled = (parent: Element | null): boolean =>
        parent !== null && (/auto|scroll/.test(getComputedStyle(parent).overflowX) || isScrolled(parent.parentElement));
      return box.width > 0 && box.right > innerWidth + 1 && !isScrolled(element.parentElement);
    });
    const scrolls = [document.documentElement, document.body, ...document.querySelectorAll('main, [role=dialog]')].filter(
      (element) => element.scrollWidth > innerWidth,
    );
    return [...beside, ...cut, ...scrolls].slice(0, 3).map((element) => `${element.tagName}.${element.className}`);
  });
  return wide.map((element) => `${screen}: ${element} is wider than the window`);
}

/** Targets that are too small for touch: less than 44 CSS pixels high. A link in running text can be as high as its line. */
export async function findSmallTargets(page: Page, screen: string): Promise<string[]> {
  const small = await page.evaluate(() => {
    const MIN_TARGET = 44;
    const TARGETS =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=menuitem], [role=option], [role=switch]';
    const root = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1) ?? document.body;
    const isInText = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 3,
      );
    // A checkbox is also toggled by its label; the frame of an input focuses it.
    const ownerOf = (element: Element): Element =>
      element.closest('label, .mantine-Input-input') ??
      (element.matches('[type=checkbox], [type=radio]') ? ((element as HTMLInputElement).labels?.[0] ?? element) : element);
    const isHit = (element: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || ownerOf(element).contains(hit));
    };
    const found: string[] = [];
    const notices = [...document.querySelectorAll<HTMLElement>('.ms-notice')];
    for (const element of root.querySelectorAll(TARGETS)) {
      if (element.closest('.ms-visually-hidden, .ms-skip, [inert]') !== null || isInText(element)) continue;
      // A notice covers for a while what is below it.
      const isInNotice = notices.some((notice) => notice.contains(element));
      for (const notice of notices) notice.style.pointerEvents = isInNotice ? '' : 'none';
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = ownerOf(element).getBoundingClientRect();
      const x = box.left + box.width / 2;
      const middle = box.top + box.height / 2;
      // Elements that are covered or outside of their scroll container cannot be tapped at this position.
      if (box.width === 0 || box.height === 0 || !isHit(element, x, middle)) continue;
      let top = middle;
      let bottom = middle;
      while (top > middle - MIN_TARGET && isHit(element, x, top - 1)) top -= 1;
      while (bottom < middle + MIN_TARGET && isHit(element, x, bottom + 1)) bottom += 1;
      const height = bottom - top + 1;
      if (height >= MIN_TARGET - 1) continue;
      const [above, below] = [top - 1, bottom + 1].map((y) => document.elementFromPoint(x, y)?.className);
      found.push(`${Math.round(height)} px between ${above} and ${below}: ${element.outerHTML.slice(0, 140)}`);
    }
    for (const notice of notices) notice.style.pointerEvents = '';
    return found.slice(0, 5);
  });
  return small.map((target) => `${screen}: a target is too small, ${target}`);
}
