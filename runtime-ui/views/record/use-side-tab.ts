import { useCallback, useState } from 'react';
import { readEntry, useKeepEntry } from '../walk/entry-state.ts';

/** The tab that is chosen of those beside a record: `first` until one is; kept over a reload, and for the step to the next record. */
export function useSideTab(ids: readonly string[], first: string): readonly [string, (id: string) => void] {
  const keep = useKeepEntry();
  const [chosen, setChosen] = useState(() => readEntry().tab);
  const choose = useCallback((tab: string) => {
    setChosen(tab);
    keep({ tab });
  }, [keep]);
  return [ids.find((id) => id === chosen) ?? first, choose];
}
