import { afterEach, beforeAll, expect, it } from 'vitest';
import { MATCH_ALL } from '#engine/model/filter';
import type { NotificationPage, NotificationView } from '#engine/model/wire';
import { NOTIFICATIONS_COLLECTION } from '../../engine/notifications/index.ts';
import { CHANGES_COLLECTION } from '../../engine/records/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { LiveClient } from '../support/live-client.ts';
import { openLive } from '../support/open-live.ts';
import { must } from '../support/record-helpers.ts';
import { createReplayEffects } from '../support/replay-effects.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const PASSWORD = 'Bell-ringer1!';
const DAY = 86_400_000;
/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

describeRules(
  'Notifications',
  (server) => {
    const open: LiveClient[] = [];
    let admin: ApiClient;
    let keeper: ApiClient;
    let borrower: ApiClient;
    let keeperId: string;
    let borrowerId: string;
    const makeDueAgain = createReplayEffects(server);

    const register = async (name: string, role: string): Promise<string> =>
      (
        await must(
          admin.post('/api/users/register', {
            email: `${name.toLowerCase()}@muster.test`,
            password: PASSWORD,
            first_name: name,
            last_name: 'Tester',
            userType: 'Standard',
            active: true,
            roles: [role],
          }),
          201,
        )
      )._id as string;
    /** The notifications of a client after all effects of saves. */
    const read = async (client: ApiClient, query = ''): Promise<NotificationPage> => {
      await server().application.outbox.drain();
      return (await must(client.get(`/api/notifications${query}`))) as NotificationPage;
    };
    const newest = async (client: ApiClient): Promise<NotificationView | undefined> => (await read(client)).data[0];
    const makeTool = async (client: ApiClient, fields: object): Promise<string> =>
      (await must(client.post('/api/tools', fields), 201))._id as string;
    const clear = (client: ApiClient) => must(client.post('/api/notifications/mark-all-read', {}));

    beforeAll(async () => {
      admin = server().admin;
      keeperId = await register('Kay', 'role_keeper');
      borrowerId = await register('Bo', 'role_borrower');
      keeper = await server().signIn('kay@muster.test', PASSWORD);
      borrower = await server().signIn('bo@muster.test', PASSWORD);
    });
    afterEach(() => {
      for (const live of open.splice(0)) live.close();
    });

    it('say who assigned which record, once, also when the effect of the save is repeated', async () => {
      const id = await makeTool(keeper, { name: 'Plane', assigned_to: borrowerId });
      const { data, unread, next } = await read(borrower);
      expect({ unread, next }).toEqual({ unread: 1, next: null });
      expect(data).toEqual([
        {
          _id: expect.any(String) as string,
          kind: 'assigned',
          icon: 'user-check',
          text: 'Kay Tester assigned you the tool Plane',
          module: 'tools',
          record: { _id: id, name: 'Plane' },
          path: null,
          count: 1,
          by: { _id: keeperId, name: 'Kay Tester' },
          createdAt: expect.any(String) as string,
          readAt: null,
        },
      ]);
      await makeDueAgain('tools', id);
      expect((await read(borrower)).data).toEqual(data);
      // Other changes, one's own, and those that take a record away, notify nobody.
      await must(keeper.put(`/api/tools/${id}`, { weight: 3 }));
      await must(keeper.put(`/api/tools/${id}`, { assigned_to: keeperId }));
      expect((await read(keeper)).data).toEqual([]);
      expect((await read(borrower)).data).toHaveLength(1);
      // Such saves leave no effect to run.
      const changes = await server().application.store.find({
        collection: CHANGES_COLLECTION.name,
        filter: MATCH_ALL,
        sort: [],
        limit: 1_000,
      });
      const effects = changes.filter(({ document }) => document['record_id'] === id).map(({ document }) => document['conditional_effects']);
      expect(effects).toEqual([['muster/notifications'], undefined, undefined]);
    });

    it('say that the system assigned a record if no user did', async () => {
      const { records } = server().application;
      await records.create({ kind: 'system' }, { module: 'tools', fields: { name: 'Rasp', assigned_to: borrowerId } });
      expect(await newest(borrower)).toMatchObject({ text: 'The system assigned you the tool Rasp', by: null });
    });

    it('are one for all records of a mass update, and none for a trusted bulk load', async () => {
      const ids = await Promise.all(['Awl', 'Saw', 'Vise'].map((name) => makeTool(keeper, { name })));
      await must(keeper.put('/api/tools/update-certain-fields-array', { ids, fields: { assigned_to: borrowerId } }));
      expect(await newest(borrower)).toMatchObject({
        text: 'Kay Tester assigned you 3 tools',
        module: 'tools',
        record: null,
        count: 3,
      });
      await must(keeper.put(`/api/tools/${ids[0]}`, { assigned_to: keeperId }));
      await must(keeper.put(`/api/tools/mark-deleted/${ids[1]}`, {}));
      // A borrower sees own tools only: one is left.
      expect(await newest(borrower)).toMatchObject({ text: 'Kay Tester assigned you the tool Vise', record: { _id: ids[2] }, count: 1 });
      const before = (await read(borrower)).data.length;
      await server().application.records.createMany(
        { kind: 'system' },
        { module: 'tools', allowDuplicates: true, records: [{ name: 'Loaded', assigned_to: borrowerId }] },
      );
      expect((await read(borrower)).data).toHaveLength(before);
    });

    it('name nothing that the reader may no longer see, and no user whom they may not read', async () => {
      const id = await makeTool(admin, { name: 'Secret lathe', assigned_to: borrowerId });
      expect(await newest(borrower)).toMatchObject({ record: { _id: id, name: 'Secret lathe' } });
      await must(admin.put(`/api/tools/${id}`, { name: 'Hidden lathe', assigned_to: keeperId }));
      const hidden = await newest(borrower);
      expect(hidden).toMatchObject({ module: null, record: null, count: 0 });
      expect(hidden?.text).toMatch(/assigned you a record that you cannot open$/);
      expect(JSON.stringify(await read(borrower))).not.toMatch(/lathe|Hidden|Secret/);
      await must(admin.put(`/api/tools/${id}`, { assigned_to: borrowerId }));
      expect((await read(borrower)).data.map(({ text }) => text)).toEqual(
        expect.arrayContaining([expect.stringContaining('assigned you the tool Hidden lathe')]),
      );
    });

    it('are not created for a record that the user may not see, nor for one who is not active', async () => {
      const { notifications, outbox } = server().application;
      const id = await makeTool(admin, { name: 'Not yours' });
      await notifications.notify({ kind: 'mentioned', to: [borrowerId], module: 'tools', record: id, key: 'hidden', by: null });
      expect((await read(borrower)).data.map(({ kind }) => kind)).not.toContain('mentioned');
      const gone = await register('Al', 'role_keeper');
      await must(admin.put(`/api/users/mark-user-inactive/${gone}`, {}));
      await notifications.notify({ kind: 'mentioned', to: [gone], module: 'tools', record: id, key: 'inactive', by: null });
      await must(admin.put(`/api/users/mark-user-active/${gone}`, {}));
      await outbox.drain();
      expect((await read(await server().signIn('al@muster.test', PASSWORD))).data).toEqual([]);
    });

    it('are made unread again by a later event of the same key, and not by the same one', async () => {
      const { notifications } = server().application;
      const id = await makeTool(keeper, { name: 'Repeated', assigned_to: borrowerId });
      const at = Date.now();
      const repeat = (occurredAt: number, by: string | null) =>
        notifications.notify({ kind: 'mentioned', to: [borrowerId], module: 'tools', record: id, key: 'again', by, occurredAt });
      const found = async () => (await read(borrower)).data.filter(({ kind, record }) => kind === 'mentioned' && record?._id === id);
      await repeat(at, null);
      const [first] = await found();
      await must(borrower.put(`/api/notifications/${first?._id}`, { read: true }));
      await repeat(at, keeperId);
      await repeat(at - 1, keeperId);
      expect(await found()).toMatchObject([{ _id: first?._id, by: null, readAt: expect.any(String) as string }]);
      await repeat(at + 1, keeperId);
      expect(await found()).toMatchObject([{ _id: first?._id, by: { _id: keeperId }, readAt: null }]);
    });

    it('belong to their user alone: no one else can read or mark them, System Admins neither', async () => {
      const [own] = (await read(borrower)).data;
      expect((await read(admin)).data).toEqual([]);
      for (const client of [admin, keeper])
        expect(await client.put(`/api/notifications/${own?._id}`, { read: true })).toMatchObject({
          status: 404,
          body: { code: 'notification_not_found' },
        });
      expect((await server().anonymous.get('/api/notifications')).status).toBe(401);
      expect(await borrower.get('/api/notifications?user=' + keeperId)).toMatchObject({ status: 422, body: { code: 'parameter_invalid' } });
      expect(await borrower.get('/api/notifications?before=me')).toMatchObject({ status: 422, body: { code: 'parameter_invalid' } });
      expect(await borrower.put(`/api/notifications/${own?._id}`, { readAt: null, read: true })).toMatchObject({ status: 422 });
      const {
        body: { token },
      } = await admin.post('/api/api-tokens', { name: 'reader', scopes: ['read'], password: TEST_ADMIN.password });
      expect((await server().anonymous.get('/api/notifications', { authorization: `Bearer ${token}` })).status).toBe(403);
    });

    it('are marked as read and not read, one or all, and read page by page', async () => {
      const all = await read(borrower);
      expect(all.unread).toBe(all.data.length);
      const [first] = all.data;
      expect(await must(borrower.put(`/api/notifications/${first?._id}`, { read: true }))).toMatchObject({
        _id: first?._id,
        readAt: expect.any(String) as string,
      });
      expect(await must(borrower.get('/api/notifications/unread-count'))).toEqual({ unread: all.unread - 1 });
      expect((await read(borrower, '?unread=true')).data).toHaveLength(all.unread - 1);
      await must(borrower.put(`/api/notifications/${first?._id}`, { read: false }));
      expect((await read(borrower)).unread).toBe(all.unread);
      const oldest = all.data.at(-1);
      expect(await must(borrower.post('/api/notifications/mark-all-read', { until: oldest?.createdAt }))).toMatchObject({ marked: 1 });
      expect(await borrower.post('/api/notifications/mark-all-read', { until: 'soon' })).toMatchObject({
        status: 422,
        body: { code: 'body_invalid' },
      });
      expect(await clear(borrower)).toEqual({ success: true, marked: all.unread - 1 });
      expect(await clear(borrower)).toEqual({ success: true, marked: 0 });
      const pages: string[] = [];
      for (let page: NotificationPage | undefined = await read(borrower, '?pageSize=2'); page !== undefined; ) {
        pages.push(...page.data.map(({ _id }) => _id));
        page = page.next === null ? undefined : await read(borrower, `?pageSize=2&before=${page.next}`);
      }
      expect(pages).toEqual(all.data.map(({ _id }) => _id));
    });

    it('reach an open page within the live events, read marks too, and nobody else', async () => {
      const mine = await openLive(server().url, borrower.token);
      const other = await openLive(server().url, keeper.token);
      open.push(mine, other);
      for (const live of [mine, other]) {
        await live.subscribe('bell', { kind: 'notifications' });
        // Whoever subscribes reads them once.
        await live.next('resync', ({ subs }) => subs?.includes('bell') === true);
      }
      await makeTool(keeper, { name: 'Level', assigned_to: borrowerId });
      await server().application.outbox.drain();
      expect(await mine.next('resync', ({ subs }) => subs?.includes('bell') === true)).toMatchObject({ subs: ['bell'] });
      await clear(borrower);
      await mine.next('resync', ({ subs }) => subs?.includes('bell') === true);
      await makeTool(borrower, {}).catch(() => undefined);
      await other.settled();
      expect(other.received.filter(({ type }) => type === 'resync')).toHaveLength(1);
      expect(JSON.stringify(mine.received)).not.toContain('Level');
    });

    it('come from a field that says so: users who are new in it', async () => {
      await must(
        admin.post('/api/ss-modules/create', {
          name: 'remarks',
          label: 'Remarks',
          labelSingular: 'Remark',
          fields: [{ fieldName: 'mentions', label: 'Mentions', inputType: 'MultiRelate', ref: 'users', notifies: 'mentioned' }],
        }),
        201,
      );
      expect(
        (
          await admin.post('/api/ss-modules/create', {
            name: 'replies',
            label: 'Replies',
            labelSingular: 'Reply',
            fields: [{ fieldName: 'words', label: 'Words', inputType: 'TextField', notifies: 'mentioned' }],
          })
        ).status,
      ).toBe(422);
      const adminId = (await must(admin.get('/api/auth/authenticated'))).user._id as string;
      const { _id } = await must(admin.post('/api/remarks', { name: 'Tidy up', mentions: [adminId] }), 201);
      expect((await read(admin)).data).toEqual([]);
      const { records } = server().application;
      const kay = { kind: 'user', userId: keeperId } as const;
      await records.update({ kind: 'system' }, { module: 'remarks', id: _id as string, fields: { mentions: [] } });
      await records.update({ ...kay, kind: 'system' }, { module: 'remarks', id: _id as string, fields: { mentions: [adminId] } });
      expect(await newest(admin)).toMatchObject({
        kind: 'mentioned',
        icon: 'message-square-text',
        text: 'Kay Tester mentioned you in the remark Tidy up',
      });
      await must(admin.put(`/api/remarks/${_id}`, { mentions: [adminId, keeperId] }));
      expect((await read(admin)).data).toHaveLength(1);
      // The keeper has no rights on remarks.
      expect((await read(keeper)).data.map(({ kind }) => kind)).not.toContain('mentioned');
    });

    it('go to those whose role lets them edit a field, or to the System Admins', async () => {
      const { notifications } = server().application;
      const id = await makeTool(admin, { name: 'Crane' });
      const requestOf = (field: string, key: string, except: readonly string[] = []) =>
        notifications.notify({
          kind: 'approval_requested',
          to: { whoMayEdit: field, except },
          module: 'tools',
          record: id,
          key,
          by: borrowerId,
        });
      const requests = async (client: ApiClient) => (await read(client)).data.filter(({ kind }) => kind === 'approval_requested').length;
      await requestOf('state', 'one');
      expect([await requests(keeper), await requests(admin), await requests(borrower)]).toEqual([1, 0, 0]);
      expect((await newest(keeper))?.text).toBe('Bo Tester asks you to approve the tool Crane');
      // No role may write the cost; the second time, the keepers are left out.
      await requestOf('cost', 'two');
      expect([await requests(keeper), await requests(admin)]).toEqual([1, 1]);
      const valid = { kind: 'mentioned', to: [], module: 'tools', record: id, key: 'k', by: null };
      for (const [input, reason] of [
        [{ kind: 'unknown' }, 'there is no kind unknown'],
        [{ module: 'nothing' }, 'there is no module nothing'],
        [{ to: { whoMayEdit: 'nothing' } }, 'tools has no field nothing'],
        [{ key: '' }, 'its key is not 1 to 300 characters long'],
      ] as const)
        await expect(notifications.notify({ ...valid, ...input })).rejects.toMatchObject({
          code: 'notification_invalid',
          message: `The notification cannot be created: ${reason}.`,
        });
    });

    it('of asked approvals disappear for everybody when the record no longer waits for one, others stay', async () => {
      const { notifications } = server().application;
      const id = await makeTool(admin, { name: 'Kiln', assigned_to: keeperId });
      const adminId = (await must(admin.get('/api/auth/authenticated'))).user._id as string;
      const requestApproval = (key: string) =>
        notifications.notify({
          kind: 'approval_requested',
          to: [keeperId, adminId],
          module: 'tools',
          record: id,
          key,
          by: borrowerId,
        });
      const kinds = async (client: ApiClient) =>
        (await read(client)).data.flatMap(({ kind, record }) => (record?._id === id ? kind : [])).sort();
      await requestApproval('first');
      await must(admin.put(`/api/tools/${id}`, { notes: 'Still to be approved' }));
      expect([await kinds(keeper), await kinds(admin)]).toEqual([['approval_requested', 'assigned'], ['approval_requested']]);
      await must(admin.put(`/api/tools/${id}`, { state: 'in_use' }));
      expect([await kinds(keeper), await kinds(admin)]).toEqual([['assigned'], []]);
      // The record waits again: whoever is asked then is asked again.
      await must(admin.put(`/api/tools/${id}`, { state: 'new' }));
      await requestApproval('second');
      expect(await kinds(admin)).toEqual(['approval_requested']);
      await must(admin.put('/api/tools/update-certain-fields-array', { ids: [id], fields: { state: 'broken' } }));
      expect([await kinds(keeper), await kinds(admin)]).toEqual([['assigned'], []]);
    });

    it('follow a record that is merged, and disappear with one that is deleted', async () => {
      const [stays, goes, ends] = [
        await makeTool(admin, { name: 'Original', assigned_to: borrowerId }),
        await makeTool(admin, { name: 'Copy', assigned_to: keeperId }),
        await makeTool(admin, { name: 'Scrap', assigned_to: keeperId }),
      ];
      expect((await read(keeper)).data.map(({ record }) => record?.name)).toEqual(expect.arrayContaining(['Copy', 'Scrap']));
      await must(admin.post('/api/merge/records', { _moduleName: 'tools', primaryId: stays, duplicateIds: [goes] }));
      await must(admin.put(`/api/tools/mark-deleted/${ends}`, {}));
      const names = (await read(keeper)).data.map(({ record }) => record?.name);
      expect(names).toContain('Original');
      expect(names).not.toContain('Copy');
      expect(names).not.toContain('Scrap');
    });

    it('are stored for 30 days, to the record, and shown no longer than that', async () => {
      const { notifications } = server().application;
      const actor = { kind: 'user', userId: borrowerId } as const;
      await server().application.outbox.drain();
      const before = await notifications.list(actor, { limit: 100 });
      ahead.by = 15 * DAY;
      const id = (await server().application.records.create({ kind: 'system' }, { module: 'tools', fields: { name: 'Late' } })).record._id;
      await server().application.records.update({ kind: 'system' }, { module: 'tools', id, fields: { assigned_to: borrowerId } });
      await server().application.outbox.drain();
      expect((await notifications.list(actor, { limit: 100 })).data).toHaveLength(before.data.length + 1);
      ahead.by = 30 * DAY - 600_000;
      expect(await notifications.removeOld()).toBe(0);
      ahead.by = 30 * DAY + 600_000;
      expect((await notifications.list(actor, { limit: 100 })).data.map(({ record }) => record?.name)).toEqual(['Late']);
      expect(await notifications.countUnread(actor)).toBe(1);
      const { store } = server().application;
      await notifications.removeOld();
      // The clock has passed the time of the schedule, which may have removed them first.
      expect(await store.count({ collection: NOTIFICATIONS_COLLECTION.name, filter: MATCH_ALL })).toMatchObject({ total: 1 });
      expect((await notifications.list(actor, { limit: 100 })).data).toHaveLength(1);
      expect(await notifications.removeOld()).toBe(0);
      ahead.by = 0;
    });
  },
  { ...WORKSHOP, clock },
);
