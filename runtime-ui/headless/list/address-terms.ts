import type { JsonObject, JsonValue } from '#engine/model/values';
import { readLocalStorage, writeLocalStorage } from '../../client/index.ts';
import { isObject } from '../module/record-value.ts';

/** Characters of a filter in an address. Servers refuse addresses of a few times as much, once their characters are escaped. */
const MAX_IN_ADDRESS = 1500;
/** Longer filters are stored in this browser, as many as this; a newer one replaces an older one in its place. */
const PLACES = 40;

function digest(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

const keyOf = (hash: number): string => `muster.filter.${hash % PLACES}`;

/** A filter for an address: itself, or `~` with the number of a long one that is stored in this browser. */
export function writeAddressTerms(terms: JsonObject): string {
  const text = JSON.stringify(terms);
  const hash = digest(text);
  return text.length > MAX_IN_ADDRESS && writeLocalStorage(keyOf(hash), text) ? `~${hash}` : text;
}

/** The filter of an address; undefined: it has none, or one that is not stored in this browser any more. */
export function readAddressTerms(address: string | null): JsonObject | undefined {
  try {
    const hash = address?.startsWith('~') ? Number(address.slice(1)) : undefined;
    const text = (hash === undefined ? address : readLocalStorage(keyOf(hash))) ?? '';
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) && (hash === undefined || digest(text) === hash) ? value : undefined;
  } catch {
    return undefined;
  }
}
