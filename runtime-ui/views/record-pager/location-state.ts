import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { RecordPagerState, RecordPagerStart } from '../../headless/index.ts';

/** The history state of a record page, which survives a reload and back navigation. */
export interface RecordLocationState {
  readonly pager?: RecordPagerStart | RecordPagerState;
  /** The direction of the last pager step. */
  readonly step?: -1 | 1;
  /** The selected tab of the side pane. */
  readonly tab?: string;
}

/** Reads the current state from the browser history: the router renders in a transition, so its state may be older. */
export function readLocationState(): RecordLocationState {
  const { usr } = (globalThis.history.state ?? {}) as { readonly usr?: RecordLocationState | null };
  return usr ?? {};
}

/** Updates the state of the open page; does nothing after navigation to another page. */
export function useUpdateLocationState(): (part: RecordLocationState) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (part) => {
      const { location } = globalThis;
      if (location.pathname === pathname)
        void navigate(`${pathname}${location.search}`, { replace: true, state: { ...readLocationState(), ...part } });
    },
    [navigate, pathname],
  );
}
