import { useQueries, type UseQueryOptions } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys, type ApiError, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { readListPage } from './list-query.ts';

/** A page of a list, as far as it is loaded. */
export interface ListPageResult {
  readonly data: PageResponse<RecordData> | undefined;
  readonly error: ApiError | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Some pages of a list, each with its own query: pages that are not shown are neither read nor read again. The results are in the order of
 * `pages`.
 */
export function useListPages(
  module: ModuleView,
  query: SearchInput,
  pages: readonly number[],
  pageSize: number,
): readonly ListPageResult[] {
  return useQueries<UseQueryOptions<PageResponse<RecordData>, ApiError>[]>({
    queries: pages.map((pageNumber) => {
      const input = { ...query, pageNumber, pageSize };
      return { queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal) };
    }),
  });
}
