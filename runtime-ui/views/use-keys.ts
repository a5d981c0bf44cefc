import { useEffect, useRef } from 'react';

/** Whether keys typed into this element are its own. */
function takesKeys(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"]') !== null);
}

/** Whether the user has single keys on; the frame's list of keys switches them, in this browser. */
export function areKeysOn(): boolean {
  try {
    return globalThis.localStorage.getItem('muster-keys') !== 'off';
  } catch {
    return true;
  }
}

/** Acts on single keys while no input has the focus, such as `{ n: create }`. Keys are lower case. */
export function useKeys(keys: { readonly [key: string]: (() => void) | undefined }): void {
  const current = useRef(keys);
  useEffect(() => { current.current = keys; });
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
