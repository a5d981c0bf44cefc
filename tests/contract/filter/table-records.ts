import type { RecordDocument } from '#engine/model';
import { fixtureId } from '#tests/support';

/** Ids of the hand-written records, with short names for the table of cases. */
export const ID = { ana: fixtureId(1), bob: fixtureId(2), zoe: fixtureId(3), nil: fixtureId(4), astral: fixtureId(5), acme: fixtureId(101), river: fixtureId(102), gone: fixtureId(103) } as const;

/** Five people whose results in each case of the table were determined by hand. `nil` has no values. */
export const TABLE_PEOPLE: readonly RecordDocument[] = [
  {
    _id: ID.ana, _version: 1, deleted: false, name: 'Ana María López', notes: 'Likes 100% wool', site: 'https://example.com/Ana',
    email: [{ email_address: 'Ana@Example.com', primary: true, opt_out: false, invalid_email: false }, { email_address: 'ana.work@mail.test', primary: false, opt_out: false, invalid_email: false }],
    phone: '4045550142', status: 'Open', tags: ['red', 'blue'], skills: ['Nursing', 'Café work'], score: 7, salary: 1234.5, serial: 1, vip: true, born: '1990-05-17',
    seen: '2025-03-09T06:59:59.999Z', home: { street: '1 Main St', city: 'Río Grande', state: 'TX', zip: '78582' }, topic: 'people', boss: ID.bob, friends: [ID.bob, ID.zoe],
    firm: ID.acme, subject: { module: 'firms', id: ID.acme }, subjects: [{ module: 'people', id: ID.zoe }, { module: 'firms', id: ID.river }],
    messages: [{ text: 'Hello World', by: ID.bob, at: '2025-01-01T00:00:00.000Z' }], extra: { a: 1 }, things: [1], picture: '/api/files/1',
  },
  {
    _id: ID.bob, _version: 1, deleted: false, name: 'bob', status: 'new', tags: ['Green'], skills: ['Charting,', ', nights'], score: -2.5, salary: 0, serial: 2, vip: false, born: '1990-05-18',
    seen: '2025-03-09T05:00:00.000Z', home: { state: 'GA' }, boss: ID.zoe, firm: ID.river, subject: { module: 'people', id: ID.ana },
  },
  {
    _id: ID.zoe, _version: 1, deleted: false, name: 'ZOË  Zimmer', status: 'closed', score: 7, salary: 1234.49, serial: 3, born: '2024-02-29', seen: '2025-03-10T03:59:59.999Z', home: { zip: '78584-1234' }, friends: [ID.zoe], firm: ID.gone,
  },
  { _id: ID.nil, _version: 1, deleted: false },
  { _id: ID.astral, _version: 1, deleted: true, name: '😀 \uE000', status: 'gone', seen: '2025-03-10T04:00:00.000Z', vip: true },
];

export const TABLE_FIRMS: readonly RecordDocument[] = [
  { _id: ID.acme, _version: 1, deleted: false, name: 'Acme', size: 3, status: 'customer', parent: ID.river },
  { _id: ID.river, _version: 1, deleted: false, name: 'River', size: 9, status: 'lost' },
  { _id: ID.gone, _version: 1, deleted: true, name: 'Gone', size: 9 },
];
