import type { UserType } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';

/** The users of the cases, without their ids. */
export const RULE_USERS: { readonly [name in RuleUser]: { readonly userType: UserType; readonly roles: readonly string[] } } = {
  admin: { userType: 'System Admin', roles: [] },
  clerk: { userType: 'Standard', roles: ['Clerk'] },
};
export type RuleUser = 'admin' | 'clerk';

/** What the rules say about a record as it would be saved. */
export interface RuleOutcome {
  /** Those of `CONDITIONAL_FIELDS` that are shown. */
  readonly shown: readonly string[];
  /** The shown fields that must have a value. */
  readonly required: readonly string[];
  readonly readOnly: readonly string[];
  /** The messages of the broken validation rules. */
  readonly broken: readonly string[];
  /** The fields that requirements of the status miss. */
  readonly unmet: readonly string[];
  /** Some values in their stored form; null: missing. */
  readonly values: JsonObject;
}

/** A save with what the rules say about it. */
export interface RuleCase {
  readonly name: string;
  readonly user: RuleUser;
  /** The stored values; undefined: a new record. */
  readonly stored?: JsonObject;
  /** The changed values as a form contains them: typed texts, populated relates. */
  readonly draft: JsonObject;
  readonly expected: RuleOutcome;
}

type CaseInput = Partial<Pick<RuleCase, 'user' | 'stored'> & RuleOutcome> & Pick<RuleCase, 'draft'>;

function createCase([name, { user = 'admin', stored, draft, ...expected }]: readonly [string, CaseInput]): RuleCase {
  const nothing: RuleOutcome = { shown: [], required: [], readOnly: [], broken: [], unmet: [], values: {} };
  return { name, user, draft, expected: { ...nothing, ...expected }, ...(stored === undefined ? {} : { stored }) };
}

/** The ids of the users in the cases: of the one who saves as an admin, and of another. */
const USER_IDS = { admin: 'u-admin', other: 'u-other' };

const someone = { _id: USER_IDS.other, name: 'Someone' };
const mail = { email_address: ' ann@example.com ', primary: true, opt_out: false, invalid_email: false };

