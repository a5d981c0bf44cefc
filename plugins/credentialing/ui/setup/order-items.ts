import { toText } from '#engine/model';
import type { RecordData } from '#ui';

/** Items of one category, in their order. */
export interface ItemGroup {
  readonly category: string;
  readonly items: readonly RecordData[];
}

/** The items by category: the categories of the dropdown in its order, others after them, and the items without one last. */
export function groupByCategory(items: readonly RecordData[], categories: readonly string[]): readonly ItemGroup[] {
  const used = items.map((item) => toText(item['category'])).filter((category) => category !== '' && !categories.includes(category));
  return [...categories, ...new Set(used), ''].map((category) => ({
    category,
    items: items.filter((item) => toText(item['category']) === category),
  }));
}

/** The items after one was moved to a place of a category; the place counts the items without it. */
export function moveItem(groups: readonly ItemGroup[], id: string, category: string, at: number): readonly RecordData[] {
  const moved = groups.flatMap(({ items }) => items).find(({ _id }) => _id === id);
  if (moved === undefined) return groups.flatMap(({ items }) => items);
  return groups.flatMap((group) => {
    const rest = group.items.filter(({ _id }) => _id !== id);
    return group.category === category
      ? [...rest.slice(0, at), { ...moved, category: category === '' ? null : category }, ...rest.slice(at)]
      : rest;
  });
}
