import { useEffect, useRef } from 'react';
import { useDropPlace } from '../../kit/drag/index.ts';
import { t } from '../../kit/index.ts';
import { gateOver } from './board-lane.tsx';
import type { Lane } from './lane-model.ts';
import type { Board } from './use-board.ts';

/** Places of tabs among those of lanes. */
const PREFIX = 'tab:';

/** The lane that a drop on a lane or on its tab means. */
export function laneOfPlace(place: string | undefined): string | undefined {
  return place?.startsWith(PREFIX) === true ? place.slice(PREFIX.length) : place;
}

function LaneTab({ board, lane, isShown, onShow }: { readonly board: Board; readonly lane: Lane; readonly isShown: boolean; readonly onShow: () => void }) {
  const { ref, isOver } = useDropPlace(`${PREFIX}${lane.id}`, !lane.isOpen);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => { if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'center' }); }, [isShown]);
  const gate = gateOver(board, lane, isOver);
  return (
    <button ref={(element) => { button.current = element; ref(element); }} type="button" className="mk-tab" aria-current={isShown || undefined} data-over={isOver || undefined} data-gated={gate === undefined ? undefined : true} onClick={onShow}>
      {lane.hue !== undefined && <span className={`mk-dot ms-hue-${lane.hue}`} aria-hidden><span className="ms-pill-dot" /></span>}
      {lane.label}<span className="mk-count">{lane.count.toLocaleString('en-US')}</span>
    </button>
  );
}

/** On a phone one lane shows at a time: these lead to the others, and cards can be dropped on them. */
export function LaneTabs({ board, shown, onShow }: { readonly board: Board; readonly shown: number; readonly onShow: (at: number) => void }) {
  return <nav className="mk-tabs" aria-label={t('board.lanes')}>{board.lanes.map((lane, at) => <LaneTab key={lane.id} board={board} lane={lane} isShown={at === shown} onShow={() => onShow(at)} />)}</nav>;
}
