import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints, foldText, formatBytes, lowercaseLabel, phoneDigits, toText } from './text.ts';

describe('foldText', () => {
  it.each([
    ['Ana  María', 'ana maria'],
    ['  ÉCOLE\t\n№5 ', 'ecole no5'],
    ['İstanbul', 'istanbul'],
    ['ﬁancé', 'fiance'],
    ['a b', 'a b'],
    ['Ｆｕｌｌ', 'full'],
    ['\u0301 ', ''],
    ['𝔘nion 😀', 'union 😀'],
    ['plain text', 'plain text'],
    ['Plain TEXT & Co. 7', 'plain text & co. 7'],
    ['Two  spaces', 'two spaces'],
    [' Padded ', 'padded'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
      }),
      { numRuns: 2000 },
    );
  });

  it('ignores case and composition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('compareCodePoints', () => {
  it('compares in the order of UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 3000 },
    );
  });

  it('sorts astral characters after the private use area', () => {
    expect(compareCodePoints('\u{1F600}', '\uFFFD')).toBeGreaterThan(0);
    expect('\u{1F600}' < '\uFFFD').toBe(true);
  });
});

describe('phoneDigits', () => {
  it('returns digits only', () => {
    expect(phoneDigits('+1 (404) 555-0142 ext')).toBe('14045550142');
    expect(phoneDigits('ext.')).toBe('');
  });
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [100, '100 bytes'],
  [2_048, '2 KB'],
  [1_572_864, '1.5 MB'],
  [157_286_400, '150 MB'],
  [2_147_483_648, '2 GB'],
  [2_199_023_255_552, '2 TB'],
  [2_251_799_813_685_248, '2048 TB'],
])('%s bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('reads the text of any value', () => {
  expect(['a', '', 1, null, undefined, ['a'], { a: 'a' }].map(toText)).toEqual(['a', '', '', '', '', '', '']);
});

it.each([
  ['Books', 'books'],
  ['ISBN lists', 'ISBN lists'],
  ['Calendar Events', 'calendar events'],
  ['iPads', 'iPads'],
  ['E-mail', 'E-mail'],
  ['', ''],
])('%s within a sentence is %s', (label, text) => {
  expect(lowercaseLabel(label)).toBe(text);
});
