import { describe, expect, it } from 'vitest';
import { readDayText, readInstantText } from '#engine/model/conversions';
import type { ImportDateOrder } from '#engine/model/wire';
import { findDateOrder, findDecimal, ColumnProfiles } from '../read/profile-columns.ts';
import { readAddressText } from './address-text.ts';
import { looksLikeDate, unifyDateText } from './date-text.ts';
import { OptionFinder } from './find-option.ts';
import { readNumber } from './number-text.ts';

describe('A date', () => {
  it.each<readonly [string, ImportDateOrder, string | undefined]>([
    ['12/31/2026', 'MDY', '2026-12-31'],
    ['1/2/26', 'MDY', '2026-01-02'],
    ['1/2/26', 'DMY', '2026-02-01'],
    ['31.12.2026', 'DMY', '2026-12-31'],
    ['26-01-02', 'YMD', '2026-01-02'],
    ['2026-01-02', 'DMY', '2026-01-02'],
    ['20260102', 'MDY', '2026-01-02'],
    ['5/6/47', 'MDY', '1947-05-06'],
    ['5/6/46', 'MDY', '2046-05-06'],
    ['31-Dec-26', 'MDY', '2026-12-31'],
    ['2 January 2026', 'MDY', '2026-01-02'],
    ['Jan 2, 2026', 'MDY', '2026-01-02'],
    ['13/40/26', 'MDY', undefined],
    ['02/30/2026', 'MDY', undefined],
    ['soon', 'MDY', undefined],
  ])('%s with the order %s is %s', (text, order, day) => {
    expect(readDayText(unifyDateText(text, order, 2026), 'UTC')).toBe(day);
  });

  it('may have a time', () => {
    const read = (text: string): number | undefined => readInstantText(unifyDateText(text, 'MDY', 2026), 'UTC');
    expect(read('07/01/26, 12:05:09 pm')).toBe(Date.UTC(2026, 6, 1, 12, 5));
    expect(read('12/31/2026 14:30')).toBe(Date.UTC(2026, 11, 31, 14, 30));
    expect(read('2026-02-28T09:30:00Z')).toBe(Date.UTC(2026, 1, 28, 9, 30));
  });

  it('that does not exist looks like one', () => {
    expect(['13/40/26', '20261340', 'soon', '12'].map(looksLikeDate)).toEqual([true, true, false, false]);
  });
});

describe('A number', () => {
  it.each<readonly [string, '.' | ',', number | undefined]>([
    ['1,250.5', '.', 1250.5],
    ['1.250,5', ',', 1250.5],
    ['$ 12.50', '.', 12.5],
    ['12,50 €', ',', 12.5],
    ['(12.50)', '.', -12.5],
    ['12-', '.', -12],
    ['-3', '.', -3],
    ["1'250", '.', 1250],
    ['40 h', '.', 40],
    ['4 pm', '.', undefined],
    ['', '.', undefined],
  ])('%s with %s is %s', (text, decimal, number) => {
    expect(readNumber(text, decimal, 'h')).toBe(number);
  });
});

describe('An address', () => {
  it.each([
    ['12 Main St, Houston, TX 77001', { street: '12 Main St', city: 'Houston', state: 'TX', zip: '77001' }],
    ['12 Main St, Suite 4, Houston, tx', { street: '12 Main St, Suite 4', city: 'Houston', state: 'TX' }],
    ['Houston, TX', { city: 'Houston', state: 'TX' }],
    ['Houston', { city: 'Houston' }],
    ['12 Main St', { street: '12 Main St' }],
    ['Houston, TX, 77001', { city: 'Houston', state: 'TX', zip: '77001' }],
    ['12 Main St, Houston, Texas', { street: '12 Main St', city: 'Houston', state: 'Texas' }],
  ])('%s has its parts', (text, parts) => {
    expect(readAddressText(text)).toEqual(parts);
  });
});

describe('An option', () => {
  const options = new OptionFinder({
    id: 'd',
    name: 'd',
    options: [
      { value: 'slp', label: 'Speech-Language Pathologist' },
      { value: 'slpa', label: 'SLP Assistant' },
      { value: 'nurse', label: 'School Nurse, RN' },
    ],
  });

  it('is found by its value or its label', () => {
    expect(['slp', 'SLP ASSISTANT', ' speech-language  pathologist', 'x'].map((text) => options.find(text))).toEqual([
      ...['slp', 'slpa', 'slp'],
      undefined,
    ]);
  });

  it('is suggested for a similar text, the most similar first', () => {
    expect(options.suggest('Speech Path')[0]).toEqual({ value: 'slp', label: 'Speech-Language Pathologist' });
    expect(options.suggest('zzz')).toEqual([]);
  });
});

describe('A column', () => {
  const profileOf = (cells: readonly string[]) => {
    const profiles = new ColumnProfiles();
    for (const cell of cells) profiles.add([cell]);
    const [profile] = profiles.list(1);
    if (profile === undefined) throw new Error('There is no profile');
    return profile;
  };

  it('says in which order its dates are: month first unless a day shows something else', () => {
    expect(findDateOrder(profileOf(['01/02/26', '03/04/26']))).toBe('MDY');
    expect(findDateOrder(profileOf(['01/02/26', '31/12/26']))).toBe('DMY');
    expect(findDateOrder(profileOf(['2026/01/02']))).toBe('YMD');
    expect(findDateOrder(profileOf(['12/31/26', '13/40/26', '11/30/26']))).toBe('MDY');
  });

  it('says what separates its decimals', () => {
    expect(findDecimal(profileOf(['1.250,50', '3,5']))).toBe(',');
    expect(findDecimal(profileOf(['1,250.50', '3.5']))).toBe('.');
    expect(findDecimal(profileOf(['1,250']))).toBe('.');
  });

  it('has its first different values', () => {
    expect(profileOf(['a', '', 'a', 'b', 'c', 'd'])).toMatchObject({ filled: 5, samples: ['a', 'b', 'c'] });
  });
});
