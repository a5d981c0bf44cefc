import type { JsonObject } from '#engine/model/values';
import type { SessionUser } from '#engine/model/wire';
import { moduleRoute } from '../../client/index.ts';
import { writeAddressTerms } from './address-terms.ts';

/** The address of the list of a module with a filter, in the area of the user. */
export function listRoute(module: string, terms: JsonObject, user: Pick<SessionUser, 'userType'> | null = null): string {
  const route = moduleRoute(module, user);
  if (Object.keys(terms).length === 0) return route;
  return `${route}?${new URLSearchParams({ filter: writeAddressTerms(terms) }).toString()}`;
}
