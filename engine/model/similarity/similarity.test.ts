import { describe, expect, it } from 'vitest';
import {
  digestKey,
  measureTextSimilarity,
  normalizeEmail,
  normalizePhone,
  readEmails,
  readPhones,
  readAddress,
  takeCharacters,
  scoreSimilarity,
} from './index.ts';

describe('comparable forms', () => {
  it('of e-mails and phones are equal for all notations', () => {
    expect(normalizeEmail('M.Oyelaran+jobs@GMail.com')).toBe('moyelaran@gmail.com');
    expect(normalizeEmail('M.Oyelaran@Example.com')).toBe('m.oyelaran@example.com');
    expect(normalizePhone('+1 (404) 555-0136')).toBe('4045550136');
    expect(normalizePhone('+44 20 7946 0000')).toBe('442079460000');
  });
  it('accept any value', () => {
    expect(
      readEmails([{ email_address: 'A@Example.com' }, { email_address: 'a@example.com' }, { email_address: 'nobody' }, 5, null]),
    ).toEqual(['a@example.com']);
    expect([readEmails('a@example.com'), readEmails(undefined)]).toEqual([[], []]);
    expect(readPhones(['404 555 0136', '4045550136', '0136', 5, null, undefined])).toEqual(['4045550136']);
    expect(readAddress({ street: '1 OAK  St', zip: '30030-1234', city: 5 })).toEqual({
      street: '1 oak st',
      city: '',
      state: '',
      zip: '30030',
    });
    expect([readAddress(undefined), readAddress(['x'])]).toEqual([readAddress({}), readAddress({})]);
  });
  it('do not split a surrogate pair', () => {
    expect(takeCharacters('𝔘𝔫ion', 1)).toBe('𝔘');
  });
});

describe('keys', () => {
  it('are short, equal for equal text, and different for different text', () => {
    expect(digestKey('oyelaran')).toBe(digestKey('oyelaran'));
    expect(digestKey('oyelaran').length).toBeLessThanOrEqual(14);
    expect(new Set(Array.from({ length: 5_000 }, (_, index) => digestKey(`name ${index}`))).size).toBe(5_000);
  });
});

describe('similarity', () => {
  it('of texts depends on their common bigrams', () => {
    expect(measureTextSimilarity('oyelaran', 'oyelaran')).toBe(1);
    expect(measureTextSimilarity('oyelaran', 'oyelaran-hart')).toBeCloseTo(0.74, 2);
    expect([measureTextSimilarity('abc', 'xyz'), measureTextSimilarity('', ''), measureTextSimilarity('a', 'b')]).toEqual([0, 0, 0]);
  });
  it('rises with each match, is never certain, and lists the reasons against', () => {
    const email = { matched: true, text: 'Same e-mail', weight: 0.8 };
    const phone = { matched: true, text: 'Same phone', weight: 0.7 };
    expect(scoreSimilarity([email])).toEqual({ score: 80, reasons: [{ text: 'Same e-mail', speaksFor: true }] });
    expect(scoreSimilarity([email, phone]).score).toBe(94);
    expect(scoreSimilarity([email, phone, { ...phone, weight: 1 }]).score).toBe(99);
    expect(
      scoreSimilarity([
        { ...email, matched: false, mismatchText: 'Other e-mail' },
        { ...phone, matched: false },
      ]),
    ).toEqual({ score: 0, reasons: [{ text: 'Other e-mail', speaksFor: false }] });
  });
});
