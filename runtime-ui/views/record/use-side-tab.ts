import { useCallback, useState } from 'react';
import { readLocationState, useUpdateLocationState } from '../record-pager/location-state.ts';

/** The tab that is chosen of those beside a record: `first` until one is; kept over a reload, and for the step to the next record. */
export function useSideTab(ids: readonly string[], first: string): readonly [string, (id: string) => void] {
  const updateLocationState = useUpdateLocationState();
  const [chosen, setChosen] = useState(() => readLocationState().tab);
  const choose = useCallback((tab: string) => {
    setChosen(tab);
    updateLocationState({ tab });
  }, [updateLocationState]);
  return [ids.find((id) => id === chosen) ?? first, choose];
}
