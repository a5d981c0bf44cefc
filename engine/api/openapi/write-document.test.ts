import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import { writeDocument } from './write-document.ts';

describe('writing a document in slices', () => {
  const deep = { a: { b: { c: { d: { e: [1, { f: 'é' }] } } } }, list: [{ a: 1 }, null], empty: {}, none: null, text: '"quoted" €' };

  it.each([deep, {}, { paths: {}, components: { schemas: {} } }, [], 'text', null, 1, true])(
    'equals JSON.stringify: %j',
    async (value: JsonValue) => {
      expect((await writeDocument(value)).toString()).toBe(JSON.stringify(value));
    },
  );

  it('omits members without a value', async () => {
    const value = { first: undefined, a: { b: { c: undefined, d: 1 } }, last: undefined };
    expect((await writeDocument(value as unknown as JsonValue)).toString()).toBe(JSON.stringify(value));
  });
});
