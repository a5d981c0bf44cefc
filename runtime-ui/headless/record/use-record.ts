import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ModuleView, RecordLink } from '#engine/model/wire';
import {
  getRecordWithRelationships,
  logRecentlySeen,
  queryKeys,
  type ApiError,
  explainAccess,
  type ExplainResponse,
  type ExplainQuery,
  getFavorites,
  setFavorite,
} from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';

/** A record with populated relates, read again on each mount. */
export function useRecord(module: ModuleView, id: string | undefined) {
  return useQuery<RecordValues, ApiError>({
    queryKey: queryKeys.record(module.name, id ?? ''),
    queryFn: async ({ signal }) => await getRecordWithRelationships(module.path, id ?? '', signal),
    enabled: id !== undefined,
    // Shown from the cache, and still read again: a form needs the newest version.
    refetchOnMount: 'always',
  });
}

/** Logs once that the user opened the record, for the recently seen list. */
export function useLogRecentlySeen(module: string, id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => {
      logRecentlySeen(module, id).then(
        () => client.invalidateQueries({ queryKey: queryKeys.recentlySeen() }),
        () => undefined,
      );
    }, 1000);
    return () => clearTimeout(timer);
  }, [client, module, id]);
}

/** Explains why the user may or may not do something with a record. Requested only while `enabled`. */
export function useExplanation(query: ExplainQuery, enabled: boolean) {
  return useQuery<ExplainResponse, ApiError>({
    queryKey: queryKeys.explain(query),
    queryFn: ({ signal }) => explainAccess(query, signal),
    enabled,
    staleTime: 0,
  });
}

/** Whether a record is among the user's favourites, and a function to change that; `onError` is called if that fails. */
export function useFavorite(module: ModuleView, id: string, onError: (error: ApiError) => void) {
  const client = useQueryClient();
  const favorites = useQuery<readonly RecordLink[], ApiError>({
    queryKey: queryKeys.favorites(),
    queryFn: ({ signal }) => getFavorites(signal),
  });
  const isFavorite = favorites.data?.some((link) => link._id === id && link.module === module.name) ?? false;
  const change = useMutation<unknown, ApiError, boolean>({
    mutationFn: (next) => setFavorite(module.path, id, next),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.favorites() }),
  });
  // During the request the star shows the requested state.
  return { isFavorite: change.isPending ? change.variables : isFavorite, toggle: () => change.mutate(!isFavorite) };
}
