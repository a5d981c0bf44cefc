import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { describeRules } from './each-store.ts';

/** A refused input, its error code where there is only one possible, and the field of the detail. */
type Refusal = readonly [name: string, fields: object, code: string, field?: string];

const FIELD_CASES: readonly Refusal[] = [
  ['an unknown field', { nothing: 1 }, 'validation_failed', 'nothing'],
  ['a dotted name', { 'place.zip': '30301' }, 'validation_failed'],
  ['a name with a dollar', { $set: { name: 'x' } }, 'validation_failed'],
  ['a number for a text', { name: 5 }, 'validation_failed', 'name'],
  ['an object for a text', { notes: { $gt: '' } }, 'validation_failed', 'notes'],
  ['a text for a number', { weight: 'heavy' }, 'validation_failed', 'weight'],
  ['a number out of bounds', { weight: 1001 }, 'validation_failed', 'weight'],
  ['a day that is none', { bought: '2026-02-30' }, 'validation_failed', 'bought'],
  ['an instant that is none', { last_used: '2026-13-01T00:00:00.000Z' }, 'validation_failed', 'last_used'],
  ['half a cent', { cost: 1.005 }, 'validation_failed', 'cost'],
  ['an option that is none', { state: 'lost' }, 'validation_failed', 'state'],
  ['a list for one option', { state: ['new'] }, 'validation_failed', 'state'],
  ['a phone number that is none', { hotline: '12' }, 'validation_failed', 'hotline'],
  ['an address of another scheme', { manual: 'javascript:alert(1)' }, 'validation_failed', 'manual'],
  ['a control character', { name: 'a\u0000b' }, 'validation_failed', 'name'],
  ['a text that is too long', { name: 'x'.repeat(1_001) }, 'validation_failed', 'name'],
  ['a relate to nothing', { makers_tools: '01890000-0000-7000-8000-000000000000' }, 'validation_failed', 'makers_tools'],
  ['a relate that is an operator', { makers_tools: { $ne: null } }, 'validation_failed', 'makers_tools'],
  ['a module that is none', { about: { module: 'nothing', id: 'x' } }, 'validation_failed', 'about.module'],
  ['an id', { _id: 'mine' }, ''],
  ['a version', { _version: 3 }, ''],
];

