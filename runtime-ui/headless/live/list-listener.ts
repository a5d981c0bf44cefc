import type { Query, QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import type { LiveChange, LiveGone, SubscriptionEffect } from '#engine/model/wire';
import type { LiveListener } from '../../client/index.ts';

/** Minimum milliseconds between two reads: two quick changes are both shown within half a second. */
const MIN_INTERVAL_MILLISECONDS = 200;
/** Minimum milliseconds between two reads while there are many changes. */
const BUSY_INTERVAL_MILLISECONDS = 1_000;
/** More changes than this within the busy interval count as many. */
const BUSY_AFTER_CHANGES = 3;
/** Polling interval in milliseconds while a read that began before the change is running. */
const POLL_MILLISECONDS = 30;

type Row = { readonly _id?: unknown; readonly _version?: unknown };

/** The rows of a list query's result, page by page for endless scrolling. */
function rowsOf(data: unknown): readonly Row[] {
  const pages = (data as { readonly pages?: unknown } | undefined)?.pages;
  if (Array.isArray(pages)) return pages.flatMap(rowsOf);
  const rows = (data as { readonly data?: unknown } | undefined)?.data;
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** Whether the result already contains the change: the user's own save, which was read again before its event arrived. */
function isKnown(query: Query, message: LiveChange | LiveGone, touch: SubscriptionEffect): boolean {
  if (message.type === 'gone' || touch === 'leaves') return false;
  return rowsOf(query.state.data).some((row) => row._id === message.id && Number(row._version) >= message.version);
}

/** Reads again, throttled by the number of changes. */
export interface RefreshThrottle {
  /** Called after a change. */
  readonly change: () => void;
  /** Called if there were more changes than were sent. */
  readonly changeMany: () => void;
}

/**
 * Reads at once, then soon again, then once a second while there are many changes; the last call is never lost. A running read is not
 * duplicated: its result may be older than the change, so the next read waits for it.
 */
export function createRefreshThrottle(read: () => void, isReading: () => boolean): RefreshThrottle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  let changeTimes: readonly number[] = [];
  const pause = (): number =>
    changeTimes.length > BUSY_AFTER_CHANGES && Date.now() - (changeTimes[0] ?? 0) < BUSY_INTERVAL_MILLISECONDS
      ? BUSY_INTERVAL_MILLISECONDS
      : MIN_INTERVAL_MILLISECONDS;
  const run = (): void => {
    timer = undefined;
    if (!isPending) return;
    if (isReading()) {
      timer = setTimeout(run, POLL_MILLISECONDS);
      return;
    }
    isPending = false;
    timer = setTimeout(run, pause());
    read();
  };
  const record = (changes: number): void => {
    changeTimes = [...changeTimes, ...Array.from({ length: changes }, () => Date.now())].slice(-BUSY_AFTER_CHANGES - 1);
    isPending = true;
    if (timer === undefined) run();
  };
  return { change: () => record(1), changeMany: () => record(BUSY_AFTER_CHANGES + 1) };
}

/** The earliest read time of some results. */
function earliestOf(queries: readonly Query[]): number | undefined {
  const times = queries.filter((query) => query.state.data !== undefined).map((query) => query.state.dataUpdatedAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Updates list queries on live changes: the matching active queries are read again, and no others. */
export function createListListener(client: QueryClient, fits: (query: Query) => boolean): LiveListener {
  const reader = createRefreshThrottle(
    () => void client.invalidateQueries({ predicate: fits }),
    () => client.isFetching({ predicate: fits }) > 0,
  );
  return {
    onStale: reader.changeMany,
    readAt: () => earliestOf(client.getQueryCache().findAll({ predicate: fits })),
    onChange: (message, touch) => {
      const queries = client.getQueryCache().findAll({ predicate: fits });
      if (queries.length === 0 || queries.some((query) => !isKnown(query, message, touch))) reader.change();
    },
  };
}

/** The filter of a list's input. */
export function filterOf(input: unknown): JsonObject {
  return (input as { readonly searchTerms?: JsonObject } | null)?.searchTerms ?? {};
}

/** Whether a query is a list of a module with a filter, with any page and order. */
export function isListOf({ queryKey }: Pick<Query, 'queryKey'>, module: string, filter: JsonObject): boolean {
  const [scope, name, kind, input] = queryKey;
  return scope === 'records' && name === module && kind === 'list' && JSON.stringify(filterOf(input)) === JSON.stringify(filter);
}
