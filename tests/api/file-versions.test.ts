import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { ARCHIVE, createArchiveUsers, statusOf, storeFile } from './archive.ts';
import { describeRules } from './each-store.ts';

const DAY = 24 * 3_600_000;

/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

describeRules(
  'Versions of a file',
  (server) => {
    let admin: ApiClient;
    let clerk: ApiClient;
    let other: ApiClient;
    let visitor: ApiClient;
    let visitorId: string;
    let stranger: ApiClient;

    beforeAll(async () => {
      ({ admin, clerk, other, visitor, visitorId, stranger } = await createArchiveUsers(server()));
    });

    const createPaper = async (client: ApiClient, fields: object): Promise<string> => {
      const { status, body } = await client.post('/api/papers', fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body._id;
    };
    const replaceFile = async (id: string, path: string | null, client = clerk, field = 'path'): Promise<void> => {
      expect((await client.put(`/api/papers/${id}`, { [field]: path })).status).toBe(200);
    };
    const listVersions = (client: ApiClient, id: string, field = 'path') =>
      client.post('/api/files/versions', { module: 'papers', id, field });
    const clearAfter = async (days: number): Promise<void> => {
      ahead.by = days * DAY;
      await server().application.uploads.removeUnused();
      ahead.by = 0;
    };

    it('are listed with date, user and size, the newest first, and are opened and restored', async () => {
      const [first, second] = [await storeFile(clerk, 'First.txt', 'one'), await storeFile(other, 'Second.txt', 'second')];
      const id = await createPaper(clerk, { name: 'Contract', path: first });
      expect((await listVersions(clerk, id)).body.versions.map(({ current }: { current: boolean }) => current)).toEqual([true]);
      await replaceFile(id, second, other);
      const { status, body } = await listVersions(other, id);
      expect(status).toBe(200);
      expect(body.versions).toEqual([
        expect.objectContaining({ path: second, filename: 'Second.txt', size: 6, current: true, stored_until: null }),
        expect.objectContaining({ path: first, filename: 'First.txt', size: 3, current: false }),
      ]);
      const [, earlier] = body.versions;
      expect(Date.parse(earlier.stored_until) - Date.now()).toBeGreaterThan(89 * DAY);
      expect(Date.parse(earlier.uploaded_at)).toBeLessThanOrEqual(Date.now());
      const { data } = (await admin.post('/api/users/search', { searchTerms: { _id: { in: [earlier.uploaded_by] } } })).body;
      expect(data[0].first_name).toBe('clerk');
      // A save that sets the earlier path restores it, and is in the history like any other.
      await replaceFile(id, first, other);
      expect(
        (await listVersions(clerk, id)).body.versions.map(({ path, current }: { path: string; current: boolean }) => [path, current]),
      ).toEqual([
        [first, true],
        [second, false],
      ]);
      const audit = (await admin.get(`/api/audit-log/get-record-changes-by-module/papers/${id}?pageSize=50`)).body;
      expect(JSON.stringify(audit)).toContain(second);
    });

    it('are read by whoever may read the field of the record, and by nobody else', async () => {
      const [first, second] = [await storeFile(admin), await storeFile(admin)];
      const id = await createPaper(admin, { name: 'Sealed', secret: first, assigned_to: visitorId });
      await replaceFile(id, second, admin, 'secret');
      for (const client of [admin, visitor]) expect(await statusOf(client, first)).toBe(200);
      for (const client of [clerk, other, stranger]) expect(await statusOf(client, first)).toBe(404);
      expect((await listVersions(visitor, id, 'secret')).body.versions).toHaveLength(2);
      expect((await listVersions(clerk, id, 'secret')).status).toBeGreaterThanOrEqual(400);
      expect((await listVersions(stranger, id, 'secret')).status).toBe(403);
      expect((await listVersions(server().anonymous, id, 'secret')).status).toBe(401);
      // Access is that of today: without the record there is no earlier version of its file either.
      await admin.put(`/api/papers/${id}`, { assigned_to: null });
      expect(await statusOf(visitor, first)).toBe(404);
      expect((await listVersions(visitor, id, 'secret')).body.code).toBe('record_not_found');
    });

    it('are not those that were taken out, and end when the field is emptied', async () => {
      const [first, second] = [await storeFile(clerk), await storeFile(clerk)];
      const id = await createPaper(clerk, { name: 'Emptied', path: first });
      await replaceFile(id, second);
      expect(await statusOf(other, first)).toBe(200);
      await replaceFile(id, null);
      expect((await listVersions(clerk, id)).body).toEqual({ versions: [] });
      for (const path of [first, second]) expect(await statusOf(other, path)).toBe(404);
    });

    it('are removed when their time is over, and with their record', async () => {
      const paths = [await storeFile(clerk), await storeFile(clerk), await storeFile(clerk)] as const;
      const [stays, gone] = [
        await createPaper(clerk, { name: 'Stays', path: paths[0] }),
        await createPaper(clerk, { name: 'Gone', path: paths[1] }),
      ];
      const latest = await storeFile(clerk);
      await replaceFile(stays, latest);
      await replaceFile(gone, paths[2]);
      const sizeOf = (path: string) => server().application.contents.stat(path.split('/')[3] ?? '');
      await clerk.put(`/api/papers/mark-deleted/${gone}`);
      expect((await clerk.put('/api/papers/delete-forever/by-array', { ids: [gone] })).status).toBe(200);
      await clearAfter(2);
      expect([await sizeOf(paths[1]), await sizeOf(paths[2])]).toEqual([undefined, undefined]);
      expect(await sizeOf(paths[0])).toBeDefined();
      await clearAfter(91);
      expect(await sizeOf(paths[0])).toBeUndefined();
      expect((await listVersions(clerk, stays)).body.versions.map(({ path }: { path: string }) => path)).toEqual([latest]);
    });
  },
  { ...ARCHIVE, clock },
);
