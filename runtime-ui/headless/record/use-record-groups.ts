import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { callApi, queryKeys, type ApiError } from '../../client/index.ts';

/** What to group records by, and what to compute for each group. */
export interface RecordGroupsInput {
  /** One or two fields; dates by a period. */
  readonly by: readonly { readonly field: string; readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year' }[];
  /** Figures by names of their own; all but `count` are of a number field. */
  readonly measures: readonly { readonly name: string; readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max'; readonly field?: string }[];
  /** In the filter grammar; {}: all records. */
  readonly searchTerms: JsonObject;
}

/** Records with the same values. */
export interface RecordGroup {
  /** The values, in the order of the fields; null: none. A period is the day on which it starts. */
  readonly keys: readonly (string | number | null)[];
  /** The figures by name; null: no record has a value. */
  readonly measures: { readonly [name: string]: number | null };
}

/** The groups of a module's records that the user may see, at most 1,000, sorted by their keys. */
export function useRecordGroups(module: ModuleView, input: RecordGroupsInput) {
  return useQuery<{ readonly data: readonly RecordGroup[] }, ApiError>({
    queryKey: queryKeys.list(module.name, { groups: input }),
    queryFn: ({ signal }) => callApi<{ readonly data: readonly RecordGroup[] }>('POST', `${module.path}/group`, { body: input, signal }),
  });
}
