import {
  createContext,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { t } from '../../kit/index.ts';
import { readFigureKey, toFigureKey, type FigurePlace } from '../figures/figure-matrix.ts';

/** The figure that is pointed at or selected with keys. */
interface ActiveFigure {
  readonly place: FigurePlace;
  readonly by: 'pointer' | 'keys';
}

const ActiveContext = createContext<FigurePlace | undefined>(undefined);

/** The figure that is pointed at or selected with keys; undefined: none. */
export function useActiveFigure(): FigurePlace | undefined {
  return use(ActiveContext);
}

interface FigureFrameProps {
  /** Names the chart for screen readers. */
  readonly label: string;
  /** Number of groups of each step; 0: there is no such step. */
  readonly counts: readonly [number, number];
  /** A figure in words, for screen readers. */
  readonly describe: (place: FigurePlace) => string;
  readonly renderTooltip: (place: FigurePlace) => ReactNode;
  readonly onOpen: ((place: FigurePlace) => void) | undefined;
  /** Called with the figure that is pointed at or selected; undefined: none. */
  readonly onActive?: ((place: FigurePlace | undefined) => void) | undefined;
  readonly children: ReactNode;
}

const STEPS: { readonly [key: string]: readonly [number, number] } = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

const wrap = (at: number, count: number): number => (at + count) % count;

/** The next group of the second step; between the last and the first one: all of them. */
function stepSecond(second: number | null, by: number, count: number): number | null {
  const next = (second ?? (by > 0 ? -1 : count)) + by;
  return next < 0 || next >= count ? null : next;
}

/** The figure that a key moves to; undefined: the key does not move. */
export function moveFigure(
  from: FigurePlace | undefined,
  key: string,
  [firsts, seconds]: readonly [number, number],
): FigurePlace | undefined {
  if (firsts === 0) return undefined;
  if (key === 'Home') return { first: 0, second: from?.second ?? null };
  if (key === 'End') return { first: firsts - 1, second: from?.second ?? null };
  const step = STEPS[key];
  if (step === undefined) return undefined;
  if (from?.first === undefined || from.first === null) return { first: 0, second: null };
  const [across, upward] = step;
  if (seconds === 0) return { first: wrap(from.first + across + upward, firsts), second: null };
  if (across !== 0) return { ...from, first: wrap(from.first + across, firsts) };
  return { ...from, second: stepSecond(from.second, upward, seconds) };
}

/** Puts the tooltip next to the figure, inside the box. */
function useTooltipPosition(
  box: RefObject<HTMLDivElement | null>,
  tip: RefObject<HTMLDivElement | null>,
  active: ActiveFigure | undefined,
): void {
  useLayoutEffect(() => {
    if (box.current === null || tip.current === null || active === undefined) return;
    const { place, by } = active;
    const key = toFigureKey(place);
    const mark = box.current.querySelector(`[data-figure="${key}"]`) ?? box.current.querySelector(`[data-figure="${place.first ?? ''}:"]`);
    if (mark === null) return;
    // A chart that is wider than its box scrolls.
    if (by === 'keys') mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const outer = box.current.getBoundingClientRect();
    const inner = mark.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = tip.current;
    const right = inner.right - outer.left;
    const left = inner.left - outer.left - width;
    // To its left where there is place, so that the pointer can move on to the tooltip; else to its right; else over it.
    const x = left >= 0 ? left : right + width <= outer.width ? right : Math.max(0, Math.min(inner.left - outer.left, outer.width - width));
    const y = Math.max(0, Math.min(inner.top - outer.top, outer.height - height));
    tip.current.style.transform = `translate(${Math.round(x + box.current.scrollLeft)}px, ${Math.round(y)}px)`;
  });
}

function findPlace(target: EventTarget): FigurePlace | undefined {
  const key = target instanceof Element ? target.closest('[data-figure]')?.getAttribute('data-figure') : undefined;
  return typeof key === 'string' ? readFigureKey(key) : undefined;
}

/**
 * A drawing whose marks have the attribute `data-figure`. It is one tab stop: arrows move between the figures, Enter opens the records. The
 * pointer shows a tooltip, a click opens; a touch shows the tooltip first.
 */
export function FigureFrame({ label, counts, describe, renderTooltip, onOpen, onActive, children }: FigureFrameProps) {
  const [active, setActive] = useState<ActiveFigure>();
  useEffect(() => {
    onActive?.(active?.place);
  }, [active, onActive]);
  const box = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const hint = useId();
  const place = active?.place;
  useTooltipPosition(box, tip, active);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && active !== undefined) {
      event.stopPropagation();
      setActive(undefined);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && place !== undefined && onOpen !== undefined) {
      event.preventDefault();
      onOpen(place);
      return;
    }
    const next = moveFigure(place, event.key, counts);
    if (next === undefined) return;
    event.preventDefault();
    setActive({ place: next, by: 'keys' });
  };
  const point = (target: EventTarget) => {
    if (tip.current?.contains(target as Node) === true) return;
    const found = findPlace(target);
    if (found === undefined) setActive(undefined);
    else if (place === undefined || toFigureKey(found) !== toFigureKey(place)) setActive({ place: found, by: 'pointer' });
  };
  const onClick = (event: MouseEvent) => {
    const found = findPlace(event.target);
    if (found === undefined) return;
    const isTouch = (event.nativeEvent as Partial<PointerEvent>).pointerType === 'touch';
    if (isTouch) setActive({ place: found, by: 'pointer' });
    else onOpen?.(found);
  };
  return (
    <div
      ref={box}
      className="ch-frame"
      role="application"
      aria-label={label}
      aria-describedby={hint}
      // One tab stop for the whole chart, moved through with keys.
      tabIndex={0}
      data-opens={onOpen !== undefined || undefined}
      onKeyDown={onKeyDown}
      onBlur={() => setActive((before) => (before?.by === 'keys' ? undefined : before))}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch') point(event.target);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') setActive(undefined);
      }}
      onClick={onClick}
    >
      <ActiveContext value={place}>
        <div aria-hidden className="ch-drawing">
          {children}
        </div>
      </ActiveContext>
      {place !== undefined && (
        <div ref={tip} className="ch-tooltip" aria-hidden>
          {renderTooltip(place)}
        </div>
      )}
      <span id={hint} className="ms-visually-hidden">
        {t(onOpen === undefined ? 'charts.keys' : 'charts.keysOpen')}
      </span>
      <span role="status" className="ms-visually-hidden">
        {active?.by === 'keys' ? describe(active.place) : ''}
      </span>
    </div>
  );
}
