import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { foldText, milesBetween, type Point } from '#engine/model/values';
import type { GeocoderPort, ZipPlace, ZipSearch } from '../../ports/index.ts';

/** One ZIP in the package's list. */
const ENTRY = /"zip":"(\d{5})","latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"city":"([^"]+)","state":"([A-Z]{2})"/g;

/** Lower bound of the miles in a degree of latitude. */
const MIN_MILES_PER_DEGREE = 68;

/** ZIPs in ascending order, each with its data as one text, and the center coordinates of all ZIPs. */
interface Places {
  readonly texts: ReadonlyMap<string, string>;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/**
 * The US ZIP codes from the bundled list, loaded at the first request. The package itself would keep some 80 MB of
 * objects in memory; here a ZIP is one short text.
 */
export function createUsZips(): GeocoderPort {
  let cached: Places | undefined;
  const places = (): Places => (cached ??= loadPlaces());
  return {
    findZip: async (code) => findPlace(places(), code),
    zipsWithin: (of, miles) => findWithin(places(), of, miles),
    searchZips: async (search) => searchPlaces(places(), search),
  };
}

function loadPlaces(): Places {
  const text = readFileSync(createRequire(import.meta.url).resolve('zipcodes/lib/codes.js'), 'utf8');
  const places: [string, string][] = [];
  for (const [, code = '', latitude, longitude, city, state] of text.matchAll(ENTRY))
    places.push([code, [city, state, latitude, longitude].join('\t')]);
  const texts = new Map(places.sort(([one], [other]) => Number(one) - Number(other)));
  const centers = [...texts].map(([code, place]) => parsePlace(code, place));
  return {
    texts,
    latitudes: Float64Array.from(centers, ({ latitude }) => latitude),
    longitudes: Float64Array.from(centers, ({ longitude }) => longitude),
  };
}

function findPlace({ texts }: Places, code: string): ZipPlace | undefined {
  const place = texts.get(code);
  return place === undefined ? undefined : parsePlace(code, place);
}

function parsePlace(code: string, place: string): ZipPlace {
  const [city = '', state = '', latitude, longitude] = place.split('\t');
  return { code, city, state, latitude: Number(latitude), longitude: Number(longitude) };
}

function findWithin(places: Places, of: string | Point, miles: number): readonly string[] | undefined {
  const center = typeof of === 'string' ? findPlace(places, of) : of;
  if (center === undefined) return undefined;
  const { texts, latitudes, longitudes } = places;
  return [...texts.keys()].filter((_, at) => {
    const other = { latitude: latitudes[at] ?? 0, longitude: longitudes[at] ?? 0 };
    return Math.abs(other.latitude - center.latitude) * MIN_MILES_PER_DEGREE <= miles && milesBetween(center, other) <= miles;
  });
}

function searchPlaces(
  places: Places,
  { code, city, state, near, offset, limit }: ZipSearch,
): { readonly places: readonly ZipPlace[]; readonly total: number } {
  const codes = near === undefined ? [...places.texts.keys()] : (findWithin(places, near.of, near.miles) ?? []);
  const cityPrefix = foldText(city ?? '');
  const found = codes
    .filter((one) => code === undefined || one.startsWith(code))
    .flatMap((one) => findPlace(places, one) ?? [])
    .filter((place) => (state === undefined || place.state === state.toUpperCase()) && foldText(place.city).startsWith(cityPrefix));
  return { places: found.slice(offset, offset + limit), total: found.length };
}
