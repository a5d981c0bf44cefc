import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import type { RecordData } from '../../client/index.ts';
import { recordName, useUserId } from '../../headless/index.ts';
import { isInlineEditable, type MoveProblem, type SavedField } from '../../headless/inline/index.ts';
import { t } from '../../kit/index.ts';
import { findMissingRequirement } from '../field-update/missing-requirement.ts';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { findAdjacentColumn, type BoardColumn } from './board-columns.ts';

/** A record on its way to another lane: it stands there already, saved or held. */
export interface CardMove {
  readonly record: RecordData;
  readonly from: BoardColumn;
  readonly to: BoardColumn;
  /** What is known to be asked for before it is sent. */
  readonly problem: MoveProblem | undefined;
  /** Something stands in its way: the card waits in its new lane. */
  readonly isBlocked: boolean;
}

/** A record in the hand: by the pointer, or by keys over a lane. */
export interface CardDrag {
  readonly record: RecordData;
  readonly from: BoardColumn;
  /** The lane that the keys chose; undefined while the pointer carries it. */
  readonly over: BoardColumn | undefined;
}

interface BoardInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly boardColumns: readonly BoardColumn[];
}

/** Moves of a board's records from lane to lane. */
export interface Board extends BoardInput {
  readonly moves: readonly CardMove[];
  /** The held record whose question is shown; others wait until they are chosen. */
  readonly promptedId: string | undefined;
  readonly drag: CardDrag | undefined;
  /** What was last done, for those who do not see it. */
  readonly status: string;
  readonly canMove: (record: RecordData) => boolean;
  readonly pickUp: (record: RecordData, from: BoardColumn, isByKeys: boolean) => void;
  readonly moveToAdjacentColumn: (step: -1 | 1) => void;
  readonly cancelDrag: () => void;
  readonly drop: (laneId: string | undefined) => void;
  readonly move: (record: RecordData, from: BoardColumn, to: BoardColumn) => void;
  readonly markBlocked: (id: string) => void;
  /** Shows the question of a held record. */
  readonly openPrompt: (id: string) => void;
  readonly finish: (move: CardMove, save: SavedField) => void;
  readonly revertMove: (move: CardMove, isStale?: boolean) => void;
  readonly announce: (text: string) => void;
  /** Whether a card that was just drawn is to have the focus; asked once. */
  readonly consumeFocusRequest: (id: string) => boolean;
}

/** The lane under a drag card, and what it asks for. */
function describeDropTarget({ label }: BoardColumn, trouble: MoveProblem | undefined): string {
  return trouble?.kind === 'asks' ? `${label}. ${trouble.message}` : label;
}

/** Records on their way, and the one of them that the user answers for. */
interface CardMoves {
  readonly all: readonly CardMove[];
  readonly chosen: string | undefined;
}

/** Who was dropped last asks first; one that is refused late does not take the place of a question that is being answered. */
function blockMove({ all, chosen }: CardMoves, id: string): CardMoves {
  const placeOf = (focusRequest: string | undefined) => all.findIndex(({ record, isBlocked }) => record._id === focusRequest && (isBlocked || focusRequest === id));
  return { all: all.map((one) => (one.record._id === id ? { ...one, isBlocked: true } : one)), chosen: placeOf(id) > placeOf(chosen) ? id : chosen };
}

function findPromptedId({ all, chosen }: CardMoves): string | undefined {
  const held = all.filter(({ isBlocked }) => isBlocked).map(({ record }) => record._id);
  return held.find((id) => id === chosen) ?? held.at(-1);
}

function useCardMoves() {
  const [moving, setMoving] = useState<CardMoves>({ all: [], chosen: undefined });
  const remove = useCallback((id: string) => setMoving((before) => ({ ...before, all: before.all.filter(({ record }) => record._id !== id) })), []);
  const add = useCallback((move: CardMove) => setMoving((before) => ({ ...before, all: [...before.all.filter(({ record }) => record._id !== move.record._id), move] })), []);
  const markBlocked = useCallback((id: string) => setMoving((before) => blockMove(before, id)), []);
  const openPrompt = useCallback((id: string) => setMoving((before) => ({ ...before, chosen: id })), []);
  return { moving, add, remove, markBlocked, openPrompt };
}

