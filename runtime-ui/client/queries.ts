import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModuleView, ShellView } from '#engine/model';
import type { ApiError } from './api-error.ts';
import { getModuleView, getPublicSettings } from './module-calls.ts';
import { CACHE_MILLISECONDS, dropRecords } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { getShell } from './session-calls.ts';

/** The shell of the signed-in user; asked only while `enabled`. */
export function useShell(enabled = true) {
  return useQuery<ShellView, ApiError>({ queryKey: queryKeys.shell(), queryFn: ({ signal }) => getShell(signal), staleTime: CACHE_MILLISECONDS, enabled });
}

/** What generated screens need of a module. */
export function useModuleView(module: string) {
  return useQuery<ModuleView, ApiError>({ queryKey: queryKeys.moduleView(module), queryFn: ({ signal }) => getModuleView(module, signal), staleTime: CACHE_MILLISECONDS });
}

/** Settings that may be read without a session. */
export function usePublicSettings() {
  return useQuery({ queryKey: queryKeys.publicSettings(), queryFn: ({ signal }) => getPublicSettings(signal), staleTime: CACHE_MILLISECONDS });
}

/** `dropRecords` for calls that the client does not know of, such as a plugin's own. */
export function useDropRecords(): (modules: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return (modules) => dropRecords(client, modules);
}
