import type { CalendarEntry } from './calendar-entries.ts';

/** The minimum height of an entry, in minutes, for entries that have no end or are very short. */
const MIN_MINUTES = 30;
const DAY_MINUTES = 1440;

/** What takes a part of a day or of another scale. */
interface Span {
  /** Where it begins, such as minutes since midnight. */
  readonly from: number;
  /** Where it ends, after its beginning. */
  readonly to: number;
}

/** A span with its place: overlapping ones are shown side by side. */
export type PlacedSpan<T extends Span> = T & {
  /** Its column, from 0. */
  readonly column: number;
  /** The number of columns of it and of what it overlaps. */
  readonly columns: number;
};

/** Places spans in the columns of a grid: overlapping ones share its width. In the order of their starts. */
export function placeSideBySide<T extends Span>(spans: readonly T[]): readonly PlacedSpan<T>[] {
  const placed: PlacedSpan<T>[] = [];
  let overlapping: { readonly span: T; readonly column: number }[] = [];
  const close = () => {
    const columns = Math.max(0, ...overlapping.map((one) => one.column + 1));
    placed.push(...overlapping.map(({ span, column }) => ({ ...span, column, columns })));
    overlapping = [];
  };
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (overlapping.every((one) => one.span.to <= span.from)) close();
    const taken = new Set(overlapping.filter((one) => one.span.to > span.from).map((one) => one.column));
    let column = 0;
    while (taken.has(column)) column += 1;
    overlapping.push({ span, column });
  }
  close();
  return placed;
}

/** An entry in the hour grid of its day, in minutes since midnight. */
export type HourEntry = PlacedSpan<Span & { readonly entry: CalendarEntry }>;

function spanOf(entry: CalendarEntry): Span & { readonly entry: CalendarEntry } {
  const from = Math.min(entry.minute ?? 0, DAY_MINUTES - MIN_MINUTES);
  return { entry, from, to: Math.min(DAY_MINUTES, from + Math.max(MIN_MINUTES, entry.minutes ?? MIN_MINUTES)) };
}

/** Lays out the entries of one day in its hour grid. */
export function layoutHours(entries: readonly CalendarEntry[]): readonly HourEntry[] {
  return placeSideBySide(entries.map(spanOf));
}
