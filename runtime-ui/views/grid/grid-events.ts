import type { KeyboardEvent, RefObject } from 'react';
import { areShortcutsEnabled } from '../use-page-shortcuts.ts';

/** J and K move down and up like the arrow keys while a cell has the focus. */
export function moveByLetterKeys(event: KeyboardEvent): void {
  const { target, key } = event;
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey ||
    !areShortcutsEnabled() ||
    !(target instanceof HTMLElement) ||
    !target.classList.contains('ag-cell')
  )
    return;
  const arrow = { j: 'ArrowDown', k: 'ArrowUp' }[key.toLowerCase()];
  if (arrow === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  target.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: arrow, code: arrow, bubbles: true, cancelable: true }));
}

/** The last key that was pressed on a cell before the code that handles it was loaded. 'ready' after that. */
export type PendingKey = RefObject<string | undefined>;

/** Stores a key for useReplayPendingKey. */
export function storePendingKey({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent, early: PendingKey): void {
  if (
    early.current === 'ready' ||
    ctrlKey ||
    metaKey ||
    altKey ||
    !(target instanceof HTMLElement) ||
    !target.classList.contains('ag-cell')
  )
    return;
  early.current = ['Enter', 'F2', 'e', 's', 'p'].includes(key) ? key : undefined;
}
