import { useState } from 'react';
import { writeLocalStorage, readLocalStorage } from '../../client/index.ts';
import { useBreakpoint } from '../../kit/index.ts';

const KEY = 'muster-sidebar';

/** Whether the sidebar shows icons only: stored user choice from 1200 px on, always below. */
export function useCollapsed(): readonly [boolean, () => void] {
  const breakpoint = useBreakpoint();
  const [chosen, setChosen] = useState(() => readLocalStorage(KEY) === 'collapsed');
  const toggle = () => {
    writeLocalStorage(KEY, chosen ? 'open' : 'collapsed');
    setChosen(!chosen);
  };
  return [breakpoint === 'wide' ? chosen : true, toggle];
}
