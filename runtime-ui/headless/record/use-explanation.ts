import { useQuery } from '@tanstack/react-query';
import type { AccessExplanation } from '#engine/model/wire';
import { explainAccess, queryKeys, type ApiError, type ExplainQuery } from '../../client/index.ts';

/** Explains why the user may or may not do something with a record. Requested only while `enabled`. */
export function useExplanation(query: ExplainQuery, enabled: boolean) {
  return useQuery<AccessExplanation, ApiError>({
    queryKey: queryKeys.explain(query),
    queryFn: ({ signal }) => explainAccess(query, signal),
    enabled,
    staleTime: 0,
  });
}
