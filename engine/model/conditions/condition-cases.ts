import { createConditionData, type ConditionContext } from './evaluate-condition.ts';

/** A condition with its expected result on a record. */
type ConditionCase = readonly [name: string, condition: unknown, expected: boolean];

const CONTEXT: ConditionContext = {
  today: '2026-03-15',
  timeZone: 'America/New_York',
  now: '2026-03-15T14:30:00.000Z',
  user: { _id: 'u1', userType: 'Standard', roles: ['Clerk'], teams: ['t1'] },
  old: { status: 'new', hours: 8 },
};

/** The data of all cases. */
export const CASE_DATA = createConditionData(
  {
    status: 'closed',
    hours: 12,
    nothing: null,
    blank: '  ',
    list: [],
    tags: ['a', 'b'],
    title: 'Señior Clerk, São Paulo',
    phone: '4045550142',
    mails: [{ email_address: 'Ann@Example.com' }, { email_address: 'b@example.org' }],
    owner: 'u1',
    about: { module: 'tickets', id: 'l1' },
    related: ['r1', { _id: 'r2', name: 'Two' }],
    address: { city: 'Atlanta', state: 'GA' },
    day: '2026-03-10',
    at: '2026-03-11T02:00:00.000Z',
    month_end: '2026-01-31',
    items: [{ n: 1 }, { n: 5 }],
  },
  CONTEXT,
);

const field = (name: string): { readonly var: string } => ({ var: `record.${name}` });
const day = { day: [field('at'), { var: 'timeZone' }] };

/** Cases that Node and the browser evaluate with the same results. */
export const CONDITION_CASES: readonly ConditionCase[] = [
  ['a literal', true, true],
  ['a value', { '==': [field('status'), 'closed'] }, true],
  ['a missing value is null', { '===': [field('none'), null] }, true],
  ['the value before', { and: [{ '==': [{ var: 'old.status' }, 'new'] }, { '!=': [{ var: 'old.hours' }, field('hours')] }] }, true],
  ['the user', { and: [{ '==': [{ var: 'user._id' }, field('owner')] }, { in: ['Clerk', { var: 'user.roles' }] }] }, true],
  ['a team of the user', { in: ['t2', { var: 'user.teams' }] }, false],
  ['the current time', { '<': [field('at'), { var: 'now' }] }, true],
  ['numbers', { '<=': [10, { '+': [field('hours'), 1] }, 13] }, true],
  ['a list', { some: [field('items'), { '>': [{ var: 'n' }, 4] }] }, true],
  ['several values', { missing_some: [1, ['record.none', 'record.hours']] }, false],
  ['type: text', { '===': [{ type_of: field('status') }, 'text'] }, true],
  ['type: number', { '===': [{ type_of: field('hours') }, 'number'] }, true],
  ['type: list', { '===': [{ type_of: field('list') }, 'list'] }, true],
  ['type: object', { '===': [{ type_of: field('address') }, 'object'] }, true],
  ['type: missing', { '===': [{ type_of: field('nothing') }, 'missing'] }, true],
  ['empty: null', { is_empty: field('nothing') }, true],
  ['empty: only white space', { is_empty: field('blank') }, true],
  ['empty: a list without entries', { is_empty: field('list') }, true],
  ['not empty: zero', { is_empty: 0 }, false],
  ['not empty: unchecked', { is_empty: false }, false],
  ['texts of e-mail addresses', { in: ['Ann@Example.com', { texts: field('mails') }] }, true],
  ['texts of a number', { is_empty: { texts: field('hours') } }, true],
  ['ids of a relate', { in: ['u1', { ids: field('owner') }] }, true],
  ['ids of a flex relate', { in: ['l1', { ids: field('about') }] }, true],
  ['ids of populated relates', { includes_all: [{ ids: field('related') }, ['r2', 'r1']] }, true],
  ['text without case and accents', { contains_text: [field('title'), 'SENIOR  clerk, sao'] }, true],
  ['text in a list', { contains_text: [field('mails'), '@example.ORG'] }, true],
  ['text that is not there', { contains_text: [field('title'), 'driver'] }, false],
  ['no text to look for', { contains_text: [field('title'), null] }, false],
  ['a phone as typed', { contains_phone: [field('phone'), '+1 (404) 555-0142'] }, true],
  ['a phone without digits', { contains_phone: [field('phone'), 'none'] }, false],
  ['the same text', { same_text: [field('address.city'), ' ATLANTA '] }, true],
  ['another text', { same_text: [field('address.city'), 'Macon'] }, false],
  ['all of a list', { includes_all: [field('tags'), ['b', 'a']] }, true],
  ['not all of a list', { includes_all: [field('tags'), ['a', 'c']] }, false],
  ['no list', { includes_all: [field('status'), ['c']] }, false],
  ['the day of a date-time in the time zone', { '===': [day, '2026-03-10'] }, true],
  ['the day of a date-time in UTC', { '===': [{ day: field('at') }, '2026-03-11'] }, true],
  ['the day of a date', { '===': [{ day: field('day') }, '2026-03-10'] }, true],
  ['the day of nothing', { '===': [{ day: field('nothing') }, null] }, true],
  ['a time zone that does not exist', { '===': [{ day: [field('at'), 'Mars/Phobos'] }, '2026-03-11'] }, true],
  ['days later', { '===': [{ add_days: [{ var: 'today' }, 20] }, '2026-04-04'] }, true],
  ['within the last seven days', { '>=': [day, { add_days: [{ var: 'today' }, -7] }] }, true],
  ['too many days', { '===': [{ add_days: [{ var: 'today' }, 40001] }, null] }, true],
  ['no day', { '===': [{ add_days: ['2026-02-30', 1] }, null] }, true],
  ['a month later, at most its last day', { '===': [{ add_months: [field('month_end'), 1] }, '2026-02-28'] }, true],
  ['months earlier, over a year', { '===': [{ add_months: [field('month_end'), -13] }, '2024-12-31'] }, true],
  ['a part of a month', { '===': [{ add_months: [field('month_end'), 0.5] }, null] }, true],
];
