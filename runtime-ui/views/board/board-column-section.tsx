import { ChevronsLeft, Lock, Plus } from 'lucide-react';
import { useId } from 'react';
import { findTransitionRequirement } from '../../extensions/index.ts';
import { useDropTarget } from '../../kit/drag/index.ts';
import { Icon, IconButton, lowercaseLabel, StatusPill, t } from '../../kit/index.ts';
import { ColumnCards, type ColumnCardsProps } from './column-cards.tsx';
import type { BoardColumn } from './board-columns.ts';
import type { Board } from './use-board.ts';

interface BoardColumnSectionProps extends ColumnCardsProps {
  readonly isCollapsed: boolean;
  /** Absent: lanes cannot be folded here. */
  readonly onCollapse: ((isCollapsed: boolean) => void) | undefined;
  /** Absent: the user may not add records. */
  readonly onAdd: (() => void) | undefined;
  /** Whether its cards are read: a lane that nobody looks at waits. */
  readonly isLoaded: boolean;
}

/** What the lane asks of the card that is held over it. */
export function describeDropRequirement({ module, field, drag, moves }: Board, lane: BoardColumn, isOver: boolean): string | undefined {
  const blockedRecord = moves.find((move) => move.isBlocked && move.to.id === lane.id)?.record;
  const record = blockedRecord ?? (isOver ? drag?.record : undefined);
  return record === undefined || lane.value === null ? undefined : findTransitionRequirement(module.name, field.fieldName, lane.value, record)?.hint;
}

function ColumnTitle({ lane }: { readonly lane: BoardColumn }) {
  return lane.hue === undefined ? <span className="mk-column-name ms-clip">{lane.label}</span> : <StatusPill label={lane.label} hue={lane.hue} />;
}

/** One lane: its name and count, and its cards; folded it is a narrow strip that cards can be dropped on all the same. */
export function BoardColumnSection({ isCollapsed, onCollapse, onAdd, isLoaded, ...rest }: BoardColumnSectionProps) {
  const { board, column } = rest;
  const id = useId();
  const { ref, isOver: isDraggedOver } = useDropTarget(column.id, !column.canDrop);
  const isOver = isDraggedOver || (board.drag?.over?.id === column.id && board.drag.from.id !== column.id);
  const isTarget = board.moves.some((move) => move.to.id === column.id) || board.drag?.over?.id === column.id;
  const requirement = describeDropRequirement(board, column, isOver);
  const count = column.count.toLocaleString('en-US');
  const dataAttributes = { 'data-over': (isOver && board.drag?.from.id !== column.id) || undefined, 'data-required': requirement === undefined ? undefined : true };
  if (isCollapsed && !isTarget) {
    return (
      <section ref={ref} className="mk-column mk-collapsed" aria-label={column.label} {...dataAttributes}>
        <button type="button" className="mk-expand" aria-expanded={false} aria-label={t('board.unfold', { lane: column.label, count })} onClick={() => onCollapse?.(false)}>
          <span className="mk-count">{count}</span><span className="mk-vertical">{column.label}</span>
        </button>
      </section>
    );
  }
  return (
    <section ref={ref} className="mk-column" aria-labelledby={id} data-board-column={column.id} {...dataAttributes}>
      <header className="mk-column-head">
        <h2 id={id} className="mk-column-title"><ColumnTitle lane={column} /><span className="mk-count">{count}</span></h2>
        {requirement !== undefined && <span className="mk-requirement"><Icon of={Lock} size={14} />{requirement}</span>}
        {requirement === undefined && onCollapse !== undefined && <IconButton className="mk-collapse" icon={ChevronsLeft} size="xs" label={t('board.fold', { lane: column.label })} onClick={() => onCollapse(true)} />}
        {requirement === undefined && onAdd !== undefined && <IconButton icon={Plus} size="xs" label={t('board.add', { thing: lowercaseLabel(board.module.labelSingular), lane: column.label })} onClick={onAdd} />}
      </header>
      {isLoaded || isTarget ? <ColumnCards {...rest} /> : <p className="mk-none">{column.count === 0 ? t('board.empty') : ''}</p>}
    </section>
  );
}
