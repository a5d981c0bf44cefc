import { useCallback, useState } from 'react';
import { readLocationState, useUpdateLocationState } from '../record-pager/location-state.ts';

/** The selected tab of the side pane, `first` by default; it is restored after a reload, and kept when the pager goes to another record. */
export function useSideTab(ids: readonly string[], first: string): readonly [string, (id: string) => void] {
  const updateLocationState = useUpdateLocationState();
  const [chosen, setChosen] = useState(() => readLocationState().tab);
  const choose = useCallback(
    (tab: string) => {
      setChosen(tab);
      updateLocationState({ tab });
    },
    [updateLocationState],
  );
  return [ids.find((id) => id === chosen) ?? first, choose];
}
