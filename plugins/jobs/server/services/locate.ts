import type { PluginContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { readZip, zipOfAddress } from './geo-info.ts';

type Geocoder = PluginContext['geocoder'];
type Fields = { readonly [field: string]: JsonValue | undefined };

/** The fields that the location of a job is computed from. */
export const JOB_LOCATION_FIELDS: readonly string[] = ['zip'];

/** The fields that the home and the interested locations of a lead are computed from. */
export const LEAD_LOCATION_FIELDS: readonly string[] = ['current_address', 'interested_location_zips'];

/** Maximum number of interested locations. */
const MAX_INTERESTED_ZIPS = 50;

/** The `geoInfo` of a job: the center of its ZIP. Undefined if it is not known. */
export function buildJobGeoInfo(geocoder: Geocoder, job: Fields): Promise<JsonObject | undefined> {
  return locateZip(geocoder, readZip(job['zip']));
}

/** The `geoInfo` of a lead: its home, and those of its interested ZIPs that exist. Undefined if neither is known. */
export async function buildLeadGeoInfo(geocoder: Geocoder, lead: Fields): Promise<JsonObject | undefined> {
  const home = await locateZip(geocoder, zipOfAddress(lead['current_address']));
  const interested = await findZips(geocoder, lead['interested_location_zips']);
  const geoInfo: JsonObject = { ...home, ...(interested.length === 0 ? {} : { interested: [...interested] }) };
  return Object.keys(geoInfo).length === 0 ? undefined : geoInfo;
}

async function locateZip(geocoder: Geocoder, zip: string | undefined): Promise<JsonObject | undefined> {
  const place = zip === undefined ? undefined : await geocoder.findZip(zip);
  return place === undefined ? undefined : { zip: place.code, latitude: place.latitude, longitude: place.longitude };
}

async function findZips(geocoder: Geocoder, listed: JsonValue | undefined): Promise<readonly string[]> {
  const texts: readonly JsonValue[] = Array.isArray(listed) ? listed : [];
  const zips = [...new Set(texts.flatMap((text) => readZip(text) ?? []))].slice(0, MAX_INTERESTED_ZIPS);
  const found = await Promise.all(zips.map((zip) => geocoder.findZip(zip)));
  return found.flatMap((place) => place?.code ?? []);
}
