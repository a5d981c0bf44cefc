import { useEffect, useState, type RefObject } from 'react';

/** Height of an entry with its gap, in CSS pixels. */
export const ENTRY_ROW_HEIGHT = 23;
/** The number of a day over its entries, and a little room under them. */
const DAY_HEAD_HEIGHT = 36;
/** A week alone grows instead. */
const WEEK_ENTRY_ROWS = 60;

/** How many entries a day has room for, as high as the weeks are. */
export function useEntryRowCount(box: RefObject<HTMLElement | null>, weeks: number, isAlone: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  if (isAlone) return WEEK_ENTRY_ROWS;
  return Math.max(2, Math.floor((Math.max(height / weeks, 96) - DAY_HEAD_HEIGHT) / ENTRY_ROW_HEIGHT));
}
