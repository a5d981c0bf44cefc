import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Milliseconds after which a dialog's own way back was tried. */
const RESTORE_DELAY_MILLISECONDS = 20;

/** What had the focus last, though it may be gone by now. */
let lastFocused: Element | null = null;

/** What led to the dialogs that are open, outside of all of them. */
let behindDialogs: Element | null = null;

/** Gives the focus to the first of these that takes it, else to the page: who works by keys goes on from there. */
export function restoreFocus(...candidates: readonly (Element | null)[]): void {
  for (const place of [...candidates, document.getElementById('main')]) {
    if (!(place instanceof HTMLElement) || !place.isConnected || place === document.body) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/** What opened something: for the item of a menu, which is gone by then, what opened the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.id.replace(/-dropdown$/u, '')) : element;
}

/** Remembers what has the focus, until the answer is called. */
export function trackFocus(): () => void {
  const remember = ({ target }: FocusEvent) => { if (target instanceof Element) lastFocused = target; };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/** When a dialog closes, or is taken away with what it belonged to, the focus goes back to what opened it. Answers the reference of the dialog's content. */
export function useRestoreFocus(opened: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    // Before the dialog takes the focus; and once only, as this is done anew when a part beside it is waited for.
    if (!opened) opener.current = null;
    else opener.current ??= openerOf(document.activeElement === document.body ? lastFocused : document.activeElement);
    if (opener.current?.closest('[role="dialog"]') === null) behindDialogs = opener.current;
  }, [opened]);
  const isOpen = useRef(false);
  useEffect(() => {
    if (!opened) return undefined;
    isOpen.current = true;
    const from = opener.current;
    return () => {
      isOpen.current = false;
      setTimeout(() => {
        const { activeElement } = document;
        const isLost = activeElement === null || activeElement === document.body || content.current?.contains(activeElement) === true;
        if (isOpen.current || !isLost) return;
        const under = [...document.querySelectorAll('[aria-modal="true"]')].filter((one) => one !== content.current);
        if (under.length === 0) restoreFocus(from, behindDialogs);
        // A dialog that took the place of this one sees to its own focus.
        else if (under.some((one) => one.contains(from))) restoreFocus(from);
      }, RESTORE_DELAY_MILLISECONDS);
    };
  }, [opened]);
  return content;
}
