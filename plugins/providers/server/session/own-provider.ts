import type { PluginManifest } from '#engine';
import type { JsonValue } from '#engine/model';

/** What session data are read with. */
type Context = Parameters<NonNullable<PluginManifest['sessionData']>[number]['read']>[0];

/** The provider record of the signed-in user, as they may see it; undefined: they have none. */
export async function readOwnProvider({ records, actor, rights }: Context): Promise<JsonValue | undefined> {
  const id = rights.ofUser['my_provider'];
  if (id === undefined || !rights.module('providers').access) return undefined;
  return await records.get(actor, { module: 'providers', id });
}
