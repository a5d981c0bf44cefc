import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModuleView, RecordLink } from '#engine/model/wire';
import { getFavorites, queryKeys, setFavorite, type ApiError } from '../../client/index.ts';

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
