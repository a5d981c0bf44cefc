import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject, ModuleView, ShellView } from '#engine/model';
import type { ApiError } from './api-error.ts';
import { writeWithExpiry, readWithExpiry } from './browser-storage.ts';
import { getModuleView, getPublicSettings, type PublicSettings } from './module-api.ts';
import { CACHE_TTL_MILLISECONDS, invalidateRecords } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { getShell } from './session-api.ts';

const SETTINGS = 'muster-public-settings';

/** The shell of the signed-in user; asked only while `enabled`. */
export function useShell(enabled = true) {
  return useQuery<ShellView, ApiError>({ queryKey: queryKeys.shell(), queryFn: ({ signal }) => getShell(signal), staleTime: CACHE_TTL_MILLISECONDS, enabled });
}

/** What generated screens need of a module. */
export function useModuleView(module: string) {
  return useQuery<ModuleView, ApiError>({ queryKey: queryKeys.moduleView(module), queryFn: ({ signal }) => getModuleView(module, signal), staleTime: CACHE_TTL_MILLISECONDS });
}

/** Settings that may be read without a session. */
export function usePublicSettings() {
  const known = readWithExpiry(SETTINGS) as PublicSettings | undefined;
  return useQuery({
    queryKey: queryKeys.publicSettings(),
    queryFn: async ({ signal }) => {
      const settings = await getPublicSettings(signal);
      writeWithExpiry(SETTINGS, settings as JsonObject);
      return settings;
    },
    // What was read a while ago shows at once, so that sign-in does not change its branding before the eyes.
    ...(known === undefined ? {} : { placeholderData: known }),
    staleTime: CACHE_TTL_MILLISECONDS,
  });
}

/** `invalidateRecords` for calls that the client does not know of, such as a plugin's own. */
export function useInvalidateRecords(): (modules: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return (modules) => invalidateRecords(client, modules);
}
