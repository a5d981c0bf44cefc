import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys, type ApiError } from '../../client/index.ts';

/**
 * A response that depends on the records of a module: it is read again after saves of them that the user may see. `name` tells it from
 * others of the module, with all that it depends on. The last response stays while the next one is loaded. `read` may fail with an `ApiError`,
 * which is the error of the result.
 */
export function useModuleQuery<T>(module: string, name: object, read: (signal: AbortSignal) => Promise<T>) {
  return useQuery<T, ApiError>({
    queryKey: queryKeys.list(module, name),
    queryFn: ({ signal }) => read(signal),
    placeholderData: keepPreviousData,
  });
}
