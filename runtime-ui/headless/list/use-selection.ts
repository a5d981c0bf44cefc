import { useCallback, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly count: number;
  /** Replaces the selection; a Set is used as it is, and must not be changed afterwards. */
  readonly set: (ids: Iterable<string>) => void;
  readonly toggle: (id: string, selected?: boolean) => void;
  readonly clear: () => void;
}

/** The selected records of a list, by id; the selection is kept across pages and sorting. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback((next: Iterable<string>) => setIds(next instanceof Set ? next : new Set(next)), []);
  const clear = useCallback(() => setIds((before) => (before.size === 0 ? before : new Set())), []);
  const toggle = useCallback(
    (id: string, selected?: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        if (selected ?? !before.has(id)) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  return { ids, count: ids.size, set, toggle, clear };
}
