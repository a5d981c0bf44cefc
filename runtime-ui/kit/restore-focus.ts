import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Milliseconds after which a dialog's own focus restore has run. */
const RESTORE_DELAY_MILLISECONDS = 20;

/** The last focused element, which may have been removed. */
let lastFocused: Element | null = null;

/** The element that opened the current dialogs, outside of all of them. */
let behindDialogs: Element | null = null;

/** Focuses the first of these elements that accepts the focus, else the page, so that keyboard users continue there. */
export function restoreFocus(...candidates: readonly (Element | null)[]): void {
  const page = candidates.find((one) => one !== null)?.ownerDocument ?? document;
  for (const place of [...candidates, page.getElementById('main')]) {
    if (place === null || !('focus' in place) || !place.isConnected || place === page.body) continue;
    (place as HTMLElement).focus({ preventScroll: true });
    if (page.activeElement === place) return;
  }
}

/** The element that opened something: for a menu item, which is removed by then, the button of the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.id.replace(/-dropdown$/u, '')) : element;
}

/** Tracks the focused element until the returned function is called. */
export function trackFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) lastFocused = target;
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/**
 * When a dialog closes, or is unmounted with its parent, moves the focus back to the element that opened it. Returns the ref of the
 * dialog's content.
 */
export function useRestoreFocus(opened: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    // Before the dialog takes the focus; and only once, because this effect runs again when a lazy part of the dialog is loaded.
    if (!opened) opener.current = null;
    else opener.current ??= openerOf(document.activeElement === document.body ? lastFocused : document.activeElement);
    if (opener.current?.closest('[role="dialog"]') === null) behindDialogs = opener.current;
  }, [opened]);
  const isOpen = useRef(false);
  useEffect(() => {
    if (!opened) return undefined;
    isOpen.current = true;
    const from = opener.current;
    const page = document;
    return () => {
      isOpen.current = false;
      // A timer of the page, which ends with the page.
      page.defaultView?.setTimeout(() => {
        const { activeElement } = page;
        const isLost = activeElement === null || activeElement === page.body || content.current?.contains(activeElement) === true;
        if (isOpen.current || !isLost) return;
        const under = [...page.querySelectorAll('[aria-modal="true"]')].filter((one) => one !== content.current);
        // With the body, the page is known also when there is no opener.
        if (under.length === 0) restoreFocus(from, behindDialogs, page.body);
        // A dialog that replaced this one manages its own focus.
        else if (under.some((one) => one.contains(from))) restoreFocus(from);
      }, RESTORE_DELAY_MILLISECONDS);
    };
  }, [opened]);
  return content;
}