/** Holds what is drag and what is on its way; the server has the last word on each move. */
export function useBoard({ module, field, boardColumns }: BoardInput): Board {
  const { notify: notifySaved, drop: refresh } = useSaveFeedback(module);
  const userId = useUserId();
  const { moving, add, remove, markBlocked, openPrompt } = useCardMoves();
  const [drag, setDrag] = useState<CardDrag | undefined>(undefined);
  const [status, announce] = useState('');
  const focusRequest = useRef<string | undefined>(undefined);

  const canMove = useCallback((record: RecordData) => isInlineEditable(module, { field, layout: { fieldName: field.fieldName } }, record, userId), [module, field, userId]);
  const consumeFocusRequest = useCallback((id: string) => {
    const isWanted = focusRequest.current === id;
    if (isWanted) focusRequest.current = undefined;
    return isWanted;
  }, []);
  const move = useCallback((record: RecordData, from: BoardColumn, to: BoardColumn) => {
    if (to.id === from.id || !to.canDrop) return;
    add({ record, from, to, problem: findMissingRequirement(module, field, record, to.value, userId), isBlocked: false });
  }, [module, field, userId, add]);
  const pickUp = useCallback((record: RecordData, from: BoardColumn, isByKeys: boolean) => {
    setDrag({ record, from, over: isByKeys ? from : undefined });
    if (isByKeys) announce(t('board.picked', { name: recordName(module, record) }));
  }, [module]);
  const finish = useCallback(({ record, to }: CardMove, save: SavedField) => {
    const text = t('board.moved', { name: recordName(module, record), lane: to.label });
    announce(text);
    // Until the lanes were read anew the card stands where it went.
    void notifySaved(text, save).finally(() => remove(record._id));
  }, [module, remove, notifySaved]);
  const revertMove = useCallback(({ record, from }: CardMove, isStale = false) => {
    focusRequest.current = record._id;
    remove(record._id);
    announce(t('board.putBack', { name: recordName(module, record), lane: from.label }));
    if (isStale) refresh();
  }, [module, remove, refresh]);

  return useMemo(() => {
    const moveToAdjacentColumn = (step: -1 | 1) => {
      if (drag?.over === undefined) return;
      const next = findAdjacentColumn(boardColumns, drag.over.id, step);
      if (next === undefined || next.id === drag.over.id) return;
      if (next.id === drag.from.id) focusRequest.current = drag.record._id;
      setDrag({ ...drag, over: next });
      announce(describeDropTarget(next, findMissingRequirement(module, field, drag.record, next.value, userId)));
    };
    const cancelDrag = () => {
      if (drag === undefined) return;
      if (drag.over !== undefined) focusRequest.current = drag.record._id;
      setDrag(undefined);
      announce(t('board.putBack', { name: recordName(module, drag.record), lane: drag.from.label }));
    };
    const drop = (laneId: string | undefined) => {
      const to = boardColumns.find((lane) => lane.id === laneId);
      if (drag === undefined || to === undefined || to.id === drag.from.id) return cancelDrag();
      if (drag.over !== undefined) focusRequest.current = drag.record._id;
      setDrag(undefined);
      move(drag.record, drag.from, to);
    };
    return { module, field, boardColumns, moves: moving.all, promptedId: findPromptedId(moving), drag, status, canMove, pickUp, moveToAdjacentColumn, cancelDrag, drop, move, markBlocked, openPrompt, finish, revertMove, announce, consumeFocusRequest };
  }, [module, field, boardColumns, userId, moving, drag, status, canMove, pickUp, move, markBlocked, openPrompt, finish, revertMove, consumeFocusRequest]);
}
