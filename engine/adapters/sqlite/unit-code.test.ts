import { describe, expect, it } from 'vitest';
import { decodeUnit, encodeUnit, TextNumbers } from './unit-code.ts';
import type { CompiledUnit } from './writer-protocol.ts';

const UNIT: CompiledUnit = {
  checks: [{ read: { text: 'check', params: ['a'] }, version: 3 }, { read: { text: 'check', params: ['b'] }, version: null }],
  guards: [{ text: 'guard', params: [] }, { text: 'guard 2', params: ['x', 1, null] }],
  writes: [
    { row: { text: 'insert', params: ['id', 1, null, 'text', 2.5] }, isInsert: true, rest: [{ text: 'document', params: [1, '{}'] }, { text: 'pending', params: [] }] },
    { row: { text: 'update', params: [] }, isInsert: false, rest: [] },
  ],
  bumps: ['rights'],
};

describe('A unit on its way to the writer thread', () => {
  it('comes out as it went in, each text sent once', () => {
    const numbers = new TextNumbers();
    const texts: string[] = [];
    const { bumps: _bumps, ...expected } = UNIT;
    for (const times of [1, 2]) {
      const code = structuredClone(encodeUnit(UNIT, numbers));
      const fresh = numbers.takeFresh();
      expect(fresh).toEqual(times === 1 ? ['check', 'guard', 'guard 2', 'insert', 'document', 'pending', 'update'] : []);
      texts.push(...fresh);
      expect(decodeUnit(code, texts)).toEqual(expected);
    }
    expect(numbers.size).toBe(7);
  });

  it('may be empty', () => {
    const numbers = new TextNumbers();
    expect(decodeUnit(encodeUnit({ checks: [], guards: [], writes: [], bumps: [] }, numbers), [])).toEqual({ checks: [], guards: [], writes: [] });
  });
});
