import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView, PopulatedRelate } from '#engine/model/wire';
import { callApi, queryKeys, type ApiError } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';

/** One change of a field, or the creation of the record (`field` null). */
export interface HistoryEntry {
  /** The id of the save and the field: '<save>:<field>'. */
  readonly _id: string;
  readonly changed_by: string | PopulatedRelate | null;
  readonly changed_through?: string | null;
  /** The user who acted as `changed_by`. */
  readonly impersonated_by?: string | PopulatedRelate | null;
  readonly changeSource: string;
  readonly field: string | null;
  readonly previous_value: JsonValue;
  readonly new_value: JsonValue;
  readonly date_created: string;
  readonly batch_id?: string;
}

/** The changes of one save by one person. */
export interface HistoryGroup {
  readonly key: string;
  readonly at: string;
  readonly by: HistoryEntry['changed_by'];
  readonly through: string | null;
  readonly impersonator: string | PopulatedRelate | null;
  readonly created: boolean;
  readonly entries: readonly HistoryEntry[];
}

/**
 * Groups entries, which are read newest first, by batch, newest first. Those of one save are in the order in which its fields changed; of two
 * saves at the same time, that with the higher id is the later one.
 */
export function groupHistory(entries: readonly HistoryEntry[]): HistoryGroup[] {
  const groups = new Map<string, HistoryEntry[]>();
  // The fields of a save are read last one first. The sort leaves entries that are equal in their order.
  const sorted = [...entries].reverse().sort((a, b) => compareTexts(b.date_created, a.date_created) || compareTexts(saveOf(b), saveOf(a)));
  for (const entry of sorted) {
    const key = entry.batch_id ?? `${entry.date_created}/${JSON.stringify(entry.changed_by)}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].flatMap(([key, list]) => {
    const first = list[0];
    if (first === undefined) return [];
    return [
      {
        key,
        at: first.date_created,
        by: first.changed_by,
        through: first.changed_through ?? null,
        impersonator: first.impersonated_by ?? null,
        created: list.some((entry) => entry.field === null),
        entries: list.filter((entry) => entry.field !== null),
      },
    ];
  });
}

/** The id of the save that an entry is of: entries of one have it in common, and ids increase with time. */
function saveOf({ _id }: HistoryEntry): string {
  return _id.split(':', 1)[0] ?? '';
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Entries per page of a history, newest first. */
const HISTORY_ENTRIES = 200;

interface HistoryPage {
  readonly data: readonly HistoryEntry[];
  readonly total: number;
}

/** The history of a record, as far as it is loaded. */
export interface RecordHistory {
  /** Newest first; undefined until the first page is loaded. */
  readonly groups: readonly HistoryGroup[] | undefined;
  readonly error: ApiError | null;
  readonly retry: () => void;
  /** Whether there are older changes that are not loaded yet. */
  readonly hasEarlier: boolean;
  readonly isReadingEarlier: boolean;
  readonly showEarlier: () => void;
}

/** A new entry moves older ones to the next page: duplicates are removed. */
function joinPages(pages: readonly HistoryPage[]): HistoryEntry[] {
  return [...new Map(pages.flatMap(({ data }) => data.map((entry) => [entry._id, entry] as const))).values()];
}

/**
 * A record that no user created, such as one of an import, was not necessarily created when it was added to the store: its creation is
 * shown at the time, and with the user, that the record itself contains.
 */
export function dateCreation(groups: readonly HistoryGroup[], record: RecordValues): readonly HistoryGroup[] {
  const { createdAt, created_by: by } = record;
  return groups.map((group) =>
    group.created && group.by === null && group.through === null
      ? { ...group, at: typeof createdAt === 'string' ? createdAt : group.at, by: (by ?? null) as HistoryGroup['by'] }
      : group,
  );
}

/** The values of a record before and after a group of changes. */
export interface RecordStates {
  readonly before: RecordValues;
  readonly after: RecordValues;
}

/** The values of the record around each of its groups, newest first: its values now, without the changes that were made since. */
export function listStates(groups: readonly HistoryGroup[], record: RecordValues): readonly RecordStates[] {
  let after = record;
  return groups.map(({ entries }) => {
    const earlier = entries.map(({ field, previous_value: value }) => [field ?? '', value] as const);
    const states = { before: { ...after, ...Object.fromEntries(earlier) }, after };
    after = states.before;
    return states;
  });
}

/** The changes of a record that the user may see; the latest first, earlier ones on demand. */
export function useRecordHistory(module: ModuleView, record: RecordValues & { readonly _id: string }): RecordHistory {
  const id = record._id;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery<
    HistoryPage,
    ApiError,
    InfiniteData<HistoryPage>,
    readonly unknown[],
    number
  >({
    queryKey: [...queryKeys.record(module.name, id), 'history'],
    queryFn: ({ signal, pageParam }) =>
      callApi<HistoryPage>(
        'GET',
        `/api/audit-log/get-record-changes-by-module/${encodeURIComponent(module.name)}/${encodeURIComponent(id)}`,
        { signal, query: { pageNumber: pageParam, pageSize: HISTORY_ENTRIES } },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * HISTORY_ENTRIES < last.total ? pages.length : undefined),
  });
  const groups = useMemo(
    () => (data === undefined ? undefined : dateCreation(groupHistory(joinPages(data.pages)), record)),
    [data, record],
  );
  return {
    groups,
    error,
    retry: () => void refetch(),
    hasEarlier: hasNextPage,
    isReadingEarlier: isFetchingNextPage,
    showEarlier: () => void fetchNextPage(),
  };
}
