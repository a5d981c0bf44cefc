import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { FIT_PAGE_SIZE, type ListHandle } from '../../headless/index.ts';

/** Header of the table with its line. */
const HEADER_HEIGHT = 33;
const SETTLE_MS = 200;

interface PageSize {
  /** The element whose height the rows fill. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Undefined until the height is known. */
  readonly pageSize: number | undefined;
}

/**
 * The page size of a list. `FIT_PAGE_SIZE` becomes as many rows as the table shows, at least `minimum`. When the window is
 * resized, the page with the same first row stays open.
 */
export function usePageSize({ state, change }: ListHandle, isTable: boolean, rowHeight: number, minimum: number): PageSize {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => setHeight(box.current?.clientHeight);
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, SETTLE_MS);
    };
    measure();
    window.addEventListener('resize', settle);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', settle);
    };
  }, [isTable]);
  const fit = height === undefined ? undefined : Math.max(minimum, Math.floor((height - HEADER_HEIGHT) / rowHeight));
  const isFit = state.pageSize === FIT_PAGE_SIZE;
  const last = useRef<number>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = fit;
    if (before && fit && isFit && state.page > 0) change(({ page }) => ({ page: Math.floor((page * before) / fit) }));
  }, [fit]);
  return { box, pageSize: isFit ? (isTable ? fit : minimum) : state.pageSize };
}
