import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { RecordPagerState, RecordPagerStart } from '../../headless/index.ts';

/** What the browser's history keeps of the page of a record beside its address: there after a reload, and on the way back. */
export interface RecordLocationState {
  readonly walk?: RecordPagerStart | RecordPagerState;
  /** The step that led here. */
  readonly step?: -1 | 1;
  /** The tab that was chosen beside the record. */
  readonly tab?: string;
}

/** What was kept last: the router renders in a transition, so that its own word may be older. */
export function readLocationState(): RecordLocationState {
  const { usr } = (globalThis.history.state ?? {}) as { readonly usr?: RecordLocationState | null };
  return usr ?? {};
}

/** Keeps more of the page that is open; once another one is gone to, nothing. */
export function useUpdateLocationState(): (part: RecordLocationState) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback((part) => {
    const { location } = globalThis;
    if (location.pathname === pathname) void navigate(`${pathname}${location.search}`, { replace: true, state: { ...readLocationState(), ...part } });
  }, [navigate, pathname]);
}
