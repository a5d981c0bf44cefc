import { useSyncExternalStore } from 'react';

/** Counts of panels, by panel, module and record. */
const counts = new Map<string, number>();
const listeners = new Set<() => void>();

const keyOf = (panel: string, module: string, record: string): string => `${panel}/${module}/${record}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the number at the tab of a panel of a plugin, for one record. Undefined: none is known. */
export function setPanelCount(panel: string, module: string, record: string, count: number | undefined): void {
  const key = keyOf(panel, module, record);
  if (counts.get(key) === count) return;
  if (count === undefined) counts.delete(key);
  else counts.set(key, count);
  for (const listener of listeners) listener();
}

/** The numbers at the tabs of a record, by the id of the panel; those that are not known are left out. */
export function usePanelCounts(panels: readonly string[], module: string, record: string): ReadonlyMap<string, number> {
  const read = (panel: string): number | undefined => counts.get(keyOf(panel, module, record));
  // A text is the same as long as no number changes.
  useSyncExternalStore(subscribe, () => panels.map(read).join());
  return new Map(panels.flatMap((panel) => (read(panel) === undefined ? [] : [[panel, read(panel) ?? 0]])));
}
