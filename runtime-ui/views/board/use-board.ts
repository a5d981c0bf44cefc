import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import type { RecordData } from '../../client/index.ts';
import { recordName, useUserId } from '../../headless/index.ts';
import { isInlineEditable, type MoveTrouble, type SavedField } from '../../headless/inline/index.ts';
import { t } from '../../kit/index.ts';
import { gateTrouble } from '../ask/gate-trouble.ts';
import { useSavedField } from '../inline/use-saved-field.ts';
import { laneBeside, type Lane } from './lane-model.ts';

/** A record on its way to another lane: it stands there already, saved or held. */
export interface BoardMove {
  readonly record: RecordData;
  readonly from: Lane;
  readonly to: Lane;
  /** What is known to be asked for before it is sent. */
  readonly trouble: MoveTrouble | undefined;
  /** Something stands in its way: the card waits in its new lane. */
  readonly isHeld: boolean;
}

/** A record in the hand: by the pointer, or by keys over a lane. */
export interface Carried {
  readonly record: RecordData;
  readonly from: Lane;
  /** The lane that the keys chose; undefined while the pointer carries it. */
  readonly over: Lane | undefined;
}

interface BoardInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly lanes: readonly Lane[];
}

/** Moves of a board's records from lane to lane. */
export interface Board extends BoardInput {
  readonly moves: readonly BoardMove[];
  /** The held record whose question is shown; others wait until they are chosen. */
  readonly asking: string | undefined;
  readonly carried: Carried | undefined;
  /** What was last done, for those who do not see it. */
  readonly status: string;
  readonly canMove: (record: RecordData) => boolean;
  readonly carry: (record: RecordData, from: Lane, isByKeys: boolean) => void;
  readonly carryOn: (step: -1 | 1) => void;
  readonly putDown: () => void;
  readonly drop: (laneId: string | undefined) => void;
  readonly move: (record: RecordData, from: Lane, to: Lane) => void;
  readonly hold: (id: string) => void;
  /** Shows the question of a held record. */
  readonly ask: (id: string) => void;
  readonly finish: (move: BoardMove, save: SavedField) => void;
  readonly takeBack: (move: BoardMove, isStale?: boolean) => void;
  readonly say: (text: string) => void;
  /** Whether a card that was just drawn is to have the focus; asked once. */
  readonly takeFocus: (id: string) => boolean;
}

/** The lane under a carried card, and what it asks for. */
function wordsOver({ label }: Lane, trouble: MoveTrouble | undefined): string {
  return trouble?.kind === 'asks' ? `${label}. ${trouble.message}` : label;
}

/** Records on their way, and the one of them that the user answers for. */
interface Moves {
  readonly all: readonly BoardMove[];
  readonly chosen: string | undefined;
}

/** Who was dropped last asks first; one that is refused late does not take the place of a question that is being answered. */
function holdMove({ all, chosen }: Moves, id: string): Moves {
  const placeOf = (wanted: string | undefined) => all.findIndex(({ record, isHeld }) => record._id === wanted && (isHeld || wanted === id));
  return { all: all.map((one) => (one.record._id === id ? { ...one, isHeld: true } : one)), chosen: placeOf(id) > placeOf(chosen) ? id : chosen };
}

function askingOf({ all, chosen }: Moves): string | undefined {
  const held = all.filter(({ isHeld }) => isHeld).map(({ record }) => record._id);
  return held.find((id) => id === chosen) ?? held.at(-1);
}

function useMoves() {
  const [moving, setMoving] = useState<Moves>({ all: [], chosen: undefined });
  const remove = useCallback((id: string) => setMoving((before) => ({ ...before, all: before.all.filter(({ record }) => record._id !== id) })), []);
  const add = useCallback((move: BoardMove) => setMoving((before) => ({ ...before, all: [...before.all.filter(({ record }) => record._id !== move.record._id), move] })), []);
  const hold = useCallback((id: string) => setMoving((before) => holdMove(before, id)), []);
  const ask = useCallback((id: string) => setMoving((before) => ({ ...before, chosen: id })), []);
  return { moving, add, remove, hold, ask };
}

/** Holds what is carried and what is on its way; the server has the last word on each move. */
export function useBoard({ module, field, lanes }: BoardInput): Board {
  const { say: saySaved, drop: dropRead } = useSavedField(module);
  const userId = useUserId();
  const { moving, add, remove, hold, ask } = useMoves();
  const [carried, setCarried] = useState<Carried | undefined>(undefined);
  const [status, say] = useState('');
  const wanted = useRef<string | undefined>(undefined);

  const canMove = useCallback((record: RecordData) => isInlineEditable(module, { field, layout: { fieldName: field.fieldName } }, record, userId), [module, field, userId]);
  const takeFocus = useCallback((id: string) => {
    const isWanted = wanted.current === id;
    if (isWanted) wanted.current = undefined;
    return isWanted;
  }, []);
  const move = useCallback((record: RecordData, from: Lane, to: Lane) => {
    if (to.id === from.id || !to.isOpen) return;
    add({ record, from, to, trouble: gateTrouble(module, field, record, to.value, userId), isHeld: false });
  }, [module, field, userId, add]);
  const carry = useCallback((record: RecordData, from: Lane, isByKeys: boolean) => {
    setCarried({ record, from, over: isByKeys ? from : undefined });
    if (isByKeys) say(t('board.picked', { name: recordName(module, record) }));
  }, [module]);
  const finish = useCallback(({ record, to }: BoardMove, save: SavedField) => {
    const text = t('board.moved', { name: recordName(module, record), lane: to.label });
    say(text);
    // Until the lanes were read anew the card stands where it went.
    void saySaved(text, save).finally(() => remove(record._id));
  }, [module, remove, saySaved]);
  const takeBack = useCallback(({ record, from }: BoardMove, isStale = false) => {
    wanted.current = record._id;
    remove(record._id);
    say(t('board.putBack', { name: recordName(module, record), lane: from.label }));
    if (isStale) dropRead();
  }, [module, remove, dropRead]);

  return useMemo(() => {
    const carryOn = (step: -1 | 1) => {
      if (carried?.over === undefined) return;
      const next = laneBeside(lanes, carried.over.id, step);
      if (next === undefined || next.id === carried.over.id) return;
      if (next.id === carried.from.id) wanted.current = carried.record._id;
      setCarried({ ...carried, over: next });
      say(wordsOver(next, gateTrouble(module, field, carried.record, next.value, userId)));
    };
    const putDown = () => {
      if (carried === undefined) return;
      if (carried.over !== undefined) wanted.current = carried.record._id;
      setCarried(undefined);
      say(t('board.putBack', { name: recordName(module, carried.record), lane: carried.from.label }));
    };
    const drop = (laneId: string | undefined) => {
      const to = lanes.find((lane) => lane.id === laneId);
      if (carried === undefined || to === undefined || to.id === carried.from.id) return putDown();
      if (carried.over !== undefined) wanted.current = carried.record._id;
      setCarried(undefined);
      move(carried.record, carried.from, to);
    };
    return { module, field, lanes, moves: moving.all, asking: askingOf(moving), carried, status, canMove, carry, carryOn, putDown, drop, move, hold, ask, finish, takeBack, say, takeFocus };
  }, [module, field, lanes, userId, moving, carried, status, canMove, carry, move, hold, ask, finish, takeBack, takeFocus]);
}
