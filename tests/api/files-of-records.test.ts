import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { readZip } from '../support/read-zip.ts';
import { DOT_PNG } from '../support/upload.ts';
import { ARCHIVE, createArchiveUsers, signInToArchive, statusOf, storeFile } from './archive.ts';
import { describeOnEachStore } from './each-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

describeOnEachStore(
  'Files',
  (server) => {
    let admin: ApiClient;
    let clerk: ApiClient;
    let other: ApiClient;
    let visitor: ApiClient;
    let visitorId: string;
    let stranger: ApiClient;
    let dashboard: ApiClient;

    const createPaper = async (client: ApiClient, fields: object): Promise<{ readonly _id: string; readonly _version: number }> => {
      const { status, body } = await client.post('/api/papers', fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };
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
      ({ admin, clerk, other, visitor, visitorId, stranger, dashboard } = await createArchiveUsers(server()));
    });

    it('are archived together, with names of their own, for users who may read all of them', async () => {
      const paths = [
        await storeFile(clerk, 'plan.png'),
        await storeFile(clerk, 'Plan.png'),
        await storeFile(clerk, 'notes.txt', 'Some notes'),
      ];
      const archive = (client: ApiClient, body: object) =>
        fetch(`${client.url}/api/files/zip`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
        });
      const response = await archive(clerk, { paths: [...paths, paths[0]], name: 'Plans & notes' });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(response.headers.get('content-disposition')).toContain('attachment; filename="Plans & notes.zip"');
      const files = readZip(Buffer.from(await response.arrayBuffer()));
      expect([...files.keys()].sort()).toEqual(['Plan (2).png', 'notes.txt', 'plan.png']);
      expect([files.get('notes.txt')?.toString(), files.get('plan.png')]).toEqual(['Some notes', Buffer.from(DOT_PNG)]);
      const refused = await archive(other, { paths });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, 'file_not_found']);
      const many = Array.from({ length: 201 }, (_, at) => `/api/files/none-${at}`);
      expect((await clerk.post('/api/files/zip', { paths: many })).body.code).toBe('too_many_ids');
      expect((await clerk.post('/api/files/zip', { paths: [] })).body.code).toBe('body_invalid');
    });

    it('are visible only to their uploader until a record refers to them, then to users who see the record and the field', async () => {
      const address = await storeFile(clerk);
      expect(await statusOf(clerk, address)).toBe(200);
      for (const client of [admin, other, visitor, stranger, dashboard]) expect(await statusOf(client, address)).toBe(404);
      expect(await statusOf(server().anonymous, address)).toBe(401);
      const paper = await createPaper(clerk, { name: 'Plan', path: address });
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
      const address = await storeFile(admin);
      const paper = await createPaper(admin, { name: 'Sealed', secret: address, assigned_to: visitorId });
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
      const address = await storeFile(clerk);
      const paper = await createPaper(clerk, { name: 'Old', path: address, assigned_to: visitorId });
      await clerk.put(`/api/papers/mark-deleted/${paper._id}`);
      expect([await statusOf(clerk, address), await statusOf(visitor, address)]).toEqual([200, 404]);
      expect((await clerk.put('/api/papers/delete-forever/by-array', { ids: [paper._id] })).status).toBe(200);
      expect(await statusOf(other, address)).toBe(404);
      expect(await later(25 * HOUR, clear)).toBeGreaterThan(0);
      expect(await statusOf(clerk, address)).toBe(404);
    });

    it("can be referred to by a record only when they exist and are one's own or visible", async () => {
      const [mine, theirs] = [await storeFile(clerk), await storeFile(other)];
      for (const address of [theirs, '/api/files/made-up.pdf', '/api/files/01900000-0000-7000-8000-000000000001/a_1.pdf', `${mine}x`]) {
        const { status, body } = await clerk.post('/api/papers', { name: 'Nothing', path: address });
        expect([status, body.code, body.details.map((detail: { field: string }) => detail.field)]).toEqual([
          422,
          'validation_failed',
          ['path'],
        ]);
      }
      await createPaper(other, { name: 'Theirs', path: theirs });
      // It is visible now: another record may refer to it too.
      expect((await createPaper(clerk, { name: 'Shared', path: theirs }))._version).toBe(1);
      expect((await admin.post('/api/papers', { name: 'By an admin', path: mine })).status).toBe(422);
    });

    it('give a record of a file module their file name, unless one is sent', async () => {
      const paper = await createPaper(clerk, { name: 'Named', path: await storeFile(clerk, 'Floor plan.png') });
      expect((await clerk.get(`/api/papers/${paper._id}`)).body.filename).toBe('Floor plan.png');
      expect(
        (await clerk.put(`/api/papers/${paper._id}`, { path: await storeFile(clerk, 'Other.png'), filename: 'Mine.png' })).body.filename,
      ).toBe('Mine.png');
      expect((await clerk.put(`/api/papers/${paper._id}`, { path: null })).body.filename).toBeUndefined();
    });

    it('that were replaced are restored by an undo, and are removed once their time is over', async () => {
      const [first, second] = [await storeFile(clerk), await storeFile(clerk)];
      const paper = await createPaper(clerk, { name: 'Replaced', path: first });
      const replaced = await other.put(`/api/papers/${paper._id}`, {
        path: (await clerk.get(`/api/papers/${paper._id}`)).body.path,
        shelf: 'A',
      });
      expect(replaced.status).toBe(200);
      const change = await clerk.put(`/api/papers/${paper._id}`, { path: second });
      expect([await statusOf(other, first), await statusOf(other, second)]).toEqual([200, 200]);
      await later(2 * DAY, clear);
      expect((await clerk.post(`/api/batches/${change.headers.get('x-batch-id') ?? ''}/undo`)).body.left).toEqual([]);
      expect([await statusOf(other, first), await statusOf(other, second)]).toEqual([200, 200]);
      await later(91 * DAY, clear);
      expect([await statusOf(clerk, first), await statusOf(clerk, second)]).toEqual([200, 404]);
      expect(await server().application.contents.stat(second.split('/')[3] ?? '')).toBeUndefined();
    });

    it('that no record refers to within a day are removed, and the others stay', async () => {
      const [left, taken] = [await storeFile(clerk), await storeFile(clerk)];
      await createPaper(clerk, { name: 'Taken', path: taken });
      await later(23 * HOUR, clear);
      expect(await server().application.contents.stat(left.split('/')[3] ?? '')).toEqual({ size: DOT_PNG.length });
      await later(25 * HOUR, clear);
      expect([await statusOf(clerk, left), await statusOf(clerk, taken)]).toEqual([404, 200]);
      expect(await server().application.contents.stat(left.split('/')[3] ?? '')).toBeUndefined();
    });

    it('are never removed during a save that refers to them', async () => {
      const addresses = await Promise.all(Array.from({ length: 12 }, () => storeFile(clerk)));
      await later(25 * HOUR, async () => {
        // A new session, because the clock was advanced.
        const late = await signInToArchive(server(), 'clerk');
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
      const address = await storeFile(clerk);
      await createPaper(clerk, { name: 'First', path: address });
      const saves = await Promise.all(
        Array.from({ length: 40 }, (_, at) => other.post('/api/papers', { name: `Many ${at}`, path: address })),
      );
      expect(saves.filter(({ status }) => status !== 201).map(({ body }) => body)).toEqual([]);
    });

    it('have the names with which they were uploaded, for users who may read them', async () => {
      const [theirs, mine] = [await storeFile(other, 'Résumé of  Ann (1).png'), await storeFile(clerk, 'My own plan.png')];
      await createPaper(other, { name: 'Named', path: theirs, assigned_to: visitorId });
      const secret = await storeFile(admin, 'Not for clerks.png');
      await createPaper(admin, { name: 'Named secret', secret });
      const namesFor = async (client: ApiClient) =>
        (await client.post('/api/files/names', { paths: [theirs, mine, secret, theirs, '/api/files/nothing'] })).body.names;
      expect(await namesFor(clerk)).toEqual({ [theirs]: 'Résumé of Ann (1).png', [mine]: 'My own plan.png' });
      expect(await namesFor(visitor)).toEqual({ [theirs]: 'Résumé of Ann (1).png' });
      expect(await namesFor(stranger)).toEqual({});
      expect((await server().anonymous.post('/api/files/names', { paths: [theirs] })).status).toBe(401);
      for (const paths of [[], [1], 'x', Array.from({ length: 101 }, () => theirs)])
        expect((await clerk.post('/api/files/names', { paths })).body.code).toBe('body_invalid');
    });

    it('can be opened by a personal link, for a limited time, with the current rights', async () => {
      const address = await storeFile(clerk);
      const paper = await createPaper(clerk, { name: 'Linked', path: address, assigned_to: visitorId });
      const { status, body } = await visitor.post('/api/files/link', { path: address });
      expect([status, body.url.startsWith(`${address}?token=`)]).toEqual([200, true]);
      const { anonymous } = server();
      expect(await statusOf(anonymous, body.url)).toBe(200);
      expect(await statusOf(anonymous, body.url.replace(address, await storeFile(clerk)))).toBe(401);
      expect(await statusOf(anonymous, `${body.url}x`)).toBe(401);
      expect((await anonymous.get('/api/papers', { authorization: `Bearer ${body.url.split('token=')[1]}` })).status).toBe(401);
      expect((await clerk.put(`/api/papers/${paper._id}`, { assigned_to: null })).status).toBe(200);
      expect(await statusOf(anonymous, body.url)).toBe(404);
      expect((await visitor.post('/api/files/link', { path: address })).body.code).toBe('file_not_found');
      const again = (await clerk.post('/api/files/link', { path: address })).body.url;
      expect(await later(16 * 60_000, () => statusOf(anonymous, again))).toBe(401);
      await clerk.post('/api/users/logout');
      expect(await statusOf(anonymous, again)).toBe(401);
      clerk = await signInToArchive(server(), 'clerk');
    });
  },
  { ...ARCHIVE, clock },
);
