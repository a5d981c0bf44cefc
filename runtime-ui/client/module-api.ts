import type { JsonValue } from '#engine/model/values';
import type { ModuleView, ShellView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** Returns the metadata of a module for generated screens. 403 if the user has no access to it. */
export function getModuleView(name: string, signal?: AbortSignal): Promise<ModuleView> {
  return callApi<ModuleView>('GET', `/api/ss-modules/by-name/${encodeURIComponent(name)}`, signal ? { signal } : {});
}

/** A branding of the sign-in page: the first whose marker is in host or path is used. */
export interface Branding {
  /** Absent or empty: it is part of every address. */
  readonly marker?: string;
  readonly title: string;
  readonly logo?: string;
  readonly background?: string;
  readonly headline?: string;
  readonly tagline?: string;
  /** A sentence below the sign-in form. */
  readonly note?: string;
}

/** Settings that can be read without a session. */
export interface PublicSettings {
  readonly brandings?: readonly Branding[];
  readonly password_max_length?: number;
  /** The page after sign-in, by user type; absent: Home. */
  readonly first_pages?: { readonly [userType: string]: string };
  readonly [key: string]: JsonValue | undefined | readonly Branding[];
}

/** Settings marked public, by key. */
export async function getPublicSettings(signal?: AbortSignal): Promise<PublicSettings> {
  const { settings } = await callApi<{ readonly settings: PublicSettings }>('GET', '/api/public-settings', {
    anonymous: true,
    ...(signal ? { signal } : {}),
  });
  return settings;
}

/** Finds a module by name among those that the user has access to. */
export function findModule(shell: ShellView | undefined, name: string): ShellView['modules'][number] | undefined {
  return shell?.modules.find((module) => module.name === name);
}
