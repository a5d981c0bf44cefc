import { useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model/wire';
import { CACHE_TTL_MILLISECONDS, callApi, queryKeys, type ApiError } from '../../client/index.ts';

/** The users module for the user's own profile: also users without access to other users can read and change their own record. */
export function useOwnProfile() {
  return useQuery<ModuleView, ApiError>({
    queryKey: queryKeys.ownProfile(),
    queryFn: ({ signal }) => callApi<ModuleView>('GET', '/api/ss-modules/own-profile', { signal }),
    staleTime: CACHE_TTL_MILLISECONDS,
  });
}
