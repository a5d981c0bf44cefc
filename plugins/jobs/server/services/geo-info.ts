import type { JsonObject, JsonValue, Point } from '#engine/model';

/** The ZIP at the start of a text; undefined if there is none. */
export function readZip(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? /^\d{5}/.exec(value)?.[0] : undefined;
}

/** The ZIP of an address. */
export function zipOfAddress(address: JsonValue | undefined): string | undefined {
  return typeof address === 'object' && address !== null && !Array.isArray(address) ? readZip((address as JsonObject)['zip']) : undefined;
}

/** The position of a record from its `geoInfo`; undefined if it is not known. */
export function readPoint(geoInfo: JsonValue | undefined): Point | undefined {
  if (typeof geoInfo !== 'object' || geoInfo === null || Array.isArray(geoInfo)) return undefined;
  const { latitude, longitude } = geoInfo as JsonObject;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** The interested ZIPs in the `geoInfo` of a lead: only ZIPs that exist. */
export function readInterestedZips(geoInfo: JsonValue | undefined): readonly string[] {
  const listed =
    typeof geoInfo === 'object' && geoInfo !== null && !Array.isArray(geoInfo) ? (geoInfo as JsonObject)['interested'] : undefined;
  return Array.isArray(listed) ? listed.filter((zip): zip is string => typeof zip === 'string') : [];
}
