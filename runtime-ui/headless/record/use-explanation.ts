import { useQuery } from '@tanstack/react-query';
import { explainAccess, queryKeys, type ApiError, type ExplainAction, type ExplainAnswer } from '../../client/index.ts';

/** Why the user may or may not do something with a record. Asked only while `enabled`. */
export function useExplanation(query: { readonly module: string; readonly action: ExplainAction; readonly id?: string }, enabled: boolean) {
  return useQuery<ExplainAnswer, ApiError>({ queryKey: queryKeys.explain(query), queryFn: ({ signal }) => explainAccess(query, signal), enabled, staleTime: 0 });
}
