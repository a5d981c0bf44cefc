import { describe, expect, it } from 'vitest';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { fromStored, toStored } from './stored-document.ts';
import { recordTrigrams, termTrigrams } from '../search/trigrams.ts';

function nest(levels: number): JsonValue {
  return levels === 0 ? 1 : { inner: nest(levels - 1) };
}

describe('toStored', () => {
  it.each<[string, JsonValue]>([
    ['an operator', { $set: { a: 1 } }],
    ['a reference of the driver', { $ref: 'x', $id: 'y' }],
    ['a type of the driver', [{ _bsontype: 'ObjectId', id: 'x' }]],
    ['a name with a dot', { 'a.b': 1 }],
    ['a name with NUL', { 'a\u0000b': 1 }],
    ['deep nesting', nest(1000)],
    ['__proto__', JSON.parse('{"__proto__":{"x":1}}') as JsonValue],
  ])('stores %s as JSON and restores it', (_text, value) => {
    const document: RecordDocument = { _id: 'a', _version: 2, plain: 'x', odd: value };
    const stored = toStored(document, {}, 7, []);
    expect(Object.keys(stored.d)).toEqual(['plain']);
    expect(fromStored(stored)).toEqual({ document, definitionVersion: 7 });
  });

  it('stores fields that BSON supports unchanged', () => {
    const stored = toStored(
      { _id: 'a', _version: 2, address: { city: 'Rome' }, list: [1, null] },
      { 'f.city': 'rome', list: ['x'], none: undefined },
      1,
      ['f.city'],
    );
    expect(stored).toEqual({
      _id: 'a',
      v: 2,
      dv: 1,
      d: { address: { city: 'Rome' }, list: [1, null] },
      k: { 'f~1city': 'rome', list: ['x'] },
      g: recordTrigrams({ 'f.city': 'rome' }, ['f.city']),
    });
  });
});

describe('trigrams', () => {
  it.each(['abc', 'ana maria', 'x 😀 y', '𐐨𐐩𐐪', 'a very long term with many trigrams in it indeed'])(
    'of the term %s are among those of a text that contains it',
    (term) => {
      const stored = recordTrigrams({ name: `before ${term} behind`, other: 'xyz' }, ['name', 'other']) ?? [];
      const searched = termTrigrams('name', term);
      expect(searched.length).toBeGreaterThan(0);
      expect(searched.length).toBeLessThanOrEqual(6);
      for (const trigram of searched) expect(stored).toContain(trigram);
      for (const trigram of searched) expect(trigram).toBe(Buffer.from(trigram).toString());
    },
  );

  it('do not exist for short texts', () => {
    expect(recordTrigrams({ name: 'ab' }, ['name'])).toBeUndefined();
    expect(termTrigrams('name', 'ab')).toEqual([]);
  });
});
