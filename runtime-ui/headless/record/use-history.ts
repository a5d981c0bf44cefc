import { useQuery } from '@tanstack/react-query';
import type { JsonValue, ModuleView, PopulatedRelate } from '#engine/model';
import { callApi, queryKeys, type ApiError } from '../../client/index.ts';

/** One change of a field, or the making of the record (`field` null). */
export interface HistoryEntry {
  readonly _id: string;
  readonly changed_by: string | PopulatedRelate | null;
  readonly changed_through?: string | null;
  readonly changeSource: string;
  readonly field: string | null;
  readonly previous_value: JsonValue;
  readonly new_value: JsonValue;
  readonly date_created: string;
  readonly batch_id?: string;
}

/** Changes that one person made in one save. */
export interface HistoryGroup {
  readonly key: string;
  readonly at: string;
  readonly by: HistoryEntry['changed_by'];
  readonly through: string | null;
  readonly created: boolean;
  readonly entries: readonly HistoryEntry[];
}

/** Puts entries of one batch together, newest first. */
export function groupHistory(entries: readonly HistoryEntry[]): HistoryGroup[] {
  const groups = new Map<string, HistoryEntry[]>();
  const sorted = [...entries].sort((a, b) => (a.date_created < b.date_created ? 1 : -1));
  for (const entry of sorted) {
    const key = entry.batch_id ?? `${entry.date_created}/${JSON.stringify(entry.changed_by)}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].flatMap(([key, list]) => {
    const first = list[0];
    if (first === undefined) return [];
    return [{ key, at: first.date_created, by: first.changed_by, through: first.changed_through ?? null, created: list.some((entry) => entry.field === null), entries: list.filter((entry) => entry.field !== null) }];
  });
}

/** Entries read of a history, newest first. */
const HISTORY_ENTRIES = 200;

/** The changes of a record that the user may see. */
export function useHistory(module: ModuleView, id: string) {
  return useQuery<HistoryGroup[], ApiError>({
    queryKey: [...queryKeys.record(module.name, id), 'history'],
    queryFn: async ({ signal }) => {
      const answer = await callApi<readonly HistoryEntry[] | { readonly data: readonly HistoryEntry[] }>('GET', `/api/audit-log/get-record-changes-by-module/${encodeURIComponent(module.name)}/${encodeURIComponent(id)}`, { signal, query: { pageSize: HISTORY_ENTRIES } });
      return groupHistory('data' in answer ? answer.data : answer);
    },
  });
}
