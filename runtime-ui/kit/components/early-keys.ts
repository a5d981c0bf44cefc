/** Milliseconds after which keys are no longer held: the menu did not open. */
const MAX_WAIT = 3000;

const pressed: string[] = [];
let stop: (() => void) | undefined;

/**
 * Holds the keys that are pressed while a menu loads or opens, which has no focus yet, such as an arrow right after the shortcut that opens
 * the menu. Esc and a click end it. `releaseKeys` passes the keys on.
 */
export function holdKeys(): void {
  if (stop) return;
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return stop?.();
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.push(event.key);
  };
  const end = () => stop?.();
  document.addEventListener('keydown', listen, { capture: true });
  document.addEventListener('pointerdown', end);
  const timer = setTimeout(end, MAX_WAIT);
  stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', listen, { capture: true });
    document.removeEventListener('pointerdown', end);
    stop = undefined;
    pressed.length = 0;
  };
}

/** Forgets the held keys: the menu was closed before it had the focus. */
export function dropKeys(): void {
  stop?.();
}

/** Passes the held keys to the element that has the focus now: arrow keys move from it, Enter and Space choose it. */
export function releaseKeys(): void {
  const keys = [...pressed];
  stop?.();
  for (const key of keys) {
    const focused = document.activeElement;
    if (key === 'Enter' || key === ' ') (focused as HTMLElement | null)?.click();
    else focused?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
  }
}
