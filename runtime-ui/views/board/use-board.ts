import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { recordName, useUserId } from '../../headless/index.ts';
import { isInlineEditable, type MoveProblem, type SavedField } from '../../headless/inline/index.ts';
import { t } from '../../kit/index.ts';
import { findMissingRequirement } from '../field-update/missing-requirement.ts';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { findAdjacentColumn, type BoardColumn } from './board-columns.ts';

/** A move of a record to another column. The card is shown there at once, saved or blocked. */
export interface CardMove {
  readonly record: RecordData;
  readonly from: BoardColumn;
  readonly to: BoardColumn;
  /** A missing requirement that is found before the request is sent. */
  readonly problem: MoveProblem | undefined;
  /** The save is blocked: the card waits in its new column. */
  readonly isBlocked: boolean;
}

/** A dragged record: by pointer, or by keyboard with a target column. */
export interface CardDrag {
  readonly record: RecordData;
  readonly from: BoardColumn;
  /** The column that is chosen by keyboard; undefined during a pointer drag. */
  readonly over: BoardColumn | undefined;
}

interface BoardInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly boardColumns: readonly BoardColumn[];
}

/** Moves a board's records between columns. */
export interface Board extends BoardInput {
  readonly moves: readonly CardMove[];
  /** The blocked record whose form is shown; the others stay closed until they are selected. */
  readonly promptedId: string | undefined;
  readonly drag: CardDrag | undefined;
  /** The last action, for screen readers. */
  readonly status: string;
  readonly canMove: (record: RecordData) => boolean;
  readonly pickUp: (record: RecordData, from: BoardColumn, isByKeys: boolean) => void;
  readonly moveToAdjacentColumn: (step: -1 | 1) => void;
  readonly cancelDrag: () => void;
  readonly drop: (columnId: string | undefined) => void;
  readonly move: (record: RecordData, from: BoardColumn, to: BoardColumn) => void;
  readonly markBlocked: (id: string) => void;
  /** Shows the form of a blocked record. */
  readonly openPrompt: (id: string) => void;
  readonly finish: (move: CardMove, save: SavedField) => void;
  readonly revertMove: (move: CardMove, isStale?: boolean) => void;
  readonly announce: (text: string) => void;
  /** Whether a card that was just rendered must get the focus. Returns true only once per request. */
  readonly consumeFocusRequest: (id: string) => boolean;
}

/** The text for the column under a dragged card, with its requirement. */
function describeDropTarget({ label }: BoardColumn, trouble: MoveProblem | undefined): string {
  return trouble?.kind === 'fieldsRequired' ? `${label}. ${trouble.message}` : label;
}

/** All moves, and the record whose form the user is filling in. */
interface CardMoves {
  readonly all: readonly CardMove[];
  readonly chosen: string | undefined;
}

/**
 * Shows the form of the most recently dropped card. A card that is blocked later does not replace the form of one that was dropped after
 * it.
 */
function blockMove({ all, chosen }: CardMoves, id: string): CardMoves {
  const placeOf = (focusRequest: string | undefined) =>
    all.findIndex(({ record, isBlocked }) => record._id === focusRequest && (isBlocked || focusRequest === id));
  return {
    all: all.map((one) => (one.record._id === id ? { ...one, isBlocked: true } : one)),
    chosen: placeOf(id) > placeOf(chosen) ? id : chosen,
  };
}

function findPromptedId({ all, chosen }: CardMoves): string | undefined {
  const blocked = all.filter(({ isBlocked }) => isBlocked).map(({ record }) => record._id);
  return blocked.find((id) => id === chosen) ?? blocked.at(-1);
}

function useCardMoves() {
  const [moving, setMoving] = useState<CardMoves>({ all: [], chosen: undefined });
  const remove = useCallback(
    (id: string) => setMoving((before) => ({ ...before, all: before.all.filter(({ record }) => record._id !== id) })),
    [],
  );
  const add = useCallback(
    (move: CardMove) =>
      setMoving((before) => ({ ...before, all: [...before.all.filter(({ record }) => record._id !== move.record._id), move] })),
    [],
  );
  const markBlocked = useCallback((id: string) => setMoving((before) => blockMove(before, id)), []);
  const openPrompt = useCallback((id: string) => setMoving((before) => ({ ...before, chosen: id })), []);
  return { moving, add, remove, markBlocked, openPrompt };
}

