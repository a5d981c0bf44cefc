import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { computeWindow, type ColumnWindow } from './column-window.ts';

const isSame = (one: ColumnWindow, other: ColumnWindow): boolean =>
  one.first === other.first && one.last === other.last && one.above === other.above && one.below === other.below;

/** Measures the rendered and loaded pages: from each marker element to the next. */
function measurePages(list: HTMLElement, heights: Map<number, number>): void {
  const marks = [...list.querySelectorAll<HTMLElement>(':scope > [data-page]')];
  marks.forEach((mark, at) => {
    const next = marks[at + 1];
    if (next !== undefined && mark.dataset['read'] !== undefined)
      heights.set(Number(mark.dataset['page']), next.offsetTop - mark.offsetTop);
  });
}

/**
 * Computes the rendered pages of a column while it is scrolled. `keepsRendered`: rendered pages stay, because a card is dragged from one of
 * them.
 */
export function useColumnWindow(count: number, keepsRendered: boolean) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef(new Map<number, number>());
  const [view, setView] = useState<ColumnWindow>(() => computeWindow(count, new Map(), { top: 0, height: 0 }));
  const updateWindow = () => {
    const element = list.current;
    if (element === null) return;
    measurePages(element, heights.current);
    const next = computeWindow(
      count,
      heights.current,
      { top: element.scrollTop, height: element.clientHeight },
      keepsRendered ? view : undefined,
    );
    if (!isSame(next, view)) setView(next);
  };
  const latest = useRef(updateWindow);
  // Added, removed or resized cards shift those below them.
  useLayoutEffect(() => {
    latest.current = updateWindow;
    updateWindow();
  });
  useEffect(() => {
    const onResize = () => latest.current();
    globalThis.addEventListener('resize', onResize);
    return () => globalThis.removeEventListener('resize', onResize);
  }, []);
  return { list, view, updateWindow };
}
