import { useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model';
import { CACHE_TTL_MILLISECONDS, callApi, queryKeys, type ApiError } from '../../client/index.ts';

/** The users as the signed-in user meets them on their own record: whoever may see no others may still see and change this one. */
export function useOwnProfile() {
  return useQuery<ModuleView, ApiError>({ queryKey: queryKeys.ownProfile(), queryFn: ({ signal }) => callApi<ModuleView>('GET', '/api/ss-modules/own-profile', { signal }), staleTime: CACHE_TTL_MILLISECONDS });
}
