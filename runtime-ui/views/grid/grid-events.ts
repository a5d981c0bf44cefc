import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { areShortcutsEnabled } from '../use-page-shortcuts.ts';

/** J and K walk down and up as the arrow keys do, while a cell has the focus. */
export function moveByLetterKeys(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !areShortcutsEnabled() || !(target instanceof HTMLElement) || !target.classList.contains('ag-cell')) return;
  const arrow = { j: 'ArrowDown', k: 'ArrowUp' }[key.toLowerCase()];
  if (arrow === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  target.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: arrow, code: arrow, bubbles: true, cancelable: true }));
}

/** A key that was pressed on a cell before what hears it has come: the last one. 'heard' once it has. */
export type PendingKey = RefObject<string | undefined>;

/** Keeps a key for {@link pressEarlyKey}. */
export function storePendingKey({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent, early: PendingKey): void {
  if (early.current === 'heard' || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement) || !target.classList.contains('ag-cell')) return;
  early.current = ['Enter', 'F2', 'e', 's', 'p'].includes(key) ? key : undefined;
}

/** Under the pointer, a cell whose text does not fit shows the whole of it. */
export function showTruncatedText({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.ag-cell') : null;
  if (cell === null) return;
  const isCut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].some((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0);
  if (isCut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}
