import { useEffect, useRef } from 'react';
import { useDropTarget } from '../../kit/drag/index.ts';
import { t } from '../../kit/index.ts';
import { describeDropRequirement } from './board-column-section.tsx';
import type { BoardColumn } from './board-columns.ts';
import type { Board } from './use-board.ts';

/** Places of tabs among those of lanes. */
const PREFIX = 'tab:';

/** The lane that a drop on a lane or on its tab means. */
export function columnIdOfDropTarget(place: string | undefined): string | undefined {
  return place?.startsWith(PREFIX) === true ? place.slice(PREFIX.length) : place;
}

function ColumnTab({ board, lane, isShown, onShow }: { readonly board: Board; readonly lane: BoardColumn; readonly isShown: boolean; readonly onShow: () => void }) {
  const { ref, isOver } = useDropTarget(`${PREFIX}${lane.id}`, !lane.canDrop);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => { if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'center' }); }, [isShown]);
  const requirement = describeDropRequirement(board, lane, isOver);
  return (
    <button ref={(element) => { button.current = element; ref(element); }} type="button" className="mk-tab" aria-current={isShown || undefined} data-over={isOver || undefined} data-required={requirement === undefined ? undefined : true} onClick={onShow}>
      {lane.hue !== undefined && <span className={`mk-dot ms-hue-${lane.hue}`} aria-hidden><span className="ms-pill-dot" /></span>}
      {lane.label}<span className="mk-count">{lane.count.toLocaleString('en-US')}</span>
    </button>
  );
}

/** On a phone one lane shows at a time: these lead to the others, and cards can be dropped on them. */
export function ColumnTabs({ board, shown, onShow }: { readonly board: Board; readonly shown: number; readonly onShow: (at: number) => void }) {
  return <nav className="mk-tabs" aria-label={t('board.lanes')}>{board.boardColumns.map((lane, at) => <ColumnTab key={lane.id} board={board} lane={lane} isShown={at === shown} onShow={() => onShow(at)} />)}</nav>;
}
