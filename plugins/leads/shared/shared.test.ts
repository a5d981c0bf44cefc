import { describe, expect, it } from 'vitest';
import { checkPlacementRequirement } from '../ui/placement-requirement.ts';
import { makeDuplicateKeys, makeSearchKeys } from './duplicate-keys.ts';
import { readIdentity } from './lead-identity.ts';
import { scoreDuplicate } from './score-duplicate.ts';

const lead = (fields: object): ReturnType<typeof readIdentity> =>
  readIdentity({ first_name: 'Marguerite', last_name: 'Oyelaran', ...fields });
const mail = (address: string): object => ({
  email_addresses: [{ email_address: address, primary: true, opt_out: false, invalid_email: false }],
});
const at = (street: string, zip: string): object => ({ current_address: { street, city: 'Decatur', state: 'GA', zip } });
const shares = (one: ReturnType<typeof readIdentity>, two: ReturnType<typeof readIdentity>): boolean =>
  makeSearchKeys(one).some((key) => makeDuplicateKeys(two).includes(key));

describe('duplicate keys', () => {
  it('match if e-mail, phone, or name with street or ZIP are the same', () => {
    expect(shares(lead(mail('a@example.com')), lead({ ...mail('A@Example.com'), first_name: 'Zed', last_name: 'Other' }))).toBe(true);
    expect(shares(lead({ mobile_phone: '4045550136' }), lead({ office_phone: '4045550136', last_name: 'Other' }))).toBe(true);
    expect(shares(lead(at('1 Oak St', '30030')), lead({ ...at('2 Elm St', '30030-1234'), first_name: 'Margaret' }))).toBe(true);
    expect(shares(lead(at('1 Oak St', '30030')), lead({ ...at('1 oak  st', '99999') }))).toBe(true);
  });
  it('match swapped names', () => {
    expect(
      shares(lead(at('1 Oak St', '30030')), lead({ ...at('1 Oak St', '30030'), first_name: 'Oyelaran', last_name: 'Marguerite' })),
    ).toBe(true);
  });
  it('match swapped names also if only the first letters agree, and the score includes them', () => {
    const one = lead({ ...at('1 Oak St', '30030'), first_name: 'Kim', last_name: 'Margaret' });
    const two = lead({ ...at('9 Elm St', '30030'), first_name: 'Marguerite', last_name: 'Kim' });
    expect(shares(one, two)).toBe(true);
    expect(scoreDuplicate(one, two).blocksSave).toBe(true);
  });
  it('do not match people who only have the same name', () => {
    expect(shares(lead(at('1 Oak St', '30030')), lead(at('2 Elm St', '10001')))).toBe(false);
    expect(shares(lead({}), lead({}))).toBe(false);
  });
});

describe('scoreDuplicate', () => {
  it('blocks on the same e-mail or phone alone', () => {
    expect(
      scoreDuplicate(lead(mail('a@example.com')), lead({ ...mail('a@example.com'), first_name: 'Zed', last_name: 'Quist' })),
    ).toMatchObject({
      blocksSave: true,
      score: 80,
      reasons: [
        { text: 'Same e-mail', speaksFor: true },
        { text: 'Other name', speaksFor: false },
      ],
    });
    expect(
      scoreDuplicate(lead({ mobile_phone: '4045550136' }), lead({ mobile_phone: '4045550136', last_name: 'Quist', first_name: 'Z' }))
        .blocksSave,
    ).toBe(true);
  });
  it('blocks on a name only with the same street or ZIP', () => {
    expect(scoreDuplicate(lead({}), lead({})).blocksSave).toBe(false);
    expect(scoreDuplicate(lead(at('1 Oak St', '30030')), lead(at('9 Elm St', '30030'))).blocksSave).toBe(true);
    expect(
      scoreDuplicate(lead(at('1 Oak St', '30030')), lead({ ...at('9 Elm St', '30030'), last_name: 'Quist', first_name: 'Bo' })).blocksSave,
    ).toBe(false);
  });
  it('tells a name with one more key from a name or a key alone', () => {
    const isEnough = (one: object, two: object): boolean => scoreDuplicate(lead(one), lead(two)).sameNameAndKey;
    const phone = { mobile_phone: '4045550136' };
    expect([isEnough(phone, phone), isEnough(at('1 Oak St', '30030'), at('1 Oak St', '30030'))]).toEqual([true, true]);
    expect([isEnough({}, {}), isEnough(phone, { ...phone, first_name: 'Zed', last_name: 'Quist' })]).toEqual([false, false]);
  });
  it('increases with each reason and lists those against the match', () => {
    const both = scoreDuplicate(
      lead({ ...mail('a@example.com'), mobile_phone: '4045550136' }),
      lead({ ...mail('a@example.com'), mobile_phone: '4045550199' }),
    );
    expect(both.score).toBeGreaterThan(80);
    expect(both.reasons).toContainEqual({ text: 'Other phone', speaksFor: false });
  });
});

describe('the requirement of placement opps', () => {
  const requirementOf = (lead: Parameters<typeof checkPlacementRequirement>[1], status = 'placement_opps') =>
    checkPlacementRequirement(status, lead)?.fields;

  it('lists the missing hours and dates of the lead', () => {
    expect(requirementOf({})).toEqual(['available_hours', 'availability_date']);
    expect(requirementOf({ available_hours: 30, new_grad: true })).toEqual(['availability_date', 'new_grad_expiration']);
    expect([requirementOf({ available_hours: 30, availability_date: '2027-01-04' }), requirementOf({}, 'qualified')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
