import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModuleView, RecordLink } from '#engine/model';
import { getFavorites, queryKeys, setFavorite, type ApiError } from '../../client/index.ts';

/** Whether a record is among the user's favourites, and how to change that. */
export function useFavorite(module: ModuleView, id: string) {
  const client = useQueryClient();
  const favorites = useQuery<readonly RecordLink[], ApiError>({ queryKey: queryKeys.favorites(), queryFn: ({ signal }) => getFavorites(signal) });
  const isFavorite = favorites.data?.some((link) => link._id === id && link.module === module.name) ?? false;
  const change = useMutation({
    mutationFn: (next: boolean) => setFavorite(module.path, id, next),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.favorites() }),
  });
  // While the call runs the star shows what was asked for.
  return { isFavorite: change.isPending ? change.variables : isFavorite, toggle: () => change.mutate(!isFavorite) };
}
