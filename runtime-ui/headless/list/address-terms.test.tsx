import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { readAddressTerms, writeAddressTerms } from './address-terms.ts';
import { listRoute } from './list-route.ts';

const long = (word: string): JsonObject => ({
  or: Array.from({ length: 60 }, (_, at) => ({ colour: { equals: `${word} number ${at}` } })),
});

describe('The filter in the address of a list', () => {
  afterEach(() => {
    localStorage.clear();
    vi.restoreAllMocks();
  });

  it('is the filter itself, as long as it is short', () => {
    expect(writeAddressTerms({ colour: 'red' })).toBe('{"colour":"red"}');
    expect(readAddressTerms('{"colour":"red"}')).toEqual({ colour: 'red' });
    expect(['{', '[]', '"x"', null].map((text) => readAddressTerms(text))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is a short name of a long one, which this browser stores', () => {
    const name = writeAddressTerms(long('red'));
    expect(name.length).toBeLessThan(15);
    expect(readAddressTerms(name)).toEqual(long('red'));
    // Of the same filter it is the same, so that a list writes the address that it was opened with.
    expect(writeAddressTerms(long('red'))).toBe(name);
    expect(writeAddressTerms(long('blue'))).not.toBe(name);
    expect(readAddressTerms(writeAddressTerms(long('blue')))).toEqual(long('blue'));
  });

  it('is none if it was replaced by another or is of another browser', () => {
    const name = writeAddressTerms(long('red'));
    localStorage.clear();
    expect(readAddressTerms(name)).toBeUndefined();
    for (let at = 0; at < 200; at += 1) writeAddressTerms(long(`colour ${at}`));
    expect(localStorage.length).toBeLessThanOrEqual(40);
    expect(readAddressTerms(name)).toBeUndefined();
  });

  it('is whole where nothing can be stored', () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(readAddressTerms(writeAddressTerms(long('red')))).toEqual(long('red'));
  });

  it('is left out if it is empty', () => {
    expect(listRoute('boats', {})).toMatch(/boats$/);
    expect(new URLSearchParams(listRoute('boats', { colour: 'red' }).split('?')[1]).get('filter')).toBe('{"colour":"red"}');
  });
});
