import type { KeyboardEvent } from 'react';
import { t } from '../../kit/index.ts';
import { areShortcutsEnabled } from '../use-page-shortcuts.ts';
import type { BoardColumn } from './board-columns.ts';
import type { Board } from './use-board.ts';
import type { RecordData } from '../../client/index.ts';
import { recordName } from '../../headless/index.ts';

interface KeyInput {
  readonly board: Board;
  readonly find: (id: string) => { readonly record: RecordData; readonly column: BoardColumn } | undefined;
}

type Step = readonly [across: -1 | 0 | 1, along: -1 | 0 | 1];

const STEPS: { readonly [key: string]: Step } = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  k: [0, -1],
  j: [0, 1],
};

function linksOf(list: Element | null | undefined): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.mk-card-name') ?? [])].filter((name) => name.tagName === 'A');
}

/** The adjacent card: in the same column, or at the same index in the next column that has cards. */
function findAdjacentCard(from: HTMLElement, [columnDelta, cardDelta]: Step): HTMLElement | undefined {
  const list = from.closest('.mk-cards');
  const own = linksOf(list);
  const at = own.indexOf(from);
  if (cardDelta !== 0) return own[at + cardDelta];
  const lists = [...(from.closest('.mk-board')?.querySelectorAll('.mk-cards') ?? [])];
  const ahead =
    list === null ? [] : columnDelta === 1 ? lists.slice(lists.indexOf(list) + 1) : lists.slice(0, lists.indexOf(list)).reverse();
  const links = ahead.map(linksOf).find((found) => found.length > 0) ?? [];
  return links[Math.min(at, links.length - 1)];
}

function handleDragKey(board: Board, event: KeyboardEvent): void {
  const { key } = event;
  event.stopPropagation();
  if (key === 'ArrowLeft' || key === 'ArrowRight') board.moveToAdjacentColumn(key === 'ArrowRight' ? 1 : -1);
  else if (key === ' ' || key === 'Enter') board.drop(board.drag?.over?.id);
  else if (key === 'Escape' || key === 'Tab') board.cancelDrag();
  else return;
  event.preventDefault();
}

/**
 * Keyboard control of a board: arrows move between cards, Space picks a card up; then arrows choose the column, Space drops and Esc
 * cancels.
 */
export function handleBoardKey({ board, find }: KeyInput, event: KeyboardEvent): void {
  if (board.drag?.over !== undefined) return handleDragKey(board, event);
  const { target, key } = event;
  if (
    !(target instanceof HTMLElement) ||
    target.tagName !== 'A' ||
    !target.classList.contains('mk-card-name') ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  const found = find(target.closest('[data-card]')?.getAttribute('data-card') ?? '');
  const step = key.length > 1 || areShortcutsEnabled() ? STEPS[key] : undefined;
  if (step !== undefined) findAdjacentCard(target, step)?.focus();
  else if (found === undefined) return;
  else if (key === ' ' && board.canMove(found.record)) board.pickUp(found.record, found.column, true);
  else if (key === ' ') board.announce(t('board.locked', { name: recordName(board.module, found.record) }));
  else return;
  event.preventDefault();
  event.stopPropagation();
}
