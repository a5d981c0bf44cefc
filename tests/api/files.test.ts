import { request, type ClientRequest } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { DOT_PNG, download, SMALL_PDF, upload } from '../support/upload.ts';
import { ARCHIVE, createArchiveUsers, statusOf, storeFile } from './archive.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore(
  'Files',
  (server) => {
    let clerk: ApiClient;
    let other: ApiClient;
    let visitor: ApiClient;
    let stranger: ApiClient;
    let dashboard: ApiClient;

    beforeAll(async () => {
      ({ clerk, other, visitor, stranger, dashboard } = await createArchiveUsers(server()));
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
        { code: 'upload_interrupted' },
      );
      expect((await clerk.raw('POST', '/api/papers', '--b--', { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(415);
    });

    it('of 2 GB are refused by their declared size, before they are read', async () => {
      const head = Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n');
      const response = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const url = new URL(server().url);
        const outgoing = startRequest(
          url,
          {
            'content-type': 'multipart/form-data; boundary=b',
            'content-length': String(2 * 1024 ** 3),
            authorization: `Bearer ${clerk.token ?? ''}`,
          },
          resolve,
          reject,
        );
        outgoing.write(head);
        // Nothing more is sent: a server that waits for the rest would not respond.
        outgoing.write(Buffer.alloc(70_000));
      });
      expect([response.status, JSON.parse(response.text)]).toEqual([
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

    it('can be read in ranges, and are not sent again to a client that has them cached', async () => {
      const address = await storeFile(clerk, 'letters.txt', 'abcdefghij');
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

    it.each([
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['page.html', '<!doctype html><script>alert(1)</script>'],
      ['data.json', '{}'],
      ['table.csv', 'a,b\n1,é'],
    ])('that could be executed are downloaded, never shown: %s', async (name, content) => {
      const { headers } = await download(clerk, await storeFile(clerk, name, content));
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['application/octet-stream', 'nosniff']);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
    });

    async function countStored(): Promise<number> {
      const { store } = server().application;
      return (await store.count({ collection: '_files', filter: { kind: 'constant', value: true } })).total;
    }
  },
  ARCHIVE,
);

/** Starts a request whose body is never completed; its response arrives before. */
function startRequest(
  url: URL,
  headers: { readonly [name: string]: string },
  resolve: (response: { status: number; text: string }) => void,
  reject: (error: Error) => void,
): ClientRequest {
  const outgoing = request({ host: url.hostname, port: url.port, path: '/api/files/upload', method: 'POST', headers }, (response) => {
    let text = '';
    response.on('data', (piece: Buffer) => (text += piece.toString()));
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, text });
      outgoing.destroy();
    });
  });
  outgoing.on('error', reject);
  return outgoing;
}
