import { describe, expect, it } from 'vitest';
import { readIdentity } from './account-identity.ts';
import { readName } from './account-name.ts';
import { makeDuplicateKeys, makeSearchKeys } from './duplicate-keys.ts';
import { scoreDuplicate } from './score-duplicate.ts';

type Account = ReturnType<typeof readIdentity>;

const account = (name: string, fields: object = {}): Account => readIdentity({ name, ...fields });
const at = (street: string, city: string, state: string, zip: string): object => ({ billing_address: { street, city, state, zip } });
const mail = (address: string): object => ({
  email_addresses: [{ email_address: address, primary: true, opt_out: false, invalid_email: false }],
});
const finds = (one: Account, two: Account): boolean => makeSearchKeys(one).some((key) => makeDuplicateKeys(two).includes(key));
const locks = (one: Account): readonly string[] => [...makeSearchKeys(one), ...makeDuplicateKeys(one)];

const DECATUR = at('1 Oak St', 'Decatur', 'GA', '30030');
const ERIE = at('9 Elm St', 'Erie', 'PA', '16501');

/**
 * Whether two accounts count as duplicates: each finds the other, both lock a common key, and the score blocks the
 * save. Fails if only some of these are true.
 */
function isSame(one: Account, two: Account): boolean {
  const { blocksSave } = scoreDuplicate(one, two);
  expect(scoreDuplicate(two, one).blocksSave).toBe(blocksSave);
  if (blocksSave)
    expect([finds(one, two), finds(two, one), locks(one).some((key) => locks(two).includes(key))]).toEqual([true, true, true]);
  else expect([finds(one, two), finds(two, one)]).toEqual([false, false]);
  return blocksSave;
}

describe('account name normalization', () => {
  it.each([
    ['The Acme Therapy Group, Inc.', 'acme therapy group'],
    ['ACME  Therapy Group L.L.C.', 'acme therapy group'],
    ['Médical & Más, Co., Ltd', 'medical and mas'],
    ["St. Mary's Hosp.", 'st marys hospital'],
    ['Inc', 'inc'],
  ])('normalizes %j to %j', (name, whole) => {
    expect(readName(name).whole).toBe(whole);
  });

  it.each([
    ['Cobb Co Schools', 'cobb county'],
    ['Cobb County School District', 'cobb county'],
    ['Cobb County Board of Education', 'cobb county'],
    ['Austin ISD', 'austin'],
    ['Austin Independent School District', 'austin'],
    ['Peachford Elem. Sch.', 'peachford elementary'],
    ['Public Schools', 'public schools'],
    ['School 12', 'school 12'],
  ])('normalizes %j to %j without the kind', (name, core) => {
    expect(readName(name).core).toBe(core);
  });

  it('does not match accounts whose names have only punctuation', () => {
    expect(isSame(account('---'), account('***'))).toBe(false);
    expect(isSame(account('---', DECATUR), account('***', DECATUR))).toBe(false);
  });
});

describe('two accounts match', () => {
  it('by phone, e-mail or website alone, in any notation', () => {
    expect(isSame(account('Acme', { office_phone: '4045550136' }), account('Other', { office_phone: '+1 (404) 555-0136' }))).toBe(true);
    expect(isSame(account('Acme', mail('Office@Acme.example')), account('Other', mail('office@acme.example')))).toBe(true);
    expect(
      isSame(account('Acme', { website: 'https://www.Acme.example/' }), account('Other', { website: 'http://acme.example?from=mail' })),
    ).toBe(true);
  });

  it('by name, unless the places differ', () => {
    expect(isSame(account('Lincoln School'), account('LINCOLN  School'))).toBe(true);
    expect(isSame(account('Acme Therapy, Inc.'), account('The Acme Therapy'))).toBe(true);
    expect(isSame(account('Lincoln School', DECATUR), account('Lincoln School'))).toBe(true);
    expect(isSame(account('Lincoln School', DECATUR), account('Lincoln School', at('2 Elm St', 'Decatur', 'GA', '30033')))).toBe(true);
    expect(isSame(account('Lincoln School', DECATUR), account('Lincoln School', ERIE))).toBe(false);
    expect(
      isSame(
        account('Lincoln School', DECATUR),
        account('Lincoln School', { ...ERIE, shipping_address: { street: '', city: '', state: '', zip: '30030-1234' } }),
      ),
    ).toBe(true);
  });

  it('by name without the kind, only at the same place', () => {
    expect(isSame(account('Decatur Schools', DECATUR), account('Decatur School District', at('', 'DECATUR', 'GA', '')))).toBe(true);
    expect(isSame(account('Decatur Schools'), account('Decatur School District'))).toBe(false);
    expect(
      isSame(account('Decatur City Schools', DECATUR), account('Decatur County Schools', at('7 Elm St', 'Decatur', 'GA', '30030'))),
    ).toBe(false);
  });

  it('by street or web domain, only if the name prefixes are equal', () => {
    expect(isSame(account('Peachford Clinic', DECATUR), account('Peachford Pediatrics', DECATUR))).toBe(true);
    expect(isSame(account('Willow Clinic', DECATUR), account('Peachford Clinic', DECATUR))).toBe(false);
    expect(
      isSame(
        account('Peachford Clinic', mail('a@peachford.example')),
        account('Peachford Pediatrics', { website: 'https://peachford.example/pediatrics' }),
      ),
    ).toBe(true);
    expect(isSame(account('Peachford Clinic', mail('a@peachford.example')), account('Willow Clinic', mail('b@peachford.example')))).toBe(
      false,
    );
  });

  it('but not by a public e-mail or page domain', () => {
    expect(isSame(account('Peachford Clinic', mail('one@gmail.com')), account('Peachford Pediatrics', mail('two@gmail.com')))).toBe(false);
    expect(isSame(account('Acme', { website: 'https://facebook.com' }), account('Other', { website: 'https://facebook.com/' }))).toBe(
      false,
    );
  });

  it('with reasons for and against the match', () => {
    const { score, reasons } = scoreDuplicate(
      account('Decatur Schools', { ...DECATUR, office_phone: '4045550136' }),
      account('Decatur School District', { ...DECATUR, office_phone: '4045550199' }),
    );
    expect(reasons).toEqual([
      { text: 'Same name, other ending', speaksFor: true },
      { text: 'Other phone', speaksFor: false },
      { text: 'Same street address', speaksFor: true },
      { text: 'Same place', speaksFor: true },
    ]);
    expect(score).toBe(88);
  });

  it('but never by values that are not text', () => {
    expect(
      isSame(readIdentity({ name: 5, office_phone: {}, email_addresses: 'x', website: [], billing_address: 'Decatur' }), readIdentity({})),
    ).toBe(false);
  });
});
