import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UpdateSearchParams } from '../headless/index.ts';

/** The query string that this page is rendered by, and how to change it. The router renders in a transition: a change that follows another at once starts from the window's own address. */
export function useUrlParams(): readonly [URLSearchParams, UpdateSearchParams] {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback<UpdateSearchParams>((next, isNew = false) => {
    void navigate(`?${next(new URLSearchParams(globalThis.location.search)).toString()}`, { replace: !isNew });
  }, [navigate]);
  return [address, change];
}
