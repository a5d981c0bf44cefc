import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { queryKeys } from './query-keys.ts';

/** Definitions, settings and names are kept this long: 5 minutes. */
export const CACHE_MILLISECONDS = 300_000;

function shouldRetry(failures: number, error: unknown): boolean {
  // Refusals stay refusals; only an unreachable or overloaded server is asked again.
  const isPassing = error instanceof ApiError && (error.status === 0 || error.status === 503);
  return isPassing && failures < 2;
}

/** The query cache of the application. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: CACHE_MILLISECONDS, retry: shouldRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}

/** Drops what was read of modules, after a save touched them; relates elsewhere may show their names, so lists are asked anew too. */
export async function dropRecords(client: QueryClient, modules: readonly string[]): Promise<void> {
  await Promise.all([...modules.map((module) => client.invalidateQueries({ queryKey: queryKeys.records(module) })), client.invalidateQueries({ queryKey: queryKeys.recentlySeen() }), client.invalidateQueries({ queryKey: queryKeys.favorites() })]);
}
