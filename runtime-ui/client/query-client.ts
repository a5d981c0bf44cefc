import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { queryKeys } from './query-keys.ts';

/** Definitions, settings and names are cached this long: 5 minutes. */
export const CACHE_TTL_MILLISECONDS = 300_000;

function shouldRetry(failures: number, error: unknown): boolean {
  // Error responses are final; only an unreachable or overloaded server is requested again.
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status === 503);
  return isTransient && failures < 2;
}

/** The query cache of the application. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: CACHE_TTL_MILLISECONDS, retry: shouldRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}

/**
 * Invalidates all record queries after a save. Hooks, relates shown by name and related lists make a save affect other modules, so the
 * queries of all modules become stale. Active queries of the named modules are read again at once, the others when they are used next.
 */
export async function invalidateRecords(client: QueryClient, modules: readonly string[]): Promise<void> {
  const { allRecords, quickSearches, records, recentlySeen, favorites } = queryKeys;
  await Promise.all([allRecords(), quickSearches()].map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'none' })));
  await Promise.all([...modules.map(records), recentlySeen(), favorites()].map((queryKey) => client.invalidateQueries({ queryKey })));
}
