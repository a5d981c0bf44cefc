import { useEffect, useRef } from 'react';
import { listShortcutActions, addPageActions } from './page-actions.ts';

/** Whether keys typed into this element are its own. */
function acceptsTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"]') !== null);
}

/** While a dialog stands over the page no key is the page's, wherever the focus went by a click beside the dialog. */
function isModalOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** Whether the user has single keys on; the frame's list of keys switches them, in this browser. */
export function areShortcutsEnabled(): boolean {
  try {
    return globalThis.localStorage.getItem('muster-keys') !== 'off';
  } catch {
    return true;
  }
}

/** Acts on single keys while no input has the focus, such as `{ n: create }`, and offers them in the command palette, by their usual names or those given. Keys are lower case. */
export function usePageShortcuts(keys: { readonly [key: string]: (() => void) | undefined }, names?: { readonly [key: string]: string }): void {
  const current = useRef(keys);
  const named = useRef(names);
  useEffect(() => {
    current.current = keys;
    named.current = names;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || acceptsTyping(event.target) || isModalOpen() || !areShortcutsEnabled()) return;
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