/** What the actions of a board share. */
interface BoardState extends BoardInput {
  readonly userId: string | undefined;
  readonly setDrag: (drag: CardDrag | undefined) => void;
  readonly announce: (text: string) => void;
  /** The card that must get the focus when it is rendered next. */
  readonly focusRequest: RefObject<string | undefined>;
}

/** Picks up cards, and moves them. */
function useCardActions({ module, field, userId, setDrag, announce }: BoardState, add: (move: CardMove) => void) {
  const canMove = useCallback(
    (record: RecordData) => isInlineEditable(module, { field, layout: { fieldName: field.fieldName } }, record, userId),
    [module, field, userId],
  );
  const move = useCallback(
    (record: RecordData, from: BoardColumn, to: BoardColumn) => {
      if (to.id === from.id || !to.canDrop) return;
      add({ record, from, to, problem: findMissingRequirement(module, field, record, to.value, userId), isBlocked: false });
    },
    [module, field, userId, add],
  );
  const pickUp = useCallback(
    (record: RecordData, from: BoardColumn, isByKeys: boolean) => {
      setDrag({ record, from, over: isByKeys ? from : undefined });
      if (isByKeys) announce(t('board.picked', { name: recordName(module, record) }));
    },
    [module, setDrag, announce],
  );
  return { canMove, move, pickUp };
}

/** Ends pending moves: saved, or reverted. */
function useMoveEndings({ module, announce, focusRequest }: BoardState, remove: (id: string) => void) {
  const { notify: notifySaved, drop: refresh } = useSaveFeedback(module);
  const finish = useCallback(
    ({ record, to }: CardMove, save: SavedField) => {
      const text = t('board.moved', { name: recordName(module, record), column: to.label });
      announce(text);
      // The card stays in the new column until the columns are loaded again.
      void notifySaved(text, save).finally(() => remove(record._id));
    },
    [module, announce, remove, notifySaved],
  );
  const revertMove = useCallback(
    ({ record, from }: CardMove, isStale = false) => {
      focusRequest.current = record._id;
      remove(record._id);
      announce(t('board.putBack', { name: recordName(module, record), column: from.label }));
      if (isStale) refresh();
    },
    [module, announce, focusRequest, remove, refresh],
  );
  return { finish, revertMove };
}

/** What can be done with the dragged record. */
function createDragActions(state: BoardState, drag: CardDrag | undefined, move: Board['move']) {
  const { module, field, boardColumns, userId, setDrag, announce, focusRequest } = state;
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
    announce(t('board.putBack', { name: recordName(module, drag.record), column: drag.from.label }));
  };
  const drop = (columnId: string | undefined) => {
    const to = boardColumns.find((column) => column.id === columnId);
    if (drag === undefined || to === undefined || to.id === drag.from.id) return cancelDrag();
    if (drag.over !== undefined) focusRequest.current = drag.record._id;
    setDrag(undefined);
    move(drag.record, drag.from, to);
  };
  return { moveToAdjacentColumn, cancelDrag, drop };
}

/** State of the drag and of the pending moves. The server decides about each move. */
export function useBoard({ module, field, boardColumns }: BoardInput): Board {
  const userId = useUserId();
  const { moving, add, remove, markBlocked, openPrompt } = useCardMoves();
  const [drag, setDrag] = useState<CardDrag | undefined>(undefined);
  const [status, announce] = useState('');
  const focusRequest = useRef<string | undefined>(undefined);
  const state = useMemo<BoardState>(
    () => ({ module, field, boardColumns, userId, setDrag, announce, focusRequest }),
    [module, field, boardColumns, userId],
  );
  const { canMove, move, pickUp } = useCardActions(state, add);
  const { finish, revertMove } = useMoveEndings(state, remove);
  const consumeFocusRequest = useCallback((id: string) => {
    const isWanted = focusRequest.current === id;
    if (isWanted) focusRequest.current = undefined;
    return isWanted;
  }, []);

  return useMemo(
    () => ({
      module,
      field,
      boardColumns,
      moves: moving.all,
      promptedId: findPromptedId(moving),
      drag,
      status,
      canMove,
      pickUp,
      ...createDragActions(state, drag, move),
      move,
      markBlocked,
      openPrompt,
      finish,
      revertMove,
      announce,
      consumeFocusRequest,
    }),
    [state, moving, drag, status, canMove, pickUp, move, markBlocked, openPrompt, finish, revertMove, consumeFocusRequest],
  );
}
