import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView, ShellView } from '#engine/model/wire';
import type { ApiError } from './api-error.ts';
import { writeWithExpiry, readWithExpiry } from './browser-storage.ts';
import { getModuleView, getPublicSettings, type PublicSettings } from './module-api.ts';
import { CACHE_TTL_MILLISECONDS, invalidateRecords } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { getShell } from './session-api.ts';

const SETTINGS = 'muster-public-settings';

/** The shell of the signed-in user; requested only while `enabled`. */
export function useShell(enabled = true) {
  return useQuery<ShellView, ApiError>({
    queryKey: queryKeys.shell(),
    queryFn: ({ signal }) => getShell(signal),
    staleTime: CACHE_TTL_MILLISECONDS,
    enabled,
  });
}

/** Returns a function that reads the shell again: after a change of what only the server knows, such as records that make the menu. */
export function useRefreshShell(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: queryKeys.shell() });
}

/** The metadata of a module for generated screens, from a cache; `error` of the result is an ApiError. */
export function useModuleView(module: string, isWanted = true) {
  return useQuery<ModuleView, ApiError>({
    queryKey: queryKeys.moduleView(module),
    queryFn: ({ signal }) => getModuleView(module, signal),
    staleTime: CACHE_TTL_MILLISECONDS,
    enabled: isWanted,
  });
}

const PUBLIC_SETTINGS = queryOptions({
  queryKey: queryKeys.publicSettings(),
  queryFn: async ({ signal }) => {
    const settings = await getPublicSettings(signal);
    writeWithExpiry(SETTINGS, settings as JsonObject);
    return settings;
  },
  staleTime: CACHE_TTL_MILLISECONDS,
});

/** Settings that can be read without a session. */
export function usePublicSettings() {
  const known = readWithExpiry(SETTINGS) as PublicSettings | undefined;
  // Previously stored settings are shown at once, so that the branding of the sign-in page does not change visibly.
  return useQuery({ ...PUBLIC_SETTINGS, ...(known === undefined ? {} : { placeholderData: known }) });
}

/** Waits for the settings that can be read without a session; undefined if they cannot be read. */
export function useLoadPublicSettings(): () => Promise<PublicSettings | undefined> {
  const client = useQueryClient();
  return () => client.ensureQueryData(PUBLIC_SETTINGS).catch(() => undefined);
}

/**
 * Returns a function that reads the shown records of these modules again, for requests that the client does not make itself, such as
 * those of a plugin. Its promise never rejects.
 */
export function useInvalidateRecords(): (modules: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return (modules) => invalidateRecords(client, modules);
}
