import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UpdateSearchParams } from '../headless/index.ts';

/** Sets parameters by their names; '' and undefined remove them. */
type SetParams = (values: Readonly<Record<string, string | undefined>>) => void;

/**
 * The current query string, a function that changes it, and one that sets some of its parameters. The router renders in a transition, so a
 * change that follows another immediately starts from the URL of the window.
 */
export function useUrlParams(): readonly [URLSearchParams, UpdateSearchParams, SetParams] {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback<UpdateSearchParams>(
    (next, isNew = false) => {
      void navigate(`?${next(new URLSearchParams(globalThis.location.search)).toString()}`, { replace: !isNew });
    },
    [navigate],
  );
  const set = useCallback<SetParams>(
    (values) =>
      change((next) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      }),
    [change],
  );
  return [address, change, set];
}
