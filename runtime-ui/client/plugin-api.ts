import type { PermissionView, PluginSecretView, PluginStatusView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

const PATH = '/api/plugins';

/** What the page of plugins shows; System Admins only. */
export interface PluginOverview {
  /** In the order in which their hooks run. */
  readonly plugins: readonly PluginStatusView[];
  readonly permissions: readonly PermissionView[];
  readonly secrets: readonly PluginSecretView[];
}

/** The plugins with their permissions and secret settings. */
export async function getPlugins(signal?: AbortSignal): Promise<PluginOverview> {
  const list = async <T>(path: string): Promise<readonly T[]> =>
    (await callApi<{ readonly data: readonly T[] }>('GET', path, signal ? { signal } : {})).data;
  const [plugins, permissions, secrets] = await Promise.all([
    list<PluginStatusView>(PATH),
    list<PermissionView>(`${PATH}/permissions`),
    list<PluginSecretView>(`${PATH}/secrets`),
  ]);
  return { plugins, permissions, secrets };
}

function secretPath({ plugin, key }: Pick<PluginSecretView, 'plugin' | 'key'>): string {
  return `${PATH}/${encodeURIComponent(plugin)}/secrets/${encodeURIComponent(key)}`;
}

/** Enters or replaces the value of a secret setting. */
export function setSecret(secret: Pick<PluginSecretView, 'plugin' | 'key'>, value: string): Promise<PluginSecretView> {
  return callApi('PUT', secretPath(secret), { body: { value } });
}

/** Removes the value of a secret setting. */
export function removeSecret(secret: Pick<PluginSecretView, 'plugin' | 'key'>): Promise<PluginSecretView> {
  return callApi('DELETE', secretPath(secret));
}
