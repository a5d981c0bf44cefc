import { describe, expect, it } from 'vitest';
import { makeDuplicateKeys, makeSearchKeys } from './duplicate-keys.ts';
import { normalizeEmail, normalizePhone, readIdentity } from './lead-identity.ts';
import { measureLikeness, scoreDuplicate } from './score-duplicate.ts';

const lead = (fields: object): ReturnType<typeof readIdentity> => readIdentity({ first_name: 'Marguerite', last_name: 'Oyelaran', ...fields });
const mail = (address: string): object => ({ email_addresses: [{ email_address: address, primary: true, opt_out: false, invalid_email: false }] });
const at = (street: string, zip: string): object => ({ current_address: { street, city: 'Decatur', state: 'GA', zip } });
const shares = (one: ReturnType<typeof readIdentity>, two: ReturnType<typeof readIdentity>): boolean => makeSearchKeys(one).some((key) => makeDuplicateKeys(two).includes(key));

describe('identity', () => {
  it('reads e-mails and phones in one form', () => {
    expect(normalizeEmail('M.Oyelaran+jobs@GMail.com')).toBe('moyelaran@gmail.com');
    expect(normalizeEmail('M.Oyelaran@Example.com')).toBe('m.oyelaran@example.com');
    expect(normalizePhone('+1 (404) 555-0136')).toBe('4045550136');
    expect(normalizePhone('+44 20 7946 0000')).toBe('442079460000');
  });
});

describe('duplicate keys', () => {
  it('lead to the other when e-mail, phone, or name with street or ZIP are the same', () => {
    expect(shares(lead(mail('a@example.com')), lead({ ...mail('A@Example.com'), first_name: 'Zed', last_name: 'Other' }))).toBe(true);
    expect(shares(lead({ mobile_phone: '4045550136' }), lead({ office_phone: '4045550136', last_name: 'Other' }))).toBe(true);
    expect(shares(lead(at('1 Oak St', '30030')), lead({ ...at('2 Elm St', '30030-1234'), first_name: 'Margaret' }))).toBe(true);
    expect(shares(lead(at('1 Oak St', '30030')), lead({ ...at('1 oak  st', '99999') }))).toBe(true);
  });
  it('find swapped names', () => {
    expect(shares(lead(at('1 Oak St', '30030')), lead({ ...at('1 Oak St', '30030'), first_name: 'Oyelaran', last_name: 'Marguerite' }))).toBe(true);
  });
  it('find swapped names also where only the first letters agree, and the score counts them', () => {
    const one = lead({ ...at('1 Oak St', '30030'), first_name: 'Kim', last_name: 'Margaret' });
    const two = lead({ ...at('9 Elm St', '30030'), first_name: 'Marguerite', last_name: 'Kim' });
    expect(shares(one, two)).toBe(true);
    expect(scoreDuplicate(one, two).stops).toBe(true);
  });
  it('do not join people who share a name alone', () => {
    expect(shares(lead(at('1 Oak St', '30030')), lead(at('2 Elm St', '10001')))).toBe(false);
    expect(shares(lead({}), lead({}))).toBe(false);
  });
});

describe('scoreDuplicate', () => {
  it('stops on the same e-mail or phone alone', () => {
    expect(scoreDuplicate(lead(mail('a@example.com')), lead({ ...mail('a@example.com'), first_name: 'Zed', last_name: 'Quist' }))).toMatchObject({ stops: true, score: 80, reasons: [{ text: 'Same e-mail', speaksFor: true }, { text: 'Other name', speaksFor: false }] });
    expect(scoreDuplicate(lead({ mobile_phone: '4045550136' }), lead({ mobile_phone: '4045550136', last_name: 'Quist', first_name: 'Z' })).stops).toBe(true);
  });
  it('stops on a name only with the same street or ZIP', () => {
    expect(scoreDuplicate(lead({}), lead({})).stops).toBe(false);
    expect(scoreDuplicate(lead(at('1 Oak St', '30030')), lead(at('9 Elm St', '30030'))).stops).toBe(true);
    expect(scoreDuplicate(lead(at('1 Oak St', '30030')), lead({ ...at('9 Elm St', '30030'), last_name: 'Quist', first_name: 'Bo' })).stops).toBe(false);
  });
  it('rises with each reason and names those against', () => {
    const both = scoreDuplicate(lead({ ...mail('a@example.com'), mobile_phone: '4045550136' }), lead({ ...mail('a@example.com'), mobile_phone: '4045550199' }));
    expect(both.score).toBeGreaterThan(80);
    expect(both.reasons).toContainEqual({ text: 'Other phone', speaksFor: false });
  });
  it('measures likeness', () => {
    expect(measureLikeness('oyelaran', 'oyelaran')).toBe(1);
    expect(measureLikeness('oyelaran', 'oyelaran-hart')).toBeCloseTo(0.74, 2);
    expect(measureLikeness('abc', 'xyz')).toBe(0);
  });
});
