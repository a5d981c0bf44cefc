import type { JsonObject } from '#engine/model';
import type { ChecklistItem } from '../shared/checklist.ts';

/** Items as they are stored. */
export function toStoredItems(items: readonly ChecklistItem[]): JsonObject[] {
  return items.map(({ id, text, done }) => ({ ...(id === undefined ? {} : { id }), text, ...(done === true ? { done } : {}) }));
}

/** The items with one at another position; the same items if it is at the edge. */
export function moveItem<Item>(items: readonly Item[], at: number, by: -1 | 1): readonly Item[] {
  const to = at + by;
  const [moved] = items.slice(at, at + 1);
  if (moved === undefined || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, index) => index !== at);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
