import { useEffect, useRef } from 'react';

/** Whether an element takes typed keys itself, or a dialog is open. */
function takesKeys(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), textarea, select, [role="listbox"], [role="menu"]') !== null
  );
}

/** Whether single keys are on; the user switches them in the list of shortcuts. */
function areKeysOn(): boolean {
  try {
    return globalThis.localStorage.getItem('muster-keys') !== 'off';
  } catch {
    return true;
  }
}

/** Handles single keys while no input has the focus. Keys are lower case. */
export function useReviewKeys(keys: { readonly [key: string]: (() => void) | undefined }): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target) || !areKeysOn()) return;
      const act = current.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    globalThis.addEventListener('keydown', listen);
    return () => globalThis.removeEventListener('keydown', listen);
  }, []);
}
