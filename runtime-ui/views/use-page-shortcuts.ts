import { useEffect, useRef } from 'react';
import { listShortcutActions, addPageActions } from './page-actions.ts';

/** Whether the element handles typed keys itself. */
function acceptsTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"]') !==
        null)
  );
}

/** While a modal dialog is open, page shortcuts are off, even if a click outside the dialog moved the focus. */
function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** Whether single-key shortcuts are on; the user switches them in the list of shortcuts, per browser. */
export function areShortcutsEnabled(): boolean {
  try {
    return globalThis.localStorage.getItem('muster-keys') !== 'off';
  } catch {
    return true;
  }
}

/**
 * Handles single keys while no input has the focus, such as `{ n: create }`, and offers them in the command palette under their usual
 * labels or `names`. Keys are lower case.
 */
export function usePageShortcuts(
  keys: { readonly [key: string]: (() => void) | undefined },
  names?: { readonly [key: string]: string },
): void {
  const current = useRef(keys);
  const named = useRef(names);
  useEffect(() => {
    current.current = keys;
    named.current = names;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        acceptsTyping(event.target) ||
        isModalOpen() ||
        !areShortcutsEnabled()
      )
        return;
      const act = current.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    globalThis.addEventListener('keydown', listen);
    const removeActions = addPageActions(() => listShortcutActions(current.current, named.current));
    return () => {
      globalThis.removeEventListener('keydown', listen);
      removeActions();
    };
  }, []);
}
