import { ChevronsLeft, Lock, Plus } from 'lucide-react';
import { useId } from 'react';
import { findGate } from '../../extensions/index.ts';
import { useDropPlace } from '../../kit/drag/index.ts';
import { Icon, IconButton, inSentence, StatusPill, t } from '../../kit/index.ts';
import { LaneCards, type LaneCardsProps } from './lane-cards.tsx';
import type { Lane } from './lane-model.ts';
import type { Board } from './use-board.ts';

interface BoardLaneProps extends LaneCardsProps {
  readonly isFolded: boolean;
  /** Absent: lanes cannot be folded here. */
  readonly onFold: ((isFolded: boolean) => void) | undefined;
  /** Absent: the user may not add records. */
  readonly onAdd: (() => void) | undefined;
  /** Whether its cards are read: a lane that nobody looks at waits. */
  readonly isRead: boolean;
}

/** What the lane asks of the card that is held over it. */
export function gateOver({ module, field, carried, moves }: Board, lane: Lane, isOver: boolean): string | undefined {
  const held = moves.find((move) => move.isHeld && move.to.id === lane.id)?.record;
  const record = held ?? (isOver ? carried?.record : undefined);
  return record === undefined || lane.value === null ? undefined : findGate(module.name, field.fieldName, lane.value, record)?.text;
}

function LaneName({ lane }: { readonly lane: Lane }) {
  return lane.hue === undefined ? <span className="mk-lane-name ms-clip">{lane.label}</span> : <StatusPill label={lane.label} hue={lane.hue} />;
}

/** One lane: its name and count, and its cards; folded it is a narrow strip that cards can be dropped on all the same. */
export function BoardLane({ isFolded, onFold, onAdd, isRead, ...rest }: BoardLaneProps) {
  const { board, lane } = rest;
  const id = useId();
  const { ref, isOver: isPointed } = useDropPlace(lane.id, !lane.isOpen);
  const isOver = isPointed || (board.carried?.over?.id === lane.id && board.carried.from.id !== lane.id);
  const isTarget = board.moves.some((move) => move.to.id === lane.id) || board.carried?.over?.id === lane.id;
  const gate = gateOver(board, lane, isOver);
  const count = lane.count.toLocaleString('en-US');
  const look = { 'data-over': (isOver && board.carried?.from.id !== lane.id) || undefined, 'data-gated': gate === undefined ? undefined : true };
  if (isFolded && !isTarget) {
    return (
      <section ref={ref} className="mk-lane mk-folded" aria-label={lane.label} {...look}>
        <button type="button" className="mk-unfold" aria-expanded={false} aria-label={t('board.unfold', { lane: lane.label, count })} onClick={() => onFold?.(false)}>
          <span className="mk-count">{count}</span><span className="mk-upward">{lane.label}</span>
        </button>
      </section>
    );
  }
  return (
    <section ref={ref} className="mk-lane" aria-labelledby={id} data-lane={lane.id} {...look}>
      <header className="mk-lane-head">
        <h2 id={id} className="mk-lane-title"><LaneName lane={lane} /><span className="mk-count">{count}</span></h2>
        {gate !== undefined && <span className="mk-gate"><Icon of={Lock} size={14} />{gate}</span>}
        {gate === undefined && onFold !== undefined && <IconButton className="mk-fold" icon={ChevronsLeft} size="xs" label={t('board.fold', { lane: lane.label })} onClick={() => onFold(true)} />}
        {gate === undefined && onAdd !== undefined && <IconButton icon={Plus} size="xs" label={t('board.add', { thing: inSentence(board.module.labelSingular), lane: lane.label })} onClick={onAdd} />}
      </header>
      {isRead || isTarget ? <LaneCards {...rest} /> : <p className="mk-none">{lane.count === 0 ? t('board.empty') : ''}</p>}
    </section>
  );
}
