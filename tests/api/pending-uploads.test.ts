import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonValue } from '#engine/model/values';
import type { TestResponse, ApiClient } from '../support/api-client.ts';
import { createSetSetting } from '../support/set-setting.ts';
import { DOT_PNG, SMALL_PDF, upload, type TestUpload } from '../support/upload.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));
const DAY = 24 * 3_600_000;
const KIB = 1_024;

/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };
const text = (kibibytes: number): string => 'x'.repeat(kibibytes * KIB);

describeRules(
  'Pending uploads',
  (server) => {
    let people = 0;
    /** A new user, who creates and changes papers. */
    let clerk: ApiClient;
    /** The values of the settings that the last test changed. */
    const originals = new Map<string, JsonValue>();

    const hire = async (): Promise<ApiClient> => {
      people += 1;
      const email = `clerk${people}@files.test`;
      const { status, body } = await server().admin.post('/api/users/register', {
        email,
        password: 'Files-pass1!',
        first_name: 'Clerk',
        last_name: String(people),
        userType: 'Standard',
        roles: ['role_clerk'],
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return server().signIn(email, 'Files-pass1!');
    };
    const send = (file: Partial<TestUpload> = {}, key?: string): Promise<TestResponse> =>
      upload(clerk, { name: 'plan.png', content: DOT_PNG, ...file, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) });
    const count = async (): Promise<number> =>
      (await server().application.store.count({ collection: '_files', filter: { kind: 'constant', value: true } })).total;
    const attach = async (address: string): Promise<void> =>
      expect((await clerk.post('/api/papers', { name: 'Held', path: address })).status).toBe(201);
    const setSetting = createSetSetting(server);
    const set = async (key: string, value: number): Promise<void> => {
      originals.set(key, server().application.registry.current().settings.get(key)?.setting as JsonValue);
      await setSetting(key, value);
    };

    beforeAll(() => {
      ahead.by = 0;
    });
    beforeEach(async () => {
      for (const [key, value] of originals) await setSetting(key, value);
      originals.clear();
      clerk = await hire();
    });

    it('are stored once per idempotency key: a repeated request returns the first file and stores nothing', async () => {
      const first = await send({}, 'once');
      const before = await count();
      const again = await send({}, 'once');
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(await count()).toBe(before);
      // A record can refer to the existing file.
      await attach(again.body.path);
      // Another path, another user and another key are different requests.
      expect((await send({ to: '/api/files/upload/papers' }, 'once')).body.path).not.toBe(first.body.path);
      clerk = await hire();
      expect((await send({}, 'once')).body.path).not.toBe(first.body.path);
    });

    it.each([
      ['content', { content: SMALL_PDF.replace('200 200', '300 300'), name: 'a.pdf' }],
      ['name', { content: SMALL_PDF, name: 'b.pdf' }],
      ['folder', { content: SMALL_PDF, name: 'a.pdf', fields: { path: '/papers' } }],
    ])('are refused when the key is repeated with another %s', async (_what, other) => {
      expect((await send({ name: 'a.pdf', content: SMALL_PDF }, 'same')).status).toBe(201);
      const before = await count();
      expect(await send(other, 'same')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
      expect(await count()).toBe(before);
    });

    it('that are sent many times at once are one file', async () => {
      const before = await count();
      const responses = await Promise.all(Array.from({ length: 6 }, () => send({ name: 'long.txt', content: text(200) }, 'race')));
      expect(new Set(responses.map(({ status, body }) => `${status} ${body.path}`)).size).toBe(1);
      expect(responses[0]?.status).toBe(201);
      expect(await count()).toBe(before + 1);
    });

    it('that were refused may be retried with the same key', async () => {
      expect((await send({ name: 'a.pdf', content: '' }, 'second')).body.code).toBe('file_empty');
      expect((await send({ name: 'a.pdf', content: SMALL_PDF }, 'second')).status).toBe(201);
    });

    it('are limited in number per user, until records refer to them or a day has passed', async () => {
      await set('upload_waiting_files', 3);
      const [first, second] = [await send(), await send(), await send()];
      const refused = await send();
      expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
        429,
        {
          error: '3 files of your uploads are not attached to a record. Save the records that they are for, or wait a day.',
          code: 'too_many_uploads',
          details: [],
          mostFiles: 3,
          mostBytes: expect.any(Number),
        },
        '60',
      ]);
      await attach(first?.body.path);
      expect((await send()).status).toBe(201);
      expect((await send()).status).toBe(429);
      // Other users are not affected.
      const full = clerk;
      clerk = await hire();
      expect((await send()).status).toBe(201);
      clerk = full;
      ahead.by = DAY + 60_000;
      try {
        // A new session, because the clock was advanced.
        clerk = await server().signIn(`clerk${people - 1}@files.test`, 'Files-pass1!');
        expect((await send()).status).toBe(201);
        await server().application.uploads.removeUnused();
      } finally {
        ahead.by = 0;
      }
      clerk = full;
      expect([(await send()).status, (await clerk.post('/api/papers', { name: 'Late', path: second?.body.path })).status]).toEqual([
        201, 422,
      ]);
    });

    it('are limited in total size per user, whether the size is declared or not', async () => {
      await set('upload_waiting_megabytes', 1);
      const interrupted = await send({ name: 'half.txt', content: text(600) });
      expect(interrupted.status).toBe(201);
      const before = await count();
      expect(await send({ name: 'more.txt', content: text(500) })).toMatchObject({ status: 429, body: { code: 'too_many_uploads' } });
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(
            new TextEncoder().encode(
              `--b\r\ncontent-disposition: form-data; name="file"; filename="more.txt"\r\n\r\n${text(500)}\r\n--b--\r\n`,
            ),
          );
          stream.close();
        },
      });
      const unannounced = await fetch(`${clerk.url}/api/files/upload`, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { authorization: `Bearer ${clerk.token ?? ''}`, 'content-type': 'multipart/form-data; boundary=b' },
      } as RequestInit);
      expect([unannounced.status, await unannounced.json()]).toMatchObject([429, { code: 'too_many_uploads' }]);
      expect(await count()).toBe(before);
      await attach(interrupted.body.path);
      expect((await send({ name: 'more.txt', content: text(500) })).status).toBe(201);
    });
  },
  { ...WORKSHOP, clock, definitionFolders: [...(WORKSHOP.definitionFolders ?? []), path.join(top, 'tests/fixtures/archive')] },
);
