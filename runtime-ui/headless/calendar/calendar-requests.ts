/** Records asked for at a time. */
export const CALENDAR_PAGE = 200;
/** A day with more than this is asked for by itself, and no further than it can show. */
const BUSY_DAY_COUNT = 50;

/** One question: records that begin from a day on and before another, at most so many. */
export interface DayRangeRequest {
  readonly first: string;
  readonly end: string;
  readonly size: number;
}

/**
 * How the records of some days are asked for, given how many begin on each: quiet days together, as many as a page
 * holds; a crowded one alone, for as many as are shown of a day. Days without records are not asked for.
 */
export function planDayRequests(days: readonly string[], end: string, counts: ReadonlyMap<string, number>, perDay: number): DayRangeRequest[] {
  const requests: DayRangeRequest[] = [];
  let open: { readonly first: string; readonly size: number } | undefined;
  const close = (before: string) => {
    if (open !== undefined) requests.push({ ...open, end: before });
    open = undefined;
  };
  days.forEach((day, at) => {
    const count = counts.get(day) ?? 0;
    if (count === 0) return;
    if (count > Math.max(BUSY_DAY_COUNT, perDay)) {
      close(day);
      requests.push({ first: day, end: days[at + 1] ?? end, size: perDay });
      return;
    }
    if (open !== undefined && open.size + count > CALENDAR_PAGE) close(day);
    open = { first: open?.first ?? day, size: (open?.size ?? 0) + count };
  });
  close(end);
  return requests;
}
