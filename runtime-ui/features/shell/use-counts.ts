import { useQueries } from '@tanstack/react-query';
import type { JsonObject, ShellView } from '#engine/model';
import { CACHE_TTL_MILLISECONDS, queryKeys, searchRecords, type SearchInput } from '../../client/index.ts';
import { useDelayed, type SideBarGroup, type SideBarItem } from '../../kit/index.ts';

/** Counts are requested this many milliseconds after the page, so that the page loads first. */
const WAIT_MILLISECONDS = 1500;
const TASKS = 'tasks';
/** The user's own tasks that are due. */
const DUE: JsonObject = {
  assigned_to: { equals: { $: 'me' } },
  due_date: { range: { lte: { $: 'today' } } },
  not: { status: 'Completed' },
};

function withCount(item: SideBarItem, count: number | undefined, isUrgent: boolean): SideBarItem {
  return count === undefined || (isUrgent && count === 0) ? item : { ...item, count, urgent: isUrgent };
}

/**
 * Counts next to the menu items: the user's due tasks in red, the records of other modules in grey. A save in a module refreshes its count.
 */
export function useCounts(shell: ShellView, groups: readonly SideBarGroup[], isWanted: boolean): readonly SideBarGroup[] {
  const isLater = useDelayed(true, WAIT_MILLISECONDS);
  const items = shell.menu.groups.flatMap((group) => group.items);
  const names = [...new Set(items.flatMap((item) => item.module ?? []))];
  const modules = names.flatMap((name) => shell.modules.find((module) => module.name === name) ?? []);
  const answers = useQueries({
    queries: modules.map((module) => {
      const input: SearchInput = {
        pageNumber: 0,
        pageSize: 1,
        fields: [module.nameField],
        ...(module.name === TASKS ? { searchTerms: DUE } : {}),
      };
      return {
        queryKey: queryKeys.list(module.name, input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => searchRecords(module.path, input, signal),
        enabled: isWanted && isLater,
        staleTime: CACHE_TTL_MILLISECONDS,
        refetchOnWindowFocus: false,
      };
    }),
  });
  if (!isWanted) return groups;
  const counts = new Map(modules.map((module, at) => [module.name, answers[at]?.data?.total]));
  const moduleOf = new Map(items.map((item) => [item.id, item.module]));
  return groups.map((group) => ({
    ...group,
    items: group.items.map((item) => withCount(item, counts.get(moduleOf.get(item.id) ?? ''), moduleOf.get(item.id) === TASKS)),
  }));
}
