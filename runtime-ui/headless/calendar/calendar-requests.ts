/** Records per request. */
export const CALENDAR_PAGE = 200;
/** A day with more records than this has its own request, limited to the records that it can show. */
const BUSY_DAY_COUNT = 50;

/** One request: at most this many records that begin on or after a day and before another. */
export interface DayRangeRequest {
  readonly first: string;
  readonly end: string;
  readonly size: number;
}

/**
 * Plans the requests for the records of some days, given the number of records that begin on each: quiet days are combined, up to a page of
 * records; a busy day is requested alone, with as many records as a day can show. Days without records are not requested.
 */
export function planDayRequests(
  days: readonly string[],
  end: string,
  counts: ReadonlyMap<string, number>,
  perDay: number,
): DayRangeRequest[] {
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