const INPUTS: readonly (readonly [string, CaseInput])[] = [
  ['an empty record', { draft: {} }],
  ['a field is shown by its condition', { draft: { status: 'rejected', reason: 'Late' }, shown: ['reason'] }],
  ['a value requires a field', { draft: { status: 'rejected', reason: '  ' }, shown: ['reason'], unmet: ['reason'] }],
  [
    'a required value is cleared',
    { stored: { status: 'rejected', reason: 'Late' }, draft: { reason: '' }, shown: ['reason'], unmet: ['reason'] },
  ],
  ['a requirement by a condition', { draft: { status: 'closed', hours: 3 }, readOnly: ['fee'], unmet: ['ends_on', 'signed_by'] }],
  ['a requirement whose condition is false', { draft: { status: 'closed', hours: 0, signed_by: someone }, readOnly: ['fee'] }],
  [
    'a requirement by the value before',
    { stored: { status: 'review', starts_on: '2026-03-02' }, draft: { status: 'closed' }, readOnly: ['fee'] },
  ],
  ['required by a condition', { draft: { hours: 41 }, required: ['note'] }],
  ['required and given', { draft: { hours: 41, note: 'Two\npeople ' }, required: ['note'], values: { note: 'Two\npeople ' } }],
  ['white space is no value', { draft: { hours: 41, note: ' \n ' }, required: ['note'] }],
  ['not required at the limit', { draft: { hours: 40 } }],
  ['a chain of parents', { draft: { vehicle: true, plate: 'GA 1' }, shown: ['plate', 'plate_state'], required: ['plate', 'plate_state'] }],
  [
    'a parent and a condition',
    {
      draft: { vehicle: true, plate: ' ga 1 ', plate_state: 'Georgia', hours: 9 },
      shown: ['plate', 'plate_state', 'permit'],
      required: ['plate', 'plate_state', 'permit'],
    },
  ],
  [
    'a parent shows its field and the condition hides it',
    { draft: { vehicle: true, plate: ' FL 1 ' }, shown: ['plate'], required: ['plate'], values: { plate: 'FL 1' } },
  ],
  [
    'the first parent hides the whole chain, and values stay',
    {
      stored: { vehicle: true, plate: 'GA 1', plate_state: 'Georgia' },
      draft: { vehicle: false, plate_state: '' },
      values: { vehicle: false, plate: 'GA 1', plate_state: null },
    },
  ],
  ['the validation of a hidden field', { draft: { plate: 'NONE' }, values: { plate: 'NONE' } }],
  [
    'the validation of a field that is shown',
    { draft: { vehicle: true, plate: 'NONE' }, shown: ['plate'], required: ['plate'], broken: ['Type the plate.'] },
  ],
  ['two dates', { draft: { starts_on: '2026-03-02', ends_on: '2026-03-01' }, broken: ['The end is before the start.'] }],
  [
    'a stored date and a new one',
    {
      stored: { starts_on: '2026-03-02', ends_on: '2026-03-05' },
      draft: { starts_on: '2026-03-06' },
      broken: ['The end is before the start.'],
    },
  ],
  ['a rule of the module', { draft: { status: 'review' }, readOnly: ['fee'], broken: ['A case in review has a first day.'] }],
  [
    'read-only for the record as it would be saved',
    { stored: { fee: 5 }, draft: { status: 'review', starts_on: '2026-03-02', fee: 6 }, readOnly: ['fee'] },
  ],
  ['read-only by the user and the value before', { user: 'clerk', stored: { fee: 101 }, draft: { fee: 1 }, readOnly: ['fee'] }],
  ['writable by the value before', { user: 'clerk', stored: { fee: 100 }, draft: { fee: 101 }, values: { fee: 101 } }],
  ['writable by the user', { stored: { fee: 101 }, draft: { fee: 1 }, values: { fee: 1 } }],
  ['the id of the user', { draft: { signed_by: { _id: USER_IDS.admin, name: 'Me' } }, broken: ['Someone else signs.'] }],
  ['the id of another user', { draft: { signed_by: someone }, values: { signed_by: USER_IDS.other } }],
  ['a role of the user', { user: 'clerk', draft: { approved: true }, broken: ['A clerk does not approve.'] }],
  ['no such role of the user', { draft: { approved: true } }],
  ['all options of a list', { draft: { tags: ['b', 'a'] }, broken: ['Not both tags.'] }],
  ['other options of a list', { draft: { tags: ['b', 'c'] }, values: { tags: ['b', 'c'] } }],
  ['the digits of a phone', { draft: { phone: '4045550142' }, shown: ['call_note'] }],
  ['the digits of another phone', { draft: { phone: '3125550142' } }],
  ['a populated record of any module', { draft: { about: { ...someone, module: 'users', open: true } }, required: ['about_note'] }],
  ['an e-mail address with spaces', { draft: { mails: [mail] }, required: ['mail_note'] }],
  [
    'an e-mail address as it is stored',
    {
      draft: { mails: [mail], mail_note: ' x ' },
      required: ['mail_note'],
      values: { mails: [{ ...mail, email_address: 'ann@example.com' }], mail_note: 'x' },
    },
  ],
  ['a part of an address', { draft: { home: { city: ' Atlanta ', zip: ' ' } }, broken: ['Type the ZIP of Atlanta.'] }],
  [
    'an address as it is stored',
    { draft: { home: { street: '', city: 'Atlanta', zip: ' 30301 ' } }, values: { home: { city: 'Atlanta', zip: '30301' } } },
  ],
  ['a list of texts as it is stored', { draft: { aliases: [' A ', ' ', 'B'] }, values: { aliases: ['A', 'B'] } }],
  [
    'entries as they are stored',
    {
      draft: {
        parts: [
          { what: ' ', count: null },
          { what: ' Door ', count: 2 },
        ],
      },
      values: { parts: [{ what: 'Door', count: 2 }] },
    },
  ],
  ['an entry that breaks a rule', { draft: { parts: [{ what: 'Door', count: 2 }, { what: 'Key' }] }, broken: ['Count each part.'] }],
  ['a time in the past', { draft: { seen_at: '2020-02-03T10:20:30.000Z' }, values: { seen_at: '2020-02-03T10:20:30.000Z' } }],
  ['a time in the future', { draft: { seen_at: '9999-02-03T10:20:30.000Z' }, broken: ['It was seen in the past.'] }],
  [
    'several problems at once',
    {
      draft: { status: 'rejected', hours: 50, vehicle: true, starts_on: '2026-03-02', ends_on: '2026-03-01' },
      shown: ['reason', 'plate', 'permit'],
      required: ['note', 'plate', 'permit'],
      broken: ['The end is before the start.'],
      unmet: ['reason'],
    },
  ],
];

/** The cases: model, browser and saves have the same results. */
export const RULE_CASES = INPUTS.map(createCase);

/** The same cases with the ids of users who exist where they are saved. */
export function withUserIds(ids: typeof USER_IDS): readonly RuleCase[] {
  const text = JSON.stringify(RULE_CASES).replaceAll(USER_IDS.admin, ids.admin).replaceAll(USER_IDS.other, ids.other);
  return JSON.parse(text) as readonly RuleCase[];
}
