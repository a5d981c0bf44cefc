import { request, type ClientRequest } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { DOT_PNG, download, SMALL_PDF, upload } from '../support/upload.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

describeOnEachStore(
  'Files',
  (server) => {
    let admin: ApiClient;
    /** Creates, sees and changes every paper, but not the field of secret pages. */
    let clerk: ApiClient;
    let other: ApiClient;
    /** Sees the papers that are assigned to them, and changes none. */
    let visitor: ApiClient;
    let visitorId: string;
    /** Has no access to papers. */
    let stranger: ApiClient;
    let dashboard: ApiClient;

    const hire = async (name: string, userType: string, roles: readonly string[]): Promise<readonly [ApiClient, string]> => {
      const email = `${name}@files.test`;
      const { status, body } = await admin.post('/api/users/register', {
        email,
        password: 'Files-pass1!',
        first_name: name,
        last_name: 'Files',
        userType,
        roles,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return [await server().signIn(email, 'Files-pass1!'), body._id];
    };
    const keep = async (client: ApiClient, name = 'plan.png', content: string | Uint8Array<ArrayBuffer> = DOT_PNG): Promise<string> => {
      const { status, body } = await upload(client, { name, content });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.path;
    };
    const file = async (client: ApiClient, fields: object): Promise<{ readonly _id: string; readonly _version: number }> => {
      const { status, body } = await client.post('/api/papers', fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };
    const statusOf = async (client: ApiClient, address: string): Promise<number> => (await download(client, address)).status;
    const later = async <T>(by: number, run: () => Promise<T>): Promise<T> => {
      ahead.by = by;
      try {
        return await run();
      } finally {
        ahead.by = 0;
      }
    };
    const clear = (): Promise<number> => server().application.uploads.removeUnused();

    beforeAll(async () => {
      admin = server().admin;
      [clerk] = await hire('clerk', 'Standard', ['role_clerk']);
      [other] = await hire('other', 'Admin', ['role_clerk']);
      [visitor, visitorId] = await hire('visitor', 'Standard', ['role_visitor']);
      [stranger] = await hire('stranger', 'Standard', ['role_borrower']);
      [dashboard] = await hire('dashboard', 'Dashboard', []);
    });

    it('are stored and returned unchanged, under a URL with a normalized name, a timestamp and the extension', async () => {
      const { status, body } = await upload(clerk, { name: 'Résumé of  Ann (1).PNG', content: DOT_PNG, part: 'fileKey' });
      expect(status).toBe(201);
      expect(body).toEqual({
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        path: expect.stringMatching(/^\/api\/files\/[0-9a-f-]{36}\/ResumeofAnn1_\d{13}\.png$/),
        filename: 'Résumé of Ann (1).PNG',
        size: DOT_PNG.length,
        type: 'image/png',
        kind: 'image',
      });
      const { headers, bytes } = await download(clerk, body.path);
      expect(bytes.equals(Buffer.from(DOT_PNG))).toBe(true);
      expect(
        Object.fromEntries(
          ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control', 'accept-ranges'].map((name) => [
            name,
            headers.get(name),
          ]),
        ),
      ).toEqual({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        'content-disposition': 'inline; filename="R_sum_ of Ann (1).PNG"; filename*=UTF-8\'\'R%C3%A9sum%C3%A9%20of%20Ann%20%281%29.PNG',
      });
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox$/);
      expect((await download(clerk, `${body.path}?download=1`)).headers.get('content-disposition')).toMatch(/^attachment;/);
    });

    it('are uploaded into folders by both endpoints', async () => {
      expect((await upload(clerk, { name: 'a.pdf', content: SMALL_PDF, to: '/api/files/upload/library-resources' })).body.path).toMatch(
        /^\/api\/files\/library-resources\/[0-9a-f-]{36}\/a_\d+\.pdf$/,
      );
      const { body } = await upload(clerk, {
        name: 'a.pdf',
        content: SMALL_PDF,
        to: '/api/files/upload-file-to-path',
        fields: { path: '/papers/2027' },
      });
      expect(body.path).toMatch(/^\/api\/files\/papers\/2027\/[0-9a-f-]{36}\/a_\d+\.pdf$/);
      expect(await statusOf(clerk, body.path)).toBe(200);
      for (const odd of ['..', 'a b', '%2e%2e%2f', 'a'.repeat(61)])
        expect(
          (await upload(clerk, { name: 'a.pdf', content: SMALL_PDF, to: `/api/files/upload/${encodeURIComponent(odd)}` })).status,
        ).toBeGreaterThanOrEqual(400);
      expect((await upload(clerk, { name: 'a.txt', content: 'a', to: '/api/files/upload/libraryResources' })).body).toMatchObject({
        code: 'file_kind_refused',
        error: 'Files of the kind .txt are not accepted here.',
      });
    });

    it.each([
      ['an empty one', 'empty.pdf', '', 'file_empty', 'empty.pdf is empty.'],
      ['a false extension', 'photo.png', SMALL_PDF, 'file_content_mismatch', 'photo.png is not what its name says: its content is a PDF.'],
      [
        'bytes that are nothing',
        'photo.jpg',
        Uint8Array.from(Buffer.alloc(5_000, 7)),
        'file_content_mismatch',
        'photo.jpg is not what its name says: its content is not a JPEG image.',
      ],
      [
        'a program',
        'report.doc',
        Uint8Array.from(Buffer.from(`MZ${'\0'.repeat(600)}`, 'latin1')),
        'file_content_mismatch',
        'report.doc is not what its name says: its content is a program.',
      ],
      ['a text with a NUL', 'notes.txt', 'a\0b', 'file_content_mismatch', 'notes.txt is not what its name says: it is not a text.'],
      [
        'a text that is no UTF-8',
        'table.csv',
        Uint8Array.from([0x61, 0xe9, 0x62]),
        'file_content_mismatch',
        'table.csv is not what its name says: it is not a text in UTF-8.',
      ],
      [
        'an image as a text',
        'image.txt',
        DOT_PNG,
        'file_content_mismatch',
        'image.txt is not what its name says: its content is a PNG image.',
      ],
      ['a program by its name', 'setup.exe', 'MZ', 'file_kind_refused', 'Files of the kind .exe are not accepted here.'],
      ['a name turned around', 'photo\u202Egnp.exe', DOT_PNG, 'file_kind_refused', 'Files of the kind .exe are not accepted here.'],
      ['one without an extension', 'README', 'text', 'file_kind_refused', 'Files of the kind without an extension are not accepted here.'],
      ['one byte too many', 'large.txt', 'x'.repeat(1_048_577), 'file_too_large', 'large.txt is larger than 1 MB.'],
    ] as const)('are refused, and nothing is stored: %s', async (_what, name, content, code, error) => {
      const before = await countStored();
      const { status, body } = await upload(clerk, { name, content });
      expect([status, body.code, body.error]).toEqual([code === 'file_too_large' ? 413 : 422, code, error]);
      expect(await countStored()).toBe(before);
    });

    it('are refused when the form has no file or the body is not a form', async () => {
      expect((await upload(clerk, { name: 'a.pdf', content: SMALL_PDF, part: 'picture' })).body).toMatchObject({ code: 'file_missing' });
      expect((await clerk.post('/api/files/upload', { file: 'x' })).body).toMatchObject({ code: 'unsupported_media_type' });
      expect((await clerk.raw('POST', '/api/files/upload', 'x', { 'content-type': 'multipart/form-data; boundary=b' })).body).toMatchObject(
        { code: 'upload_broken_off' },
      );
      expect((await clerk.raw('POST', '/api/papers', '--b--', { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(415);
    });

    it('of 2 GB are refused by their declared size, before they are read', async () => {
      const head = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n');
      const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const url = new URL(server().url);
        const asked = startRequest(
          url,
          {
            'content-type': 'multipart/form-data; boundary=b',
            'content-length': String(2 * 1024 ** 3),
            authorization: `Bearer ${clerk.token ?? ''}`,
          },
          resolve,
          reject,
        );
        asked.write(head);
        // Nothing more is sent: a server that waits for the rest would not respond.
        asked.write(Buffer.alloc(70_000));
      });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        413,
        { error: 'film.mp4 is larger than 1 MB.', code: 'file_too_large', details: [], maxBytes: 1_048_576 },
      ]);
    });

    it('can be uploaded by users who may write a file field', async () => {
      for (const client of [visitor, stranger, dashboard]) {
        expect((await upload(client, { name: 'a.pdf', content: SMALL_PDF })).body).toMatchObject({ code: 'upload_not_allowed' });
        expect((await client.get('/api/files/rules')).status).toBe(403);
      }
      expect((await upload(server().anonymous, { name: 'a.pdf', content: SMALL_PDF })).status).toBe(401);
      const { body } = await clerk.get('/api/files/rules');
      expect(body).toEqual({ maxBytes: 1_048_576, extensions: expect.arrayContaining(['pdf', 'txt', 'svg']) });
      expect((await clerk.get('/api/files/rules?folder=library-resources')).body.extensions).not.toContain('txt');
    });

    it('are visible only to their uploader until a record refers to them, then to users who see the record and the field', async () => {
      const address = await keep(clerk);
      expect(await statusOf(clerk, address)).toBe(200);
      for (const client of [admin, other, visitor, stranger, dashboard]) expect(await statusOf(client, address)).toBe(404);
      expect(await statusOf(server().anonymous, address)).toBe(401);
      const paper = await file(clerk, { name: 'Plan', path: address });
      for (const client of [admin, clerk, other]) expect(await statusOf(client, address)).toBe(200);
      for (const client of [visitor, stranger, dashboard]) expect(await statusOf(client, address)).toBe(404);
      expect((await admin.put(`/api/papers/${paper._id}`, { assigned_to: visitorId })).status).toBe(200);
      expect(await statusOf(visitor, address)).toBe(200);
      for (const odd of [
        `${address}x`,
        address.replace(/[^/]+$/, 'other.png'),
        address.replace('/api/files/', '/api/files/papers/'),
        '/api/files/nothing',
      ])
        expect(await statusOf(admin, odd)).toBe(404);
    });

    it('of a field that a user may not see are not readable by this user', async () => {
      const address = await keep(admin);
      const paper = await file(admin, { name: 'Sealed', secret: address, assigned_to: visitorId });
      expect(await statusOf(visitor, address)).toBe(200);
      expect(await statusOf(clerk, address)).toBe(404);
      expect((await clerk.get(`/api/papers/${paper._id}`)).body.secret).toBeUndefined();
      // They cannot get access to it by referring to it in another record either.
      const taken = await clerk.post('/api/papers', { name: 'Thief', path: address });
      expect([taken.status, taken.body.details]).toEqual([
        422,
        [{ field: 'path', code: 'file_not_found', message: 'This file is no longer there. Choose it again.' }],
      ]);
    });

    it('of a deleted record are readable by users who may delete it, and by nobody once it is permanently deleted', async () => {
      const address = await keep(clerk);
      const paper = await file(clerk, { name: 'Old', path: address, assigned_to: visitorId });
      await clerk.put(`/api/papers/mark-deleted/${paper._id}`);
      expect([await statusOf(clerk, address), await statusOf(visitor, address)]).toEqual([200, 404]);
      expect((await clerk.put('/api/papers/delete-forever/by-array', { ids: [paper._id] })).status).toBe(200);
      expect(await statusOf(other, address)).toBe(404);
      expect(await later(25 * HOUR, clear)).toBeGreaterThan(0);
      expect(await statusOf(clerk, address)).toBe(404);
    });

    it("can be referred to by a record only when they exist and are one's own or visible", async () => {
      const [mine, theirs] = [await keep(clerk), await keep(other)];
      for (const address of [theirs, '/api/files/made-up.pdf', '/api/files/01900000-0000-7000-8000-000000000001/a_1.pdf', `${mine}x`]) {
        const { status, body } = await clerk.post('/api/papers', { name: 'Nothing', path: address });
        expect([status, body.code, body.details.map((detail: { field: string }) => detail.field)]).toEqual([
          422,
          'validation_failed',
          ['path'],
        ]);
      }
      await file(other, { name: 'Theirs', path: theirs });
      // It is visible now: another record may refer to it too.
      expect((await file(clerk, { name: 'Shared', path: theirs }))._version).toBe(1);
      expect((await admin.post('/api/papers', { name: 'By an admin', path: mine })).status).toBe(422);
    });

    it('give a record of a file module their file name, unless one is sent', async () => {
      const paper = await file(clerk, { name: 'Named', path: await keep(clerk, 'Floor plan.png') });
      expect((await clerk.get(`/api/papers/${paper._id}`)).body.filename).toBe('Floor plan.png');
      expect(
        (await clerk.put(`/api/papers/${paper._id}`, { path: await keep(clerk, 'Other.png'), filename: 'Mine.png' })).body.filename,
      ).toBe('Mine.png');
      expect((await clerk.put(`/api/papers/${paper._id}`, { path: null })).body.filename).toBeUndefined();
    });

    it('that were replaced are restored by an undo, and are removed once the undo period is over', async () => {
      const [first, second] = [await keep(clerk), await keep(clerk)];
      const paper = await file(clerk, { name: 'Replaced', path: first });
      const replaced = await other.put(`/api/papers/${paper._id}`, {
        path: (await clerk.get(`/api/papers/${paper._id}`)).body.path,
        shelf: 'A',
      });
      expect(replaced.status).toBe(200);
      const change = await clerk.put(`/api/papers/${paper._id}`, { path: second });
      expect([await statusOf(other, first), await statusOf(other, second)]).toEqual([404, 200]);
      await later(2 * DAY, clear);
      expect((await clerk.post(`/api/batches/${change.headers.get('x-batch-id') ?? ''}/undo`)).body.left).toEqual([]);
      expect([await statusOf(other, first), await statusOf(other, second)]).toEqual([200, 404]);
      await later(31 * DAY, clear);
      expect([await statusOf(clerk, first), await statusOf(clerk, second)]).toEqual([200, 404]);
      expect(await server().application.contents.stat(second.split('/')[3] ?? '')).toBeUndefined();
    });

    it('that no record refers to within a day are removed, and the others stay', async () => {
      const [left, taken] = [await keep(clerk), await keep(clerk)];
      await file(clerk, { name: 'Taken', path: taken });
      await later(23 * HOUR, clear);
      expect(await server().application.contents.stat(left.split('/')[3] ?? '')).toEqual({ size: DOT_PNG.length });
      await later(25 * HOUR, clear);
      expect([await statusOf(clerk, left), await statusOf(clerk, taken)]).toEqual([404, 200]);
      expect(await server().application.contents.stat(left.split('/')[3] ?? '')).toBeUndefined();
    });

    it('are never removed during a save that refers to them', async () => {
      const addresses = await Promise.all(Array.from({ length: 12 }, () => keep(clerk)));
      await later(25 * HOUR, async () => {
        // A new session, because the clock was advanced.
        const late = await server().signIn('clerk@files.test', 'Files-pass1!');
        const [saves] = await Promise.all([
          Promise.all(addresses.map((address, at) => late.post('/api/papers', { name: `Race ${at}`, path: address }))),
          clear(),
          clear(),
        ]);
        for (const [at, { status }] of saves.entries()) {
          expect([201, 422]).toContain(status);
          expect(await statusOf(late, addresses[at] ?? '')).toBe(status === 201 ? 200 : 404);
        }
      });
    });

    it('may be referred to by many records at once', async () => {
      const address = await keep(clerk);
      await file(clerk, { name: 'First', path: address });
      const saves = await Promise.all(
        Array.from({ length: 40 }, (_, at) => other.post('/api/papers', { name: `Many ${at}`, path: address })),
      );
      expect(saves.filter(({ status }) => status !== 201).map(({ body }) => body)).toEqual([]);
    });

    it('have the names with which they were uploaded, for users who may read them', async () => {
      const [held, mine] = [await keep(other, 'Résumé of  Ann (1).png'), await keep(clerk, 'My own plan.png')];
      await file(other, { name: 'Named', path: held, assigned_to: visitorId });
      const secret = await keep(admin, 'Not for clerks.png');
      await file(admin, { name: 'Named secret', secret });
      const namesFor = async (client: ApiClient) =>
        (await client.post('/api/files/names', { paths: [held, mine, secret, held, '/api/files/nothing'] })).body.names;
      expect(await namesFor(clerk)).toEqual({ [held]: 'Résumé of Ann (1).png', [mine]: 'My own plan.png' });
      expect(await namesFor(visitor)).toEqual({ [held]: 'Résumé of Ann (1).png' });
      expect(await namesFor(stranger)).toEqual({});
      expect((await server().anonymous.post('/api/files/names', { paths: [held] })).status).toBe(401);
      for (const paths of [[], [1], 'x', Array.from({ length: 101 }, () => held)])
        expect((await clerk.post('/api/files/names', { paths })).body.code).toBe('body_invalid');
    });

    it('can be read in ranges, and are not sent again to a client that has them cached', async () => {
      const address = await keep(clerk, 'letters.txt', 'abcdefghij');
      const part = await download(clerk, address, { range: 'bytes=2-4' });
      expect([part.status, part.bytes.toString(), part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
        206,
        'cde',
        'bytes 2-4/10',
        '3',
      ]);
      expect((await download(clerk, address, { range: 'bytes=-3' })).bytes.toString()).toBe('hij');
      expect((await download(clerk, address, { range: 'bytes=8-99' })).bytes.toString()).toBe('ij');
      for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=4-2', 'bytes=-'])
        expect((await download(clerk, address, { range })).status).toBe(200);
      const outside = await download(clerk, address, { range: 'bytes=10-' });
      expect([outside.status, outside.headers.get('content-range'), JSON.parse(outside.bytes.toString()).code]).toEqual([
        416,
        'bytes */10',
        'range_not_satisfiable',
      ]);
      const tag = part.headers.get('etag') ?? '';
      expect((await download(clerk, address, { 'if-none-match': tag })).status).toBe(304);
      expect((await download(clerk, address, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
      const head = await download(clerk, address, {}, 'HEAD');
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '10', 0]);
      expect(await statusOf(other, address)).toBe(404);
    });

    it('can be opened by a personal link, for a limited time, with the current rights', async () => {
      const address = await keep(clerk);
      const paper = await file(clerk, { name: 'Linked', path: address, assigned_to: visitorId });
      const { status, body } = await visitor.post('/api/files/link', { path: address });
      expect([status, body.url.startsWith(`${address}?token=`)]).toEqual([200, true]);
      const { anonymous } = server();
      expect(await statusOf(anonymous, body.url)).toBe(200);
      expect(await statusOf(anonymous, body.url.replace(address, await keep(clerk)))).toBe(401);
      expect(await statusOf(anonymous, `${body.url}x`)).toBe(401);
      expect((await anonymous.get('/api/papers', { authorization: `Bearer ${body.url.split('token=')[1]}` })).status).toBe(401);
      expect((await clerk.put(`/api/papers/${paper._id}`, { assigned_to: null })).status).toBe(200);
      expect(await statusOf(anonymous, body.url)).toBe(404);
      expect((await visitor.post('/api/files/link', { path: address })).body.code).toBe('file_not_found');
      const again = (await clerk.post('/api/files/link', { path: address })).body.url;
      expect(await later(16 * 60_000, () => statusOf(anonymous, again))).toBe(401);
      await clerk.post('/api/users/logout');
      expect(await statusOf(anonymous, again)).toBe(401);
      clerk = await server().signIn('clerk@files.test', 'Files-pass1!');
    });

    it.each([
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['page.html', '<!doctype html><script>alert(1)</script>'],
      ['data.json', '{}'],
      ['table.csv', 'a,b\n1,é'],
    ])('that could be executed are downloaded, never shown: %s', async (name, content) => {
      const { headers } = await download(clerk, await keep(clerk, name, content));
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['application/octet-stream', 'nosniff']);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
    });

    async function countStored(): Promise<number> {
      const { store } = server().application;
      return (await store.count({ collection: '_files', filter: { kind: 'constant', value: true } })).total;
    }
  },
  { ...WORKSHOP, clock, definitionFolders: [...(WORKSHOP.definitionFolders ?? []), path.join(top, 'tests/fixtures/archive')] },
);

/** Starts a request whose body is never completed; its response arrives before. */
function startRequest(
  url: URL,
  headers: { readonly [name: string]: string },
  resolve: (answer: { status: number; text: string }) => void,
  reject: (error: Error) => void,
): ClientRequest {
  const asked = request({ host: url.hostname, port: url.port, path: '/api/files/upload', method: 'POST', headers }, (response) => {
    let text = '';
    response.on('data', (piece: Buffer) => (text += piece.toString()));
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, text });
      asked.destroy();
    });
  });
  asked.on('error', reject);
  return asked;
}
