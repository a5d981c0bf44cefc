import type { JsonObject, JsonValue } from '#engine/model/values';
import { readLocalStorage, writeLocalStorage } from '../../client/index.ts';
import { isObject } from '../module/record-value.ts';

/** Characters of a filter in an address. Servers refuse addresses of a few times as much, once their characters are escaped. */
const MAX_IN_ADDRESS = 1500;
/** Longer filters are stored in this browser; a newer one replaces an older one in its place. */
const PLACES = 40;
const STORED = '~';

function digest(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash;
}

const keyOf = (hash: number): string => `muster.filter.${hash % PLACES}`;

/** A filter for an address: itself, or the name of a long one that is stored in this browser. */
export function writeAddressTerms(terms: JsonObject): string {
  const text = JSON.stringify(terms);
  if (text.length <= MAX_IN_ADDRESS) return text;
  const hash = digest(text);
  return writeLocalStorage(keyOf(hash), text) ? `${STORED}${hash.toString(36)}` : text;
}

/** The filter of an address; undefined: it has none, or one that is not stored in this browser any more. */
export function readAddressTerms(text: string | null): JsonObject | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text.startsWith(STORED) ? readStored(text.slice(1)) : text) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readStored(name: string): string {
  const hash = Number.parseInt(name, 36);
  const text = readLocalStorage(keyOf(hash)) ?? '';
  return digest(text) === hash ? text : '';
}
