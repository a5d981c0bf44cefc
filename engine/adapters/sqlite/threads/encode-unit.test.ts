import { describe, expect, it } from 'vitest';
import { decodeUnit, encodeUnit, StatementIds } from './encode-unit.ts';
import type { CompiledUnit } from './writer-protocol.ts';

const UNIT: CompiledUnit = {
  versionChecks: [
    { read: { text: 'check', params: ['a'] }, version: 3 },
    { read: { text: 'check', params: ['b'] }, version: null },
  ],
  absenceChecks: [
    { text: 'guard', params: [] },
    { text: 'guard 2', params: ['x', 1, null] },
  ],
  writes: [
    {
      row: { text: 'insert', params: ['id', 1, null, 'text', 2.5] },
      isInsert: true,
      rest: [
        { text: 'document', params: [1, '{}'] },
        { text: 'pending', params: [] },
      ],
    },
    { row: { text: 'update', params: [] }, isInsert: false, rest: [] },
  ],
  bumps: ['rights'],
};

describe('A unit encoded for the writer thread', () => {
  it('decodes to what was encoded, with each SQL text sent once', () => {
    const numbers = new StatementIds();
    const texts: string[] = [];
    const { bumps: _bumps, ...expected } = UNIT;
    for (const times of [1, 2]) {
      const code = structuredClone(encodeUnit(UNIT, numbers));
      const fresh = numbers.takeNew();
      expect(fresh).toEqual(times === 1 ? ['check', 'guard', 'guard 2', 'insert', 'document', 'pending', 'update'] : []);
      texts.push(...fresh);
      expect(decodeUnit(code, texts)).toEqual(expected);
    }
    expect(numbers.size).toBe(7);
  });

  it('may be empty', () => {
    const numbers = new StatementIds();
    expect(decodeUnit(encodeUnit({ versionChecks: [], absenceChecks: [], writes: [], bumps: [] }, numbers), [])).toEqual({
      versionChecks: [],
      absenceChecks: [],
      writes: [],
    });
  });
});
