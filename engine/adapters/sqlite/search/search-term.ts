import type { Collection, StoredKey } from '../schema/collection.ts';
import { listFragment } from '../schema/list-text.ts';

/** Maximum number of trigrams in a search; the test of each found row checks the rest. */
const MAX_TRIGRAMS = 6;

/**
 * The query on the search table that finds every row whose key contains the text (and possibly others: each row is tested
 * afterwards). Undefined when the table cannot be used: no search on this key, fewer than three characters, a NUL.
 */
export function searchTerm(collection: Collection, key: StoredKey, text: string): string | undefined {
  if (!collection.searchKeys.includes(key) || text.includes('\0')) return undefined;
  // A list is indexed as its row's text, where some characters are escaped.
  const points = Array.from(key.schema.list ? listFragment(text) : text);
  if (points.length < 3) return undefined;
  const trigrams = new Set<string>();
  const step = Math.max(3, Math.ceil((points.length - 3) / (MAX_TRIGRAMS - 1)));
  for (let start = 0; start < points.length - 3; start += step) trigrams.add(points.slice(start, start + 3).join(''));
  trigrams.add(points.slice(-3).join(''));
  return `${key.column} : (${[...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')})`;
}
