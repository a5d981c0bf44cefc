import type { JsonValue } from '#engine/model/values';
import type { SortDefinition } from '#engine/model/definitions';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { ID } from './table-records.ts';

type Who = 'ana' | 'bob' | 'zoe' | 'nil' | 'astral' | 'acme' | 'river' | 'gone';

export interface FilterCase {
  readonly says: string;
  readonly module?: 'people' | 'firms';
  readonly filter: JsonValue;
  /** Sorted by id. */
  readonly matches: readonly Who[];
}

const ALL: readonly Who[] = ['ana', 'bob', 'zoe', 'nil', 'astral'];

/** The records that each filter matches, in America/New_York on 2025-03-09, for the user bob. */
export const FILTER_CASES: readonly FilterCase[] = [
  { says: 'the empty filter matches everything', filter: {}, matches: ALL },
  { says: 'a scalar is equals, folded', filter: { name: ' ANA  MARI\u0301A lopez' }, matches: ['ana'] },
  { says: 'equals null is missing', filter: { name: null }, matches: ['nil'] },
  { says: 'not includes missing', filter: { not: { name: 'bob' } }, matches: ['ana', 'zoe', 'nil', 'astral'] },
  { says: 'a text that folds to nothing matches nothing', filter: { name: { equals: ' \u0301' } }, matches: [] },
  { says: 'in, with null for missing', filter: { name: { in: ['BOB', 'zoë zimmer', null] } }, matches: ['bob', 'zoe', 'nil'] },
  { says: 'contains across accents and spaces', filter: { name: { contains: 'maría\tL' } }, matches: ['ana'] },
  { says: 'contains takes no wildcard', filter: { notes: { contains: '1%0' } }, matches: [] },
  { says: 'contains finds a percent sign', filter: { notes: { contains: '0% w' } }, matches: ['ana'] },
  { says: 'contains of one character', filter: { name: { contains: 'Z' } }, matches: ['ana', 'zoe'] },
  { says: 'contains an astral character', filter: { name: { contains: '😀' } }, matches: ['astral'] },
  { says: 'contains a NUL matches nothing and harms nothing', filter: { name: { contains: 'a\u0000b' } }, matches: [] },
  { says: 'half a surrogate pair matches nothing and harms nothing', filter: { name: { contains: '\ud83d' } }, matches: [] },
  { says: 'startsWith', filter: { name: { startsWith: 'zo' } }, matches: ['zoe'] },
  { says: 'text range by code point', filter: { name: { range: { gte: 'bob', lt: '😀' } } }, matches: ['bob', 'zoe'] },
  { says: 'text range above the private use area', filter: { name: { range: { gt: '\uFFFD' } } }, matches: ['astral'] },
  { says: 'exists', filter: { name: { exists: true } }, matches: ['ana', 'bob', 'zoe', 'astral'] },
  { says: 'operators of one field must all hold', filter: { name: { contains: 'a', startsWith: 'b' } }, matches: [] },
  { says: 'entries must all hold', filter: { score: 7, status: 'closed' }, matches: ['zoe'] },
  { says: 'or', filter: { or: [{ status: 'new' }, { status: 'closed' }] }, matches: ['bob', 'zoe'] },
  { says: 'dropdown values compare exactly', filter: { status: 'open' }, matches: [] },
  { says: 'a list has it', filter: { tags: 'blue' }, matches: ['ana'] },
  { says: 'a list has one of them', filter: { tags: { in: ['Green', 'blue'] } }, matches: ['ana', 'bob'] },
  { says: 'a list of texts folds', filter: { skills: 'CAFE WORK' }, matches: ['ana'] },
  { says: 'a comma is an element of its own, not a separator', filter: { skills: ',' }, matches: [] },
  { says: 'contains in a list of texts', filter: { skills: { contains: 'fé w' } }, matches: ['ana'] },
  { says: 'e-mail by any address', filter: { email: 'ANA.WORK@mail.test' }, matches: ['ana'] },
  { says: 'e-mail contains', filter: { email: { contains: '@EXAMPLE' } }, matches: ['ana'] },
  { says: 'phone in any notation', filter: { phone: '(404) 555-0142' }, matches: ['ana'] },
  { says: 'phone contains digits', filter: { phone: { contains: '555-01' } }, matches: ['ana'] },
  { says: 'a phone without digits matches nothing', filter: { phone: { contains: 'abc' } }, matches: [] },
  { says: 'number', filter: { score: 7 }, matches: ['ana', 'zoe'] },
  { says: 'number range', filter: { score: { range: { gt: -2.5, lte: 7 } } }, matches: ['ana', 'zoe'] },
  { says: 'money in dollars', filter: { salary: 1234.5 }, matches: ['ana'] },
  { says: 'money range', filter: { salary: { range: { gte: 0, lt: 1234.5 } } }, matches: ['bob', 'zoe'] },
  { says: 'a missing checkbox is false', filter: { vip: false }, matches: ['bob', 'zoe', 'nil'] },
  { says: 'a checkbox is never missing', filter: { vip: { exists: false } }, matches: [] },
  { says: 'the system checkbox', filter: { deleted: true }, matches: ['astral'] },
  { says: 'days', filter: { born: { range: { gte: '1990-05-18', lte: '2024-02-29' } } }, matches: ['bob', 'zoe'] },
  { says: 'a day on a date-time, 23 hours long here', filter: { seen: '2025-03-09' }, matches: ['ana', 'bob', 'zoe'] },
  { says: 'gt a day is after its end', filter: { seen: { range: { gt: '2025-03-09' } } }, matches: ['astral'] },
  { says: 'lt a day is before its start', filter: { seen: { range: { lt: '2025-03-09' } } }, matches: [] },
  { says: 'lte a day is to its end', filter: { seen: { range: { lte: '2025-03-09' } } }, matches: ['ana', 'bob', 'zoe'] },
  { says: 'gte today', filter: { seen: { range: { gte: { $: 'today', days: 1 } } } }, matches: ['astral'] },
  { says: 'an instant with an offset', filter: { seen: '2025-03-09T00:00:00.000-05:00' }, matches: ['bob'] },
  { says: 'now', filter: { seen: { range: { lt: { $: 'now' } } } }, matches: ['ana', 'bob'] },
  { says: 'part of an address', filter: { 'home.state': 'tx' }, matches: ['ana'] },
  { says: 'part of an address contains', filter: { 'home.city': { contains: 'rio g' } }, matches: ['ana'] },
  { says: 'address exists by any part', filter: { home: { exists: true } }, matches: ['ana', 'bob', 'zoe'] },
  { says: 'within no miles of a ZIP, itself', filter: { home: { withinMiles: { of: '78582', miles: 0 } } }, matches: ['ana'] },
  {
    says: 'within miles of a ZIP, whatever follows that of the record',
    filter: { home: { withinMiles: { of: '78582', miles: 25 } } },
    matches: ['ana', 'zoe'],
  },
  {
    says: 'within miles of a point',
    filter: { home: { withinMiles: { of: { latitude: 26.41, longitude: -99.01 }, miles: 5 } } },
    matches: ['zoe'],
  },
  {
    says: 'within many miles of a ZIP, and not a mile more',
    filter: { home: { withinMiles: { of: '75001', miles: 469.5 } } },
    matches: ['ana'],
  },
  {
    says: 'not within many miles of a ZIP',
    filter: { not: { home: { withinMiles: { of: '75001', miles: 469.5 } } } },
    matches: ['bob', 'zoe', 'nil', 'astral'],
  },
  {
    says: 'within miles of where nothing is',
    filter: { home: { withinMiles: { of: { latitude: 0, longitude: 0 }, miles: 500 } } },
    matches: [],
  },
  {
    says: 'not within miles, or nowhere',
    filter: { not: { home: { withinMiles: { of: '78582', miles: 25 } } } },
    matches: ['bob', 'nil', 'astral'],
  },
  { says: 'a whole address', filter: { home: { equals: { state: 'ga' } } }, matches: ['bob'] },
  { says: 'me', filter: { boss: { equals: { $: 'me' } } }, matches: ['ana'] },
  { says: 'me in a list of relates', filter: { friends: { in: [{ $: 'me' }, ID.ana] } }, matches: ['ana'] },
  { says: 'my_record that is nobody', filter: { boss: { equals: { $: 'my_record' } } }, matches: [] },
  { says: 'flex relate', filter: { subject: { equals: { module: 'firms', id: ID.acme } } }, matches: ['ana'] },
  { says: 'list of flex relates', filter: { subjects: { equals: { module: 'people', id: ID.zoe } } }, matches: ['ana'] },
  {
    says: 'presence of what cannot be compared',
    filter: { extra: { exists: true }, things: { exists: true }, picture: { exists: true } },
    matches: ['ana'],
  },
  { says: 'equals null on a list', filter: { tags: null }, matches: ['zoe', 'nil', 'astral'] },
  { says: '_id', filter: { _id: ID.bob }, matches: ['bob'] },
  { says: '_id in', filter: { _id: { in: [ID.nil, ID.ana, 'unknown'] } }, matches: ['ana', 'nil'] },
  { says: '_id range', filter: { _id: { range: { gt: ID.bob, lte: ID.nil } } }, matches: ['zoe', 'nil'] },
  { says: '_id is never null', filter: { _id: null }, matches: [] },
  { says: 'related forward', filter: { firm: { related: { size: 3 } } }, matches: ['ana'] },
  { says: 'related leaves deleted records out', filter: { firm: { related: {} } }, matches: ['ana', 'bob'] },
  { says: 'related through a list', filter: { friends: { related: { status: 'closed' } } }, matches: ['ana', 'zoe'] },
  {
    says: 'related flex',
    filter: { subject: { related: { module: 'people', filter: { name: { startsWith: 'ana' } } } } },
    matches: ['bob'],
  },
  {
    says: 'related through a list of flex relates',
    filter: { subjects: { related: { module: 'firms', filter: { name: 'river' } } } },
    matches: ['ana'],
  },
  { says: 'related reverse', filter: { reports: { related: { name: 'bob' } } }, matches: ['zoe'] },
  { says: 'related reverse through a list', filter: { admirers: { related: { tags: 'red' } } }, matches: ['bob', 'zoe'] },
  { says: 'related reverse flex', module: 'firms', filter: { about: { related: { name: { exists: true } } } }, matches: ['acme'] },
  { says: 'related twice', filter: { firm: { related: { parent: { related: { name: 'River' } } } } }, matches: ['ana'] },
  {
    says: 'related three deep',
    filter: { boss: { related: { boss: { related: { friends: { related: { name: { contains: 'zimmer' } } } } } } } },
    matches: ['ana'],
  },
  { says: 'not related', filter: { not: { firm: { related: { size: 9 } } } }, matches: ['ana', 'zoe', 'nil', 'astral'] },
  { says: 'teams that the searcher has', filter: { teams: { in: [GLOBAL_TEAM_ID] } }, matches: [] },
  { says: 'teams that the searcher lacks are dropped', filter: { teams: { in: ['elsewhere'] }, name: 'bob' }, matches: ['bob'] },
  { says: 'a branch left empty is dropped', filter: { or: [{ teams: 'elsewhere' }, { name: 'bob' }] }, matches: ['bob'] },
];

