import type { PluginContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { readZip, zipOfAddress } from './geo-info.ts';

type Places = PluginContext['places'];
type Fields = { readonly [field: string]: JsonValue | undefined };

/** The fields by which it is known where a job is. */
export const JOB_LOCATION_FIELDS: readonly string[] = ['zip'];

/** The fields by which it is known where a lead lives, and would go. */
export const LEAD_LOCATION_FIELDS: readonly string[] = ['current_address', 'interested_location_zips'];

/** More places than anyone looks for work in. */
const MAX_INTERESTED_ZIPS = 50;

/** What `geoInfo` says of a job: where the middle of its ZIP is. Undefined: nobody knows. */
export function buildJobGeoInfo(places: Places, job: Fields): Promise<JsonObject | undefined> {
  return locateZip(places, readZip(job['zip']));
}

/** What it says of a lead: where it lives, and which of the ZIPs that it would go to there are. Undefined: neither is known. */
export async function buildLeadGeoInfo(places: Places, lead: Fields): Promise<JsonObject | undefined> {
  const home = await locateZip(places, zipOfAddress(lead['current_address']));
  const interested = await findZips(places, lead['interested_location_zips']);
  const geoInfo: JsonObject = { ...home, ...(interested.length === 0 ? {} : { interested: [...interested] }) };
  return Object.keys(geoInfo).length === 0 ? undefined : geoInfo;
}

async function locateZip(places: Places, zip: string | undefined): Promise<JsonObject | undefined> {
  const place = zip === undefined ? undefined : await places.findZip(zip);
  return place === undefined ? undefined : { zip: place.code, latitude: place.latitude, longitude: place.longitude };
}

async function findZips(places: Places, listed: JsonValue | undefined): Promise<readonly string[]> {
  const texts: readonly JsonValue[] = Array.isArray(listed) ? listed : [];
  const zips = [...new Set(texts.flatMap((text) => readZip(text) ?? []))].slice(0, MAX_INTERESTED_ZIPS);
  const found = await Promise.all(zips.map((zip) => places.findZip(zip)));
  return found.flatMap((place) => place?.code ?? []);
}
