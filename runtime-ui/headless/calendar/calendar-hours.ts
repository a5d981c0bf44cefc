import type { CalendarEntry } from './calendar-entries.ts';

/** The minimum height of an entry, in minutes, for entries that have no end or are very short. */
const MIN_MINUTES = 30;
const DAY_MINUTES = 1440;

/** An entry in the hour grid of its day. */
export interface HourEntry {
  readonly entry: CalendarEntry;
  /** Minutes since midnight. */
  readonly from: number;
  readonly to: number;
  /** Overlapping entries are shown side by side: the column of the entry, and the number of columns. */
  readonly column: number;
  readonly columns: number;
}

interface PositionedEntry {
  readonly entry: CalendarEntry;
  readonly from: number;
  readonly to: number;
  column: number;
}

function spanOf(entry: CalendarEntry): PositionedEntry {
  const from = Math.min(entry.minute ?? 0, DAY_MINUTES - MIN_MINUTES);
  return { entry, from, to: Math.min(DAY_MINUTES, from + Math.max(MIN_MINUTES, entry.minutes ?? MIN_MINUTES)), column: 0 };
}

/** Lays out the entries of one day in its hour grid: overlapping entries share its width. */
export function layoutHours(entries: readonly CalendarEntry[]): HourEntry[] {
  const laid: HourEntry[] = [];
  let overlapping: PositionedEntry[] = [];
  const close = () => {
    const columns = Math.max(0, ...overlapping.map((one) => one.column + 1));
    laid.push(...overlapping.map((one) => ({ ...one, columns })));
    overlapping = [];
  };
  for (const next of entries.map(spanOf).sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (overlapping.every((one) => one.to <= next.from)) close();
    const taken = new Set(overlapping.filter((one) => one.to > next.from).map((one) => one.column));
    while (taken.has(next.column)) next.column += 1;
    overlapping.push(next);
  }
  close();
  return laid;
}
