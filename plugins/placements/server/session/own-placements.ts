import type { PluginManifest } from '#engine';
import type { JsonValue } from '#engine/model';

/** What session data are read with. */
type Context = Parameters<NonNullable<PluginManifest['sessionData']>[number]['read']>[0];

/** Most placements that a session has. */
const MOST = 100;

/** The placements of the signed-in provider, as they may see them, the newest first; undefined: the user is no provider. */
export async function readOwnPlacements({ records, actor, rights }: Context): Promise<JsonValue | undefined> {
  const provider = rights.ofUser['my_provider'];
  if (provider === undefined || !rights.module('placements').access) return undefined;
  const { data } = await records.find(actor, {
    module: 'placements',
    filter: { providers_placements: provider },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    limit: MOST,
  });
  return data;
}
