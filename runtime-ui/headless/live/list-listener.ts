import type { Query, QueryClient } from '@tanstack/react-query';
import type { JsonObject, LiveChange, LiveGone, SubscriptionEffect } from '#engine/model';
import type { LiveListener } from '../../client/index.ts';

/** So long after a read the next one waits, in milliseconds: two quick changes are both in sight within half a second. */
const MIN_INTERVAL_MILLISECONDS = 200;
/** Where much happens it is read at most so often, in milliseconds. */
const BUSY_INTERVAL_MILLISECONDS = 1_000;
/** More changes than this within a calm pause are much. */
const BUSY_AFTER_CHANGES = 3;
/** Milliseconds between two looks whether a read that began before the change has been answered. */
const POLL_MILLISECONDS = 30;

type Row = { readonly _id?: unknown; readonly _version?: unknown };

/** Rows of what a list query answered, page by page where it grows. */
function rowsOf(data: unknown): readonly Row[] {
  const pages = (data as { readonly pages?: unknown } | undefined)?.pages;
  if (Array.isArray(pages)) return pages.flatMap(rowsOf);
  const rows = (data as { readonly data?: unknown } | undefined)?.data;
  return Array.isArray(rows) ? (rows as Row[]) : [];
}

/** Whether the answer has the change in it already: the user's own save, read anew before its event came. */
function isKnown(query: Query, message: LiveChange | LiveGone, touch: SubscriptionEffect): boolean {
  if (message.type === 'gone' || touch === 'leaves') return false;
  return rowsOf(query.state.data).some((row) => row._id === message.id && Number(row._version) >= message.version);
}

/** What reads anew, at a pace that suits what happens. */
export interface RefreshThrottle {
  /** After a change. */
  readonly change: () => void;
  /** After more changes than were told. */
  readonly changeMany: () => void;
}

/**
 * Reads at once, then again soon, then once a second while much happens; the last call is never lost. What is being read
 * is not read a second time beside it: its answer may be older than the change, and is waited for.
 */
export function createRefreshThrottle(read: () => void, isReading: () => boolean): RefreshThrottle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  let changeTimes: readonly number[] = [];
  const pause = (): number => (changeTimes.length > BUSY_AFTER_CHANGES && Date.now() - (changeTimes[0] ?? 0) < BUSY_INTERVAL_MILLISECONDS ? BUSY_INTERVAL_MILLISECONDS : MIN_INTERVAL_MILLISECONDS);
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

/** When the oldest of some answers was read. */
function earliestOf(queries: readonly Query[]): number | undefined {
  const times = queries.filter((query) => query.state.data !== undefined).map((query) => query.state.dataUpdatedAt);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Lets some list queries follow what others do: those that fit are read anew, if they are in sight, and no others. */
export function createListListener(client: QueryClient, fits: (query: Query) => boolean): LiveListener {
  const reader = createRefreshThrottle(() => void client.invalidateQueries({ predicate: fits }), () => client.isFetching({ predicate: fits }) > 0);
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

/** Whether a query is a list of a module by a filter, whichever page and order. */
export function isListOf({ queryKey }: Pick<Query, 'queryKey'>, module: string, filter: JsonObject): boolean {
  const [scope, name, kind, input] = queryKey;
  return scope === 'records' && name === module && kind === 'list' && JSON.stringify(filterOf(input)) === JSON.stringify(filter);
}
