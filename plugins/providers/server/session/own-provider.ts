import type { SessionDataContext } from '#engine';
import type { JsonValue } from '#engine/model';

/** The provider record of the signed-in user, as they may see it; undefined: they have none. */
export async function readOwnProvider({ records, actor, rights }: SessionDataContext): Promise<JsonValue | undefined> {
  const id = rights.ofUser['my_provider'];
  if (id === undefined || !rights.module('providers').access) return undefined;
  return await records.get(actor, { module: 'providers', id });
}