const BODY_CASES: readonly (readonly [name: string, body: string | Uint8Array<ArrayBuffer>, status: number, contentType?: string])[] = [
  ['nothing like JSON', '{', 400],
  ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
  ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
  ['a prototype', '{"__proto__":{"name":"x"},"name":"x"}', 400],
  ['a deep prototype', '{"name":"x","extras":{"a":[{"__proto__":1}]}}', 400],
  ['a constructor', '{"constructor":{"prototype":{"x":1}},"name":"x"}', 400],
  ['NaN', '{"name":"x","weight":NaN}', 400],
  ['1e400', '{"name":"x","weight":1e400}', 400],
  ['-1e400 in a list', '{"name":"x","parts":[1,-1e400]}', 400],
  ['half a surrogate pair', '{"name":"\\ud800"}', 400],
  ['a bare control character', '{"name":"a\u0001b"}', 400],
  ['invalid UTF-8', new Uint8Array([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')]), 400],
  ['a list for an object', '[]', 422],
  ['a text for an object', '"name"', 422],
  ['a number for an object', '7', 422],
  ['10 MB', JSON.stringify({ name: 'x', notes: 'x'.repeat(10_000_000) }), 413],
  ['a little over 1 MiB', JSON.stringify({ name: 'x', notes: 'x'.repeat(1_048_600) }), 413],
  ['a form', 'name=x', 415, 'application/x-www-form-urlencoded'],
  ['plain text', '{"name":"x"}', 415, 'text/plain'],
  ['JSON with something behind the type', '{"name":"x"}', 415, 'application/json\tcharset=utf-8'],
];

const BODY_CODES: { readonly [status: number]: unknown } = {
  400: 'not_parseable',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: expect.any(String),
};

const SEARCH_CASES: readonly (readonly [name: string, body: object, status: number])[] = [
  ['an unknown field', { searchTerms: { nothing: 1 } }, 422],
  ['an unknown operator', { searchTerms: { name: { $ne: 'x' } } }, 422],
  ['a JavaScript operator', { searchTerms: { $where: 'sleep(1000)' } }, 422],
  ['a constructor', { searchTerms: { constructor: 'x' } }, 422],
  ['an operator of another type', { searchTerms: { weight: { contains: '1' } } }, 422],
  ['an operand of another type', { searchTerms: { weight: { equals: 'x' } } }, 422],
  ['an empty list of operands', { searchTerms: { state: { in: [] } } }, 422],
  ['too many operands', { searchTerms: { weight: { in: Array.from({ length: 1_001 }, (_, index) => index) } } }, 422],
  ['an empty or', { searchTerms: { or: [] } }, 422],
  ['eleven levels', { searchTerms: nest(11) }, 422],
  ['201 entries', { searchTerms: { or: Array.from({ length: 201 }, () => ({ weight: 1 })) } }, 422],
  ['a list for a filter', { searchTerms: [] }, 422],
  ['a day that is none', { searchTerms: { bought: { range: { gte: '2026-02-30' } } } }, 422],
  ['an unknown sort field', { sortField: 'nothing' }, 422],
  ['a sort field that holds a list', { sortField: 'keywords' }, 422],
  ['an unknown sort order', { sortField: 'name', sortOrder: 'up' }, 422],
  ['a page beyond a million', { pageNumber: 1_000_001 }, 422],
  ['a page before the first', { pageNumber: -1 }, 422],
  ['a page of nothing', { pageSize: 0 }, 422],
  ['a page of 1,001', { pageSize: 1_001 }, 422],
  ['1,001 of all', { selectAll: true, selectNumberOfRecords: 1_001 }, 422],
  ['a page of 100,001 ids', { idsOnly: true, pageSize: 100_001 }, 422],
  ['100,001 ids', { selectAll: true, idsOnly: true, selectNumberOfRecords: 100_001 }, 422],
  ['a name that search does not have', { searchTerm: {} }, 422],
  ['a field to show that is none', { fields: ['nothing'] }, 422],
  ['a relation that is none', { populate: ['nothing'] }, 422],
];

/** Valid values of search parameters: a refused search becomes valid with these values. */
const RIGHT_SEARCH: { readonly [member: string]: unknown } = {
  searchTerms: { weight: 1 },
  sortField: 'name',
  sortOrder: 'asc',
  pageNumber: 1,
  pageSize: 10,
  selectAll: true,
  selectNumberOfRecords: 5,
  idsOnly: true,
  fields: ['name'],
  populate: ['makers_tools'],
};

function correct(search: object): object {
  return Object.fromEntries(Object.keys(search).flatMap((member) => (member in RIGHT_SEARCH ? [[member, RIGHT_SEARCH[member]]] : [])));
}

/** Endpoints with a body, other than those of records. */
const NAMED_CALLS = [
  ['POST', '/api/ss-modules'],
  ['PUT', '/api/ss-modules/tools'],
  ['POST', '/api/roles'],
  ['POST', '/api/dropdowns'],
  ['POST', '/api/layouts'],
  ['POST', '/api/admin-settings'],
  ['POST', '/api/audit-log'],
  ['POST', '/api/audit-log/create-change-log-entries'],
  ['POST', '/api/audit-log/search'],
  ['POST', '/api/merge'],
  ['POST', '/api/users/update-roles'],
  ['POST', '/api/generic-modules/search'],
  ['POST', '/api/email-addresses/update-email-addresses'],
  ['PUT', '/api/tools/mark-as-deleted/by-array'],
  ['POST', '/api/tools/group'],
] as const;

const PLUGIN_CALLS = [
  ['POST', '/api/leads/dup-check'],
  ['POST', '/api/leads/nothing/not-duplicates'],
  ['POST', '/api/leads/update-lead-status'],
  ['POST', '/api/accounts/dup-check'],
  ['POST', '/api/accounts/nothing/not-duplicates'],
  ['POST', '/api/accounts/placement-opps-search'],
] as const;

type BodyCase = (typeof BODY_CASES)[number];

async function expectRefused(
  client: ApiClient,
  [, body, status, contentType = 'application/json']: BodyCase,
  endpoints: readonly (readonly [method: string, path: string])[],
): Promise<void> {
  for (const [method, path] of endpoints) {
    const response = await client.raw(method, path, body, { 'content-type': contentType });
    expect(response.status, path).toBe(status);
    expect(response.body, path).toMatchObject({ error: expect.any(String), code: BODY_CODES[status], details: expect.any(Array) });
  }
}

function nest(levels: number): object {
  return levels === 0 ? { weight: 1 } : { not: nest(levels - 1) };
}

/** The token with each other last character. */
function changeLastCharacter(token: string): readonly string[] {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return [...characters].filter((character) => !token.endsWith(character)).map((character) => token.slice(0, -1) + character);
}

describeRules('Bad input', (server) => {
  const count = async () => (await server().admin.post('/api/tools/search', { pageSize: 1 })).body.total as number;

  for (const [name, fields, code, field] of FIELD_CASES)
    it(`refuses ${name} with all problems, writes nothing, and accepts the corrected request`, async () => {
      const before = await count();
      const refused = await server().admin.post('/api/tools', { name: 'Right', ...fields });
      expect(refused.status).toBe(422);
      if (code !== '') expect(refused.body.code).toBe(code);
      if (field !== undefined) expect(refused.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
      expect(refused.body.error).toEqual(expect.any(String));
      expect(await count()).toBe(before);
      const right = Object.fromEntries(Object.entries({ name: 'Right', ...fields }).filter(([name]) => !(name in fields)));
      expect((await server().admin.post('/api/tools', { ...right, name: 'Right' })).status).toBe(201);
    });

  it('reports all problems of a record at once', async () => {
    const { body } = await server().admin.post('/api/tools', { weight: 'x', bought: 'y', nothing: 1 });
    expect(body.details.map((detail: { field: string }) => detail.field).sort()).toEqual(['bought', 'name', 'nothing', 'weight']);
    for (const detail of body.details)
      expect(detail).toMatchObject({ field: expect.any(String), code: expect.any(String), message: expect.any(String) });
  });

  for (const refused of BODY_CASES)
    it(`refuses a body of ${refused[0]}, writes nothing, and accepts a valid body at the same endpoints`, async () => {
      const before = await count();
      await expectRefused(server().admin, refused, [
        ['POST', '/api/tools'],
        ['PUT', '/api/tools/update'],
        ['POST', '/api/tools/search'],
        ...NAMED_CALLS,
      ]);
      expect(await count()).toBe(before);
      const { status, body } = await server().admin.post('/api/tools', { name: 'Right' });
      expect(status).toBe(201);
      expect((await server().admin.put('/api/tools/update', { _id: body._id, name: 'Right again' })).status).toBe(200);
      expect((await server().admin.post('/api/tools/search', { searchTerms: { _id: body._id } })).body.total).toBe(1);
    });

  for (const [name, body, status] of SEARCH_CASES)
    it(`refuses a search with ${name}, names the problem, and accepts the corrected search`, async () => {
      const response = await server().admin.post('/api/tools/search', body);
      expect([response.status, response.body.code]).toEqual([
        status,
        expect.stringMatching(/^(filter_invalid|parameter_invalid|sort_invalid|unknown_field|body_invalid|validation_failed)$/),
      ]);
      expect(response.body.details.length).toBeGreaterThan(0);
      for (const detail of response.body.details)
        expect(detail).toMatchObject({ field: expect.any(String), code: expect.any(String), message: expect.any(String) });
      expect((await server().admin.post('/api/tools/search', correct(body))).status).toBe(200);
    });

  it('reports a body that is too large as too large', async () => {
    expect((await server().admin.post('/api/tools', { name: 'Large', notes: 'x'.repeat(1_048_600) })).body.code).toBe('body_too_large');
  });

  it('accepts the largest allowed values', async () => {
    expect((await server().admin.post('/api/tools/search', { pageNumber: 1_000_000, pageSize: 1_000 })).body).toMatchObject({ data: [] });
    expect(
      (await server().admin.post('/api/tools/search', { selectAll: true, idsOnly: true, selectNumberOfRecords: 100_000 })).status,
    ).toBe(200);
    expect((await server().admin.post('/api/tools/search', { searchTerms: nest(8) })).status).toBe(200);
    expect((await server().admin.post('/api/tools', { name: 'x'.repeat(1_000), notes: 'y'.repeat(100_000) })).status).toBe(201);
  });

  it('refuses bulk requests without ids, with too many ids, and with values that are not ids', async () => {
    for (const ids of [undefined, [], 'x', [1], [null]])
      expect((await server().admin.put('/api/tools/mark-as-deleted/by-array', { ids })).body.code).toBe('body_invalid');
    const many = Array.from({ length: 2_001 }, (_, index) => `id-${index}`);
    expect((await server().admin.put('/api/tools/mark-as-deleted/by-array', { ids: many })).body.code).toBe('too_many_ids');
    expect((await server().admin.put('/api/tools/update-certain-fields-array/', { ids: ['x'] })).body.code).toBe('body_invalid');
    expect((await server().admin.put('/api/tools/update-certain-fields-array/', { ids: ['x'], fields: [] })).body.code).toBe(
      'body_invalid',
    );
  });

  it('refuses invalid headers and parameters', async () => {
    expect((await server().admin.post('/api/tools', { name: 'x' }, { 'x-batch-id': 'mine' })).body).toMatchObject({
      code: 'parameter_invalid',
      details: [{ field: 'X-Batch-Id' }],
    });
    expect((await server().admin.post('/api/tools', { name: 'x' }, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(422);
    expect((await server().admin.post('/api/tools?duplicates=maybe', { name: 'x' })).status).toBe(422);
    expect((await server().admin.get('/api/tools?pageSize=ten')).status).toBe(422);
    expect((await server().admin.get('/api/tools?searchTerms=%7B')).status).toBe(400);
    expect((await server().admin.get('/api/tools?pageNumber=1&pageNumber=2')).status).toBe(422);
    expect((await server().admin.get('/api/tools/%ff')).status).toBe(400);
    expect((await server().admin.get(`/api/tools/${'x'.repeat(500)}`)).status).toBe(404);
    expect((await server().admin.get('/api/tools/%00')).status).toBe(404);
  });

  it('refuses ids of other modules and unknown ids at every endpoint with an id', async () => {
    const { body: maker } = await server().admin.post('/api/makers', { name: 'Other' });
    for (const id of [maker._id as string, 'nothing', '__proto__', '$ne', "' OR 1=1 --"]) {
      const path = encodeURIComponent(id);
      expect((await server().admin.get(`/api/tools/${path}`)).status).toBe(404);
      expect((await server().admin.put(`/api/tools/${path}`, { name: 'y' })).status).toBe(404);
      expect((await server().admin.delete(`/api/tools/${path}`)).status).toBe(404);
      expect((await server().admin.put(`/api/tools/favorite/${path}`, { favorite: true })).status).toBe(404);
      expect((await server().admin.get(`/api/tools/with-relationships/${path}`)).status).toBe(404);
    }
    expect((await server().admin.get(`/api/makers/${maker._id}`)).body.name).toBe('Other');
  });

  it('responds with 400 to input that is not HTTP and to a wrong content length', async () => {
    const { hostname, port } = new URL(server().url);
    for (const text of [
      'GARBAGE\r\n\r\n',
      'GET /api/health HTTP/1.1\r\nContent-Length: x\r\nHost: a\r\n\r\n',
      `GET /api/health HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
    ]) {
      expect(await talk(hostname, Number(port), text)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await server().anonymous.get('/api/health')).status).toBe(200);
  });

  it('requires a session at every endpoint except the public ones, before it reads the body', async () => {
    for (const path of [
      '/api/tools',
      '/api/tools/x',
      '/api/shell',
      '/api/openapi.json',
      '/api/ss-modules',
      '/api/audit-log',
      '/api/generic-modules/list?module=tools',
    ]) {
      expect((await server().anonymous.get(path)).body).toMatchObject({ code: 'session_expired', error: 'Your session has expired' });
    }
    expect((await server().anonymous.raw('POST', '/api/tools', '{', {})).status).toBe(401);
    const forged = await server().anonymous.get('/api/tools', { authorization: `Bearer ${server().admin.token?.slice(0, -4) ?? ''}abcd` });
    expect(forged.status).toBe(401);
    for (const token of changeLastCharacter(server().admin.token ?? ''))
      expect((await server().anonymous.get('/api/tools', { authorization: `Bearer ${token}` })).status).toBe(401);
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    expect(
      (await server().anonymous.get('/api/tools', { authorization: `Bearer ${none}.${server().admin.token?.split('.')[1] ?? ''}.` }))
        .status,
    ).toBe(401);
  });
});

describeRules('Good input', (server) => {
  it('is JSON whatever white space surrounds its type', async () => {
    const types = ['application/json\t', 'application/json\t; charset=utf-8', 'application/json ;charset=utf-8', 'Application/JSON'];
    for (const type of types) expect(await sendWithType(server().admin, type), type).toContain('HTTP/1.1 201');
  });
});

/** Creates a tool with this content type, unchanged on the wire; returns the first line of the response. */
function sendWithType({ url, token }: ApiClient, type: string): Promise<string> {
  const body = JSON.stringify({ name: 'Typed' });
  const head = [
    'POST /api/tools HTTP/1.1',
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${token ?? ''}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
  ];
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), new URL(url).hostname, () => socket.write([...head, '', body].join('\r\n')));
    socket.on('data', (piece) => (received += piece.toString()));
    socket.on('close', () => resolve(received.split('\r\n', 1)[0] ?? ''));
    socket.on('error', reject);
  });
}

describeRules(
  'Bad input to the endpoints of plugins',
  (server) => {
    for (const refused of BODY_CASES) it(`is refused: ${refused[0]}`, () => expectRefused(server().admin, refused, PLUGIN_CALLS));

    it('writes nothing, and the same request with a valid body succeeds', async () => {
      const lead = (await server().admin.post('/api/leads', { first_name: 'Rita', last_name: 'Right', lead_status: 'new' })).body;
      const change = { leadId: lead._id as string, newStatus: 'screening' };
      for (const wrong of [
        {},
        { newStatus: 'screening' },
        { ...change, leadId: 5 },
        { ...change, newStatus: 'no such status' },
        { ...change, newStatus: { $ne: 'new' } },
      ]) {
        expect((await server().admin.post('/api/leads/update-lead-status', wrong)).status, JSON.stringify(wrong)).toBe(422);
      }
      expect((await server().admin.get(`/api/leads/${lead._id}`)).body).toEqual(lead);
      expect((await server().admin.post('/api/leads/update-lead-status', change)).body).toMatchObject({
        _id: lead._id,
        lead_status: 'screening',
        previous_status: 'new',
      });
      const { status, body } = await server().admin.post('/api/leads/dup-check', { first_name: 'Rita', last_name: 'Right' });
      expect([status, body]).toEqual([200, expect.any(Object)]);
    });
  },
  {},
);

function talk(host: string, port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(text));
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk.toString();
      // Only the head of the response is checked.
      if (response.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}
