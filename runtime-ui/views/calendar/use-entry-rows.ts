import { useEffect, useState, type RefObject } from 'react';

/** Height of an entry including its gap, in CSS pixels. */
export const ENTRY_ROW_HEIGHT = 23;
/** Height of the day number above the entries and the padding below them, in CSS pixels. */
const DAY_HEAD_HEIGHT = 36;
/** A single week grows in height instead of hiding entries. */
const WEEK_ENTRY_ROWS = 60;

/** Number of entries that fit in a day, from the height of the weeks. */
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