export interface SortCase {
  readonly says: string;
  readonly sort: readonly SortDefinition[];
  readonly order: readonly Who[];
}

export const SORT_CASES: readonly SortCase[] = [
  { says: 'by _id without a sort', sort: [], order: ALL },
  { says: 'by _id descending', sort: [{ sortField: '_id', sortOrder: 'desc' }], order: ['astral', 'nil', 'zoe', 'bob', 'ana'] },
  {
    says: 'text by folded code points, missing last',
    sort: [{ sortField: 'name', sortOrder: 'asc' }],
    order: ['ana', 'bob', 'zoe', 'astral', 'nil'],
  },
  { says: 'missing last when descending', sort: [{ sortField: 'name', sortOrder: 'desc' }], order: ['astral', 'zoe', 'bob', 'ana', 'nil'] },
  {
    says: 'ties by _id in the same direction',
    sort: [{ sortField: 'score', sortOrder: 'desc' }],
    order: ['zoe', 'ana', 'bob', 'astral', 'nil'],
  },
  {
    says: 'dropdowns by their options, then unknown values, missing last',
    sort: [{ sortField: 'status', sortOrder: 'asc' }],
    order: ['bob', 'ana', 'zoe', 'astral', 'nil'],
  },
  {
    says: "relates by the other record's name",
    sort: [{ sortField: 'boss', sortOrder: 'desc' }],
    order: ['bob', 'ana', 'astral', 'nil', 'zoe'],
  },
  {
    says: 'an address part, then a number',
    sort: [
      { sortField: 'home.state', sortOrder: 'desc' },
      { sortField: 'serial', sortOrder: 'desc' },
    ],
    order: ['ana', 'bob', 'zoe', 'astral', 'nil'],
  },
  {
    says: 'two directions',
    sort: [
      { sortField: 'score', sortOrder: 'desc' },
      { sortField: 'salary', sortOrder: 'asc' },
    ],
    order: ['zoe', 'ana', 'bob', 'nil', 'astral'],
  },
];
