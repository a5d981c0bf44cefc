import { useCallback, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly count: number;
  /** Replaces what is selected; a Set is kept as it is, and not to be changed afterwards. */
  readonly set: (ids: Iterable<string>) => void;
  readonly toggle: (id: string, selected?: boolean) => void;
  readonly clear: () => void;
}

/** Which records of a list are chosen, by id; it lasts over pages and sorting. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback((next: Iterable<string>) => setIds(next instanceof Set ? next : new Set(next)), []);
  const clear = useCallback(() => setIds((before) => (before.size === 0 ? before : new Set())), []);
  const toggle = useCallback((id: string, selected?: boolean) => setIds((before) => {
    const next = new Set(before);
    if (selected ?? !before.has(id)) next.add(id);
    else next.delete(id);
    return next;
  }), []);
  return { ids, count: ids.size, set, toggle, clear };
}
