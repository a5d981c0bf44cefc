import { ChevronsLeft, Lock, Plus } from 'lucide-react';
import { useId } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import { useDropTarget } from '../../kit/drag/index.ts';
import { Icon, IconButton, StatusPill, t } from '../../kit/index.ts';
import { findRequirement } from '../field-update/find-requirement.ts';
import { ColumnCards, type ColumnCardsProps } from './column-cards.tsx';
import type { BoardColumn } from './board-columns.ts';
import type { Board } from './use-board.ts';

interface BoardColumnSectionProps extends ColumnCardsProps {
  readonly isCollapsed: boolean;
  /** Absent: columns cannot be collapsed here. */
  readonly onCollapse: ((isCollapsed: boolean) => void) | undefined;
  /** Absent: the user may not create records. */
  readonly onAdd: (() => void) | undefined;
  /** Whether its cards are loaded: a column that is not visible is not loaded. */
  readonly isLoaded: boolean;
}

/** The transition requirement of the column for the card that is dragged over it or blocked in it. */
export function describeDropRequirement({ module, field, drag, moves }: Board, column: BoardColumn, isOver: boolean): string | undefined {
  const blockedRecord = moves.find((move) => move.isBlocked && move.to.id === column.id)?.record;
  const record = blockedRecord ?? (isOver ? drag?.record : undefined);
  return record === undefined || column.value === null ? undefined : findRequirement(module, field, column.value, record)?.hint;
}

function ColumnTitle({ column }: { readonly column: BoardColumn }) {
  return column.hue === undefined ? (
    <span className="mk-column-name ms-clip">{column.label}</span>
  ) : (
    <StatusPill label={column.label} hue={column.hue} />
  );
}

/** One column: name, count and cards. A collapsed column is a narrow strip that still accepts drops. */
export function BoardColumnSection({ isCollapsed, onCollapse, onAdd, isLoaded, ...rest }: BoardColumnSectionProps) {
  const { board, column } = rest;
  const id = useId();
  const { ref, isOver: isDraggedOver } = useDropTarget(column.id, !column.canDrop);
  const isOver = isDraggedOver || (board.drag?.over?.id === column.id && board.drag.from.id !== column.id);
  const isTarget = board.moves.some((move) => move.to.id === column.id) || board.drag?.over?.id === column.id;
  const requirement = describeDropRequirement(board, column, isOver);
  const count = column.count.toLocaleString('en-US');
  const dataAttributes = {
    'data-over': (isOver && board.drag?.from.id !== column.id) || undefined,
    'data-required': requirement === undefined ? undefined : true,
  };
  if (isCollapsed && !isTarget) {
    return (
      <section ref={ref} className="mk-column mk-collapsed" aria-label={column.label} {...dataAttributes}>
        <button
          type="button"
          className="mk-expand"
          aria-expanded={false}
          aria-label={t('board.expand', { column: column.label, count })}
          title={column.label}
          onClick={() => onCollapse?.(false)}
        >
          <span className="mk-count">{count}</span>
          <span className="mk-vertical">{column.label}</span>
        </button>
      </section>
    );
  }
  return (
    <section ref={ref} className="mk-column" aria-labelledby={id} data-board-column={column.id} {...dataAttributes}>
      <header className="mk-column-head">
        <h2 id={id} className="mk-column-title">
          <ColumnTitle column={column} />
          <span className="mk-count">{count}</span>
        </h2>
        {requirement !== undefined && (
          <span className="mk-requirement">
            <Icon of={Lock} size={14} />
            {requirement}
          </span>
        )}
        {requirement === undefined && onCollapse !== undefined && (
          <IconButton
            className="mk-collapse"
            icon={ChevronsLeft}
            size="xs"
            label={t('board.collapse', { column: column.label })}
            onClick={() => onCollapse(true)}
          />
        )}
        {requirement === undefined && onAdd !== undefined && (
          <IconButton
            icon={Plus}
            size="xs"
            label={t('board.add', { thing: lowercaseLabel(board.module.labelSingular), column: column.label })}
            onClick={onAdd}
          />
        )}
      </header>
      {isLoaded || isTarget ? <ColumnCards {...rest} /> : <p className="mk-none">{column.count === 0 ? t('board.empty') : ''}</p>}
    </section>
  );
}
