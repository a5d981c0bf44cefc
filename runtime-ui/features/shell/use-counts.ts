import type { ShellView } from '#engine/model/wire';
import { filterDueItems, isWorkModule, useRecordCounts } from '../../headless/index.ts';
import { useDelayed, type SideBarGroup, type SideBarItem } from '../../kit/index.ts';

/** Counts are requested this many milliseconds after the page, so that the page loads first. */
export const WAIT_MILLISECONDS = 1500;

/** Each count is a query and a live subscription: of a longer menu, the first modules have one. */
const MAX_COUNTS = 40;

function withCount(item: SideBarItem, count: number | undefined, isUrgent: boolean): SideBarItem {
  return count === undefined || (isUrgent && count === 0) ? item : { ...item, count, urgent: isUrgent };
}

/**
 * Counts next to the menu items: the user's due work items in red, the records of other modules in grey. A save in a module refreshes its
 * count.
 */
export function useCounts(shell: ShellView, groups: readonly SideBarGroup[], isWanted: boolean): readonly SideBarGroup[] {
  const isLater = useDelayed(true, WAIT_MILLISECONDS);
  const items = shell.menu.groups.flatMap((group) => group.items);
  const names = [...new Set(items.flatMap((item) => item.module ?? []))].slice(0, MAX_COUNTS);
  const modules = names.flatMap((name) => shell.modules.find((module) => module.name === name) ?? []);
  const counted = modules.map((module) => ({ module, ...(isWorkModule(module) ? { terms: filterDueItems(module) } : {}) }));
  const totals = useRecordCounts(counted, isWanted && isLater);
  if (!isWanted) return groups;
  const counts = new Map(modules.map((module, at) => [module.name, totals[at]]));
  const moduleOf = new Map(items.map((item) => [item.id, modules.find(({ name }) => name === item.module)]));
  const addCount = (item: SideBarItem) => {
    const module = moduleOf.get(item.id);
    return module === undefined ? item : withCount(item, counts.get(module.name), isWorkModule(module));
  };
  return groups.map((group) => ({ ...group, items: group.items.map(addCount) }));
}
