import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChangeSetPlan } from '#engine/model/wire';
import { planChangeSet, queryKeys, type ApiError } from '../../../client/index.ts';

/** Milliseconds without an edit until the plan is made again: it counts records. */
const SETTLED_AFTER = 800;

/** The plan of a draft at a version; while a newer one is made, the last one stays. Undefined as id: there is none to make. */
export function usePlan(id: string | undefined, version: number): UseQueryResult<ChangeSetPlan, ApiError> {
  return useQuery<ChangeSetPlan, ApiError>({
    queryKey: queryKeys.changeSetPlan(id ?? '', version),
    queryFn: ({ signal }) => planChangeSet(id ?? '', signal),
    enabled: id !== undefined,
    placeholderData: (last, query) => (query?.queryKey[1] === id ? last : undefined),
    staleTime: 60_000,
  });
}

/** A value once it has not changed for a moment; the first one at once. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
