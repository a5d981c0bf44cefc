import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UpdateSearchParams } from '../headless/index.ts';

/**
 * The current query string and a function that changes it. The router renders in a transition, so a change that follows another immediately
 * starts from the URL of the window.
 */
export function useUrlParams(): readonly [URLSearchParams, UpdateSearchParams] {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback<UpdateSearchParams>(
    (next, isNew = false) => {
      void navigate(`?${next(new URLSearchParams(globalThis.location.search)).toString()}`, { replace: !isNew });
    },
    [navigate],
  );
  return [address, change];
}
