import type { Key, RecordKeys } from '#engine/model/compiled';

/** The shortest term that trigrams can find. */
export const TRIGRAM_LENGTH = 3;

/** Maximum number of trigrams in a query for a term: the server scans one of them and tests each record against the term. */
const MAX_TERM_TRIGRAMS = 6;

/** The trigrams of the keys that support "contains", each with the tag of its key; `undefined` when there are none. */
export function recordTrigrams(keys: RecordKeys, containsKeys: readonly string[]): string[] | undefined {
  const trigrams = new Set<string>();
  for (const keyId of containsKeys) {
    const value = keys[keyId];
    if (value === undefined) continue;
    const values: readonly Key[] = typeof value === 'object' ? value : [value];
    for (const one of values) for (const trigram of cutTrigrams(String(one))) trigrams.add(getKeyTag(keyId) + trigram);
  }
  return trigrams.size === 0 ? undefined : [...trigrams];
}

/** The trigrams that a record has if the key contains the term, spread over the term; none for a short term. */
export function termTrigrams(keyId: string, term: string): string[] {
  const all = [...new Set(cutTrigrams(term))].map((trigram) => getKeyTag(keyId) + trigram);
  if (all.length <= MAX_TERM_TRIGRAMS) return all;
  const stride = (all.length - 1) / (MAX_TERM_TRIGRAMS - 1);
  return Array.from({ length: MAX_TERM_TRIGRAMS }, (_, index) => all[Math.round(index * stride)] as string);
}

/** Splits a text into trigrams of code points: half a surrogate pair could not be stored. */
function cutTrigrams(text: string): string[] {
  const characters = [...text];
  const trigrams: string[] = [];
  for (let index = 0; index + TRIGRAM_LENGTH <= characters.length; index += 1)
    trigrams.push(characters.slice(index, index + TRIGRAM_LENGTH).join(''));
  return trigrams;
}

const keyTags = new Map<string, string>();

/** A tag of two characters for the key. Keys with the same tag cost time but never give a wrong result, because hits are verified. */
function getKeyTag(keyId: string): string {
  let keyTag = keyTags.get(keyId);
  if (keyTag === undefined) {
    let hash = 0x811c9dc5;
    for (const character of keyId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    keyTag = (hash % 1296).toString(36).padStart(2, '0');
    keyTags.set(keyId, keyTag);
  }
  return keyTag;
}
