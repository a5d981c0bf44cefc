import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys, searchRecords, type ApiError, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';

/** The matching records of a module, read again after saves; without the module nothing is requested. */
export function useRecordSearch(module: Pick<ModuleView, 'name' | 'path'> | undefined, input: SearchInput) {
  return useQuery<PageResponse<RecordData>, ApiError>({
    queryKey: queryKeys.list(module?.name ?? '', input),
    queryFn: ({ signal }) => searchRecords<RecordData>(module?.path ?? '', input, signal),
    enabled: module !== undefined,
    placeholderData: keepPreviousData,
  });
}
