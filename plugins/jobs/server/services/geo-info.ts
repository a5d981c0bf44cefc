import type { JsonObject, JsonValue, Point } from '#engine/model';

/** The ZIP that a text begins with; undefined: it begins with none. */
export function readZip(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? /^\d{5}/.exec(value)?.[0] : undefined;
}

/** The ZIP of an address. */
export function zipOfAddress(address: JsonValue | undefined): string | undefined {
  return typeof address === 'object' && address !== null && !Array.isArray(address) ? readZip((address as JsonObject)['zip']) : undefined;
}

/** Where a record is, by its `geoInfo`; undefined: nobody knows. */
export function readPoint(geoInfo: JsonValue | undefined): Point | undefined {
  if (typeof geoInfo !== 'object' || geoInfo === null || Array.isArray(geoInfo)) return undefined;
  const { latitude, longitude } = geoInfo as JsonObject;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** The ZIPs that a lead would go to, by its `geoInfo`: those that there are. */
export function readInterestedZips(geoInfo: JsonValue | undefined): readonly string[] {
  const listed = typeof geoInfo === 'object' && geoInfo !== null && !Array.isArray(geoInfo) ? (geoInfo as JsonObject)['interested'] : undefined;
  return Array.isArray(listed) ? listed.filter((zip): zip is string => typeof zip === 'string') : [];
}
