import { useQueries } from '@tanstack/react-query';
import type { ModuleSummary } from '#engine/model/wire';
import { CACHE_TTL_MILLISECONDS, queryKeys, searchRecords, type SearchInput } from '../../client/index.ts';

/** Records of a module to count. */
export interface CountedRecords {
  /** The module of the records. */
  readonly module: Pick<ModuleSummary, 'name' | 'path' | 'nameField'>;
  /** In the filter grammar; absent: all records. */
  readonly terms?: SearchInput['searchTerms'];
}

/** The numbers of records, in the order of the queries; undefined: not read yet. A save in a module refreshes its number. */
export function useRecordCounts(counted: readonly CountedRecords[], isWanted = true): readonly (number | undefined)[] {
  const results = useQueries({
    queries: counted.map(({ module, terms }) => {
      const input: SearchInput = {
        pageNumber: 0,
        pageSize: 1,
        fields: [module.nameField],
        ...(terms === undefined ? {} : { searchTerms: terms }),
      };
      return {
        queryKey: queryKeys.list(module.name, input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => searchRecords(module.path, input, signal),
        enabled: isWanted,
        staleTime: CACHE_TTL_MILLISECONDS,
        refetchOnWindowFocus: false,
      };
    }),
  });
  return results.map(({ data }) => data?.total);
}
