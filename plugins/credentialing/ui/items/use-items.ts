import { useMemo } from 'react';
import { toText } from '#engine/model';
import {
  findModule,
  localDay,
  readRelate,
  useInvalidateRecords,
  useModuleChanges,
  useModuleQuery,
  useRecordSearch,
  useShell,
  type RecordData,
} from '#ui';
import { countUnread } from '../credentialing-api.ts';
import type { ItemTimes } from './item-state.tsx';

/** The module of required items. */
export const ITEMS = 'credentialingRequiredItems';
/** The module of what staff and provider write to each other about an item. */
export const MESSAGES = 'credentialingRequiredItemMessages';
/** More items than a checklist has. */
const MOST = 500;

/** The items of a checklist or a setup, in their order. */
export function useItems(of: 'relatedCredentialingRecord' | 'relatedCredentialingSetup', id: string) {
  const module = findModule(useShell().data, ITEMS);
  const invalidate = useInvalidateRecords();
  const { data, error, refetch } = useRecordSearch(module, {
    searchTerms: { [of]: { equals: id } },
    sortField: 'order',
    sortOrder: 'asc',
    pageSize: MOST,
  });
  useModuleChanges(ITEMS, () => void refetch());
  return { items: data?.data, error, reload: async () => void (await Promise.all([refetch(), invalidate([ITEMS])])) };
}

/** The first and the last day of the assignment of a checklist; the planned start as long as none is confirmed. */
export function useAssignment(record: RecordData): { readonly start: string; readonly times: ItemTimes } {
  const placement = readRelate(record['placements_credentialing'])?._id;
  const module = findModule(useShell().data, 'placements');
  const { data } = useRecordSearch(placement === undefined ? undefined : module, {
    searchTerms: { _id: { in: [placement ?? ''] } },
    pageSize: 1,
  });
  const found = placement === undefined ? undefined : data?.data[0];
  return useMemo(
    () => ({
      start: toText(found?.['confirmed_start_date']) || toText(found?.['expected_start_date']) || toText(found?.['planned_start_date']),
      times: { today: localDay(new Date()), assignmentEnd: toText(found?.['end_date']).slice(0, 10) },
    }),
    [found],
  );
}

/** Messages of items that the user has not read, by item; undefined: not known yet. */
export function useUnread(items: readonly RecordData[]): { readonly [item: string]: number } | undefined {
  const ids = items.map(({ _id }) => _id);
  const { data, refetch } = useModuleQuery<{ readonly [item: string]: number }>(MESSAGES, { unread: ids }, async (signal) =>
    ids.length === 0 ? {} : countUnread(ids, signal),
  );
  useModuleChanges(MESSAGES, () => void refetch());
  return data;
}

/** Items by their category, in the order in which the categories first appear. */
export function groupItems(items: readonly RecordData[]): readonly { readonly category: string; readonly items: readonly RecordData[] }[] {
  const groups = new Map<string, RecordData[]>();
  for (const item of items) {
    const category = toText(item['category']);
    const group = groups.get(category);
    if (group === undefined) groups.set(category, [item]);
    else group.push(item);
  }
  return [...groups].map(([category, own]) => ({ category, items: own }));
}

/** What people call an item. */
export const labelOf = (item: RecordData): string => toText(item['label']) || toText(item['name']);
