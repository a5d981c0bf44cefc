import { useEffect, useRef } from 'react';
import { useDropTarget } from '../../kit/drag/index.ts';
import { t } from '../../kit/index.ts';
import { describeDropRequirement } from './board-column-section.tsx';
import type { BoardColumn } from './board-columns.ts';
import type { Board } from './use-board.ts';

/** Prefix of the drop target ids of tabs, to distinguish them from those of columns. */
const PREFIX = 'tab:';

/** The column id of a drop target: a column or its tab. */
export function columnIdOfDropTarget(place: string | undefined): string | undefined {
  return place?.startsWith(PREFIX) === true ? place.slice(PREFIX.length) : place;
}

function ColumnTab({
  board,
  column,
  isShown,
  onShow,
}: {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const { ref, isOver } = useDropTarget(`${PREFIX}${column.id}`, !column.canDrop);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isShown]);
  const requirement = describeDropRequirement(board, column, isOver);
  return (
    <button
      ref={(element) => {
        button.current = element;
        ref(element);
      }}
      type="button"
      className="mk-tab"
      aria-current={isShown || undefined}
      data-over={isOver || undefined}
      data-required={requirement === undefined ? undefined : true}
      onClick={onShow}
    >
      {column.hue !== undefined && (
        <span className={`mk-dot ms-hue-${column.hue}`} aria-hidden>
          <span className="ms-pill-dot" />
        </span>
      )}
      {column.label}
      <span className="mk-count">{column.count.toLocaleString('en-US')}</span>
    </button>
  );
}

/** On a phone one column is visible at a time: the tabs scroll to the others and accept drops. */
export function ColumnTabs({
  board,
  shown,
  onShow,
}: {
  readonly board: Board;
  readonly shown: number;
  readonly onShow: (at: number) => void;
}) {
  return (
    <nav className="mk-tabs" aria-label={t('board.columns')}>
      {board.boardColumns.map((column, at) => (
        <ColumnTab key={column.id} board={board} column={column} isShown={at === shown} onShow={() => onShow(at)} />
      ))}
    </nav>
  );
}
