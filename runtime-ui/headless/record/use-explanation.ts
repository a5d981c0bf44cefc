import { useQuery } from '@tanstack/react-query';
import { explainAccess, queryKeys, type ApiError, type ExplainAction } from '../../client/index.ts';

/** A rule that was looked at, in order. */
export interface ExplainReason {
  readonly rule: string;
  readonly role?: string;
  readonly team?: string;
  readonly text: string;
  readonly passes?: boolean;
  readonly decides?: boolean;
}

export interface Explanation {
  readonly allowed: boolean;
  readonly reasons: readonly ExplainReason[];
  readonly grant?: { readonly kind: string; readonly role?: string; readonly module: string; readonly property: string; readonly value: unknown };
}

/** Why the user may or may not do something with a record. Asked only while `enabled`. */
export function useExplanation(query: { readonly module: string; readonly action: ExplainAction; readonly id?: string }, enabled: boolean) {
  return useQuery<Explanation, ApiError>({ queryKey: queryKeys.explain(query), queryFn: ({ signal }) => explainAccess(query, signal), enabled, staleTime: 0 });
}
