import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '#engine/model/values';
import type { Key } from '#engine/model/compiled';
import { createCollection } from '../schema/collection.ts';
import { encodeList, listFragment, listNeedle } from '../schema/list-text.ts';
import { columnName, documentTable, listTable, pendingTable, recordTableName, searchTableName } from '../schema/names.ts';
import { prefixEnd } from './prefix-end.ts';
import { searchTerm } from '../search/search-term.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', '"', '\\', ',', '[', ']', '0', '\u0000', '\u0001', 'é', '😀', '\uffff', '\u{10ffff}'),
  maxLength: 6,
});
/** A key is of one kind, text or number. */
const listAndValue: fc.Arbitrary<readonly [readonly Key[], Key]> = fc.oneof(
  fc.tuple(fc.array(anyText, { maxLength: 5 }), anyText),
  fc.tuple(fc.array(fc.integer({ min: -3, max: 30 }), { maxLength: 5 }), fc.integer({ min: -3, max: 30 })),
);

describe('a list as encoded in its row', () => {
  it('contains the needle of a value exactly when it has the value', () => {
    fc.assert(
      fc.property(listAndValue, ([list, value]) => {
        const needle = listNeedle(value);
        if (needle !== undefined) expect(encodeList(list)?.includes(needle) ?? false).toBe(list.includes(value));
      }),
      { numRuns: 5000 },
    );
  });

  it('has no needle for a comma alone, which also occurs between other elements', () => {
    expect(encodeList(['a,', ',b'])).toContain(',",",');
    expect(listNeedle(',')).toBeUndefined();
  });

  it('contains the fragment of every text that an element contains', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), anyText, anyText, (list, before, text) => {
        expect(encodeList([...list, `${before}${text}`])).toContain(listFragment(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('prefixEnd', () => {
  it('comes after all texts with the prefix and before all others that come after it', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text !== ''),
        anyText,
        (prefix, other) => {
          const end = prefixEnd(prefix);
          const within = compareCodePoints(other, prefix) >= 0 && (end === undefined || compareCodePoints(other, end) < 0);
          expect(within).toBe(other.startsWith(prefix));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['a', 'b'],
    ['a\u{10ffff}', 'b'],
    ['\ud7ff', '\ue000'],
    ['\u{10ffff}', undefined],
  ])('of %j is %j', (prefix, end) => {
    expect(prefixEnd(prefix)).toBe(end);
  });
});

describe('names', () => {
  it('never collide, although SQLite ignores case and FTS5 creates tables of its own', () => {
    const ids = ['x', 'X', 'x_data', 'x~f', 'x~l~a', 'é', 'É', 'x"y', "x'y", 'x y', ''];
    const names = ids
      .flatMap((id) => [
        recordTableName(id),
        documentTable(id),
        pendingTable(id),
        listTable(id, 'a'),
        listTable(id, 'A'),
        ...['', '_data', '_idx', '_docsize', '_config', '_content'].map((end) => searchTableName(id) + end),
      ])
      .map((name) => name.replaceAll('"', '').toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(ids.map((id) => columnName(id).toLowerCase())).size).toBe(ids.length);
  });
});

describe('searchTerm', () => {
  const collection = createCollection({
    name: 'm',
    keys: [
      { id: 'n', kind: 'text', list: false },
      { id: 'o', kind: 'text', list: false },
    ],
    indexes: [],
    contains: ['n'],
  });
  const term = (id: string, text: string): string | undefined => {
    const key = collection.keys.get(id);
    return key && searchTerm(collection, key, text);
  };

  it('uses trigrams that cover the text, but not all of them', () => {
    expect(term('n', 'smith')).toBe('"k_n" : ("smi" AND "ith")');
    expect(term('n', 'a"b')).toBe('"k_n" : ("a""b")');
    expect((term('n', 'x'.repeat(50) + 'abcdefghijklmnopqrstuvwxyz'.repeat(3))?.match(/AND/g) ?? []).length).toBeLessThan(8);
  });

  it('returns undefined for short texts, texts with NUL and keys without an index', () => {
    expect(term('n', 'ab')).toBeUndefined();
    expect(term('n', '😀é')).toBeUndefined();
    expect(term('n', 'abc\0')).toBeUndefined();
    expect(term('o', 'smith')).toBeUndefined();
  });
});
