import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { LiveClient } from '../../../tests/support/live-client.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import type { CommentPage, CommentView } from '../shared/comment.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { DOT_PNG, download, SMALL_PDF, upload } from '../../../tests/support/upload.ts';

/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

describeOnEachStore(
  'Comments on records',
  (server) => {
    const open: LiveClient[] = [];
    let ann: HiredUser;
    let bob: HiredUser;
    /** Sees own leads only. */
    let cleo: HiredUser;
    let pia: HiredUser;

    const hire = (name: string, role: string, userType = 'Standard') =>
      hireUser(server(), name, { last_name: 'Writes', userType, roles: [role] });
    const makeLead = async (fields: object = {}): Promise<string> =>
      (await must(server().admin.post('/api/leads?duplicates=allow', { first_name: 'Mei', last_name: 'Tanaka', ...fields }), 201))._id;
    const on = (id: string, module = 'leads') => ({ module, id });
    const write = async ({ client }: HiredUser, id: string, comment: string, mentions: readonly string[] = []): Promise<CommentView> =>
      must(client.post('/api/record-comments/create', { ...on(id), comment, mentions }), 201);
    const read = async ({ client }: HiredUser, id: string, more: object = {}): Promise<CommentPage> =>
      must(client.post('/api/record-comments/search', { ...on(id), ...more }));
    const bell = async ({ client }: HiredUser, kind: string, record?: string) => {
      await server().application.outbox.drain();
      const { data } = (await must(client.get('/api/notifications'))) as {
        readonly data: readonly {
          readonly _id: string;
          readonly kind: string;
          readonly text: string;
          readonly readAt: string | null;
          readonly record: { readonly _id: string } | null;
        }[];
      };
      return data.filter((one) => one.kind === kind && (record === undefined || one.record?._id === record));
    };

    beforeAll(async () => {
      const own = { access: true, create: true, mass_update: false, export: false, view: 'Owner', edit: 'Owner', delete: 'None' };
      const role = await must(
        server().admin.post('/api/roles', { name: 'Own leads', module_access: { leads: own }, field_access: {} }),
        201,
      );
      ann = await hire('Ann', 'role_recruiter');
      bob = await hire('Bob', 'role_recruiter');
      cleo = await hire('Cleo', role._id);
      const all = { ...own, view: 'All' };
      const social = { socialComments: all, socialConversations: all, leads: all };
      const outside = await must(server().admin.post('/api/roles', { name: 'Outside', module_access: social, field_access: {} }), 201);
      pia = await hire('Pia', outside._id, 'Provider');
    });
    afterEach(() => {
      for (const live of open.splice(0)) live.close();
    });

    it('of followed records are listed with their last changes, of others only, and of those only that one may see', async () => {
      const [id, hidden] = [await makeLead({ last_name: 'Followed' }), await makeLead({ last_name: 'Hidden' })];
      const followed = async ({ client }: HiredUser) => must(client.get('/api/record-comments/followed'));
      await must(cleo.client.get('/api/record-comments/followed'));
      const before = (await followed(ann)).data.length;
      await must(ann.client.put('/api/record-comments/following', { ...on(id), follows: true }));
      await write(ann, id, 'Mine');
      expect((await followed(ann)).data.filter(({ record }: { record: { _id: string } }) => record._id === id)).toEqual([]);
      await must(bob.client.put(`/api/leads/${id}`, { last_name: 'Followed now' }));
      ahead.by += 1_000;
      await write(bob, id, 'Called her');
      const { data } = await followed(ann);
      expect(data.length).toBe(before + 2);
      expect(data.slice(0, 2)).toMatchObject([
        { kind: 'commented', module: 'leads', record: { _id: id, name: expect.stringContaining('Followed now') }, by: { _id: bob.id } },
        { kind: 'changed', module: 'leads', record: { _id: id }, by: { _id: bob.id } },
      ]);
      // A record that one may not see any more says nothing.
      await must(server().admin.put(`/api/leads/${hidden}`, { assigned_to: cleo.id }));
      await must(cleo.client.put('/api/record-comments/following', { ...on(hidden), follows: true }));
      await write(bob, hidden, 'For Cleo');
      expect(JSON.stringify(await followed(cleo))).toContain(hidden);
      await must(server().admin.put(`/api/leads/${hidden}`, { assigned_to: ann.id }));
      expect(JSON.stringify(await followed(cleo))).not.toContain(hidden);
      expect((await pia.client.get('/api/record-comments/followed')).body.code).toBe('comments_for_staff');
    });

    it('are written, changed, resolved and deleted by staff who may see the record', async () => {
      const id = await makeLead();
      const first = await write(ann, id, '  Called twice.  ');
      expect(first).toMatchObject({ comment: 'Called twice.', by: { _id: ann.id, name: 'Ann Writes' }, isOwn: true, editedAt: null });
      const { records } = server().application;
      expect((await records.audit({ kind: 'system' }, { module: 'socialComments', recordId: first._id })).data).toMatchObject([
        { changed_by: ann.id, changed_through: 'comments' },
      ]);
      const second = await write(bob, id, 'I try tomorrow.');
      expect(await read(ann, id)).toMatchObject({ total: 2, unread: 1, next: null, data: [{ isUnread: true, isOwn: false }, {}] });
      await must(ann.client.post('/api/record-comments/viewed', on(id)));
      expect(await read(ann, id)).toMatchObject({ unread: 0, data: [{ isUnread: false }, {}] });
      expect(await must(ann.client.put(`/api/record-comments/${second._id}`, { comment: 'No.' }), 403)).toMatchObject({
        code: 'comment_of_another',
      });
      expect(await must(ann.client.delete(`/api/record-comments/${second._id}`), 403)).toMatchObject({ code: 'comment_of_another' });
      expect(await must(ann.client.put(`/api/record-comments/${second._id}`, { resolved: true }))).toMatchObject({
        resolved: true,
        editedAt: null,
      });
      expect(await must(bob.client.put(`/api/record-comments/${second._id}`, { comment: 'I try today.' }))).toMatchObject({
        comment: 'I try today.',
        resolved: true,
        editedAt: expect.any(String) as string,
      });
      await must(bob.client.delete(`/api/record-comments/${second._id}`));
      expect(await must(bob.client.delete(`/api/record-comments/${second._id}`), 404)).toMatchObject({ code: 'comment_not_found' });
      for (const text of ['One', 'Two']) await write(ann, id, text);
      const page = await read(ann, id, { limit: 2 });
      expect([page.data.map(({ comment }) => comment), page.total, page.next]).toEqual([['Two', 'One'], 3, 22]);
      for (const comment of ['', '   ', 'x'.repeat(10_001)])
        await must(ann.client.post('/api/record-comments/create', { ...on(id), comment }), 422);
    });

    it('are read by nobody who may not see the record, and by no other way', async () => {
      const id = await makeLead({ assigned_to: ann.id });
      const word = 'Quokka-salary';
      const comment = await write(ann, id, `${word} is too high.`);
      // Another user who may not see the record.
      for (const [path, body] of [
        ['search', {}],
        ['summary', {}],
        ['people', {}],
        ['viewed', {}],
        ['create', { comment: 'Hi' }],
      ] as const)
        expect(await must(cleo.client.post(`/api/record-comments/${path}`, { ...on(id), ...body }), 404)).toMatchObject({
          code: 'record_not_found',
        });
      await must(cleo.client.put('/api/record-comments/following', { ...on(id), follows: true }), 404);
      await must(cleo.client.put(`/api/record-comments/${comment._id}`, { resolved: true }), 404);
      await must(cleo.client.delete(`/api/record-comments/${comment._id}`), 404);
      // A provider may see the lead, and has rights on comments of conversations.
      await must(pia.client.get(`/api/leads/${id}`));
      expect(await must(pia.client.post('/api/record-comments/search', on(id)), 403)).toMatchObject({ code: 'comments_for_staff' });
      await must(pia.client.get('/api/record-comments/preferences'), 403);
      for (const { client } of [bob, pia]) {
        const list = await must(client.post('/api/social-comments/search', { searchTerms: {} }));
        expect(list.data.filter((one: { _id: string }) => one._id === comment._id)).toEqual([]);
        await must(client.get(`/api/social-comments/${comment._id}`), 404);
        expect((await must(client.post('/api/social-comments/search', { searchTerms: { comment: { contains: word } } }))).total).toBe(0);
        const found = await must(client.post('/api/social-comments/smart-search', { search: word }));
        expect(found.total).toBe(0);
        await must(client.post('/api/events/announce-new-social-comment', { id: comment._id }), 404);
      }
      expect((await bob.client.get(`/api/audit-log?module=socialComments&recordId=${comment._id}`)).status).toBeGreaterThanOrEqual(400);
      const quick = await bob.client.get(`/api/quick-search?search=${word}`);
      expect(JSON.stringify(quick.body)).not.toContain(comment._id);
      // Nobody but the product sets what makes it a comment of a record.
      await must(bob.client.post('/api/social-comments', { comment: 'x', about: on(id) }), 422);
      await must(bob.client.put(`/api/social-comments/${comment._id}`, { comment: 'x' }), 404);
    });

    it('mention only staff who may see the record, who are offered and notified', async () => {
      const id = await makeLead({ assigned_to: ann.id });
      const offered = async (search: string) =>
        (await must(ann.client.post('/api/record-comments/people', { ...on(id), search }))).data.map((one: { _id: string }) => one._id);
      expect(await offered('bob')).toEqual([bob.id]);
      expect([await offered('cleo'), await offered('pia'), await offered('ann')]).toEqual([[], [], []]);
      for (const person of [cleo, pia])
        expect(
          await must(ann.client.post('/api/record-comments/create', { ...on(id), comment: 'Hi', mentions: [person.id] }), 422),
        ).toMatchObject({ code: 'mention_not_allowed', error: expect.stringContaining('may not see this record') as string });
      const comment = await write(ann, id, 'Hi @Bob Writes', [bob.id]);
      expect(comment.mentions).toEqual([{ _id: bob.id, name: 'Bob Writes' }]);
      expect(await bell(bob, 'mentioned')).toMatchObject([{ text: 'Ann Writes mentioned you in the lead Mei Tanaka' }]);
      // A change that mentions the same people notifies nobody again.
      await must(ann.client.put(`/api/record-comments/${comment._id}`, { comment: 'Hello @Bob Writes', mentions: [bob.id] }));
      expect(await bell(bob, 'mentioned')).toHaveLength(1);
    });

    it('have files, which are read by who may see the record, and deleted with the comment', async () => {
      const id = await makeLead({ last_name: 'Filed', assigned_to: ann.id });
      const files: readonly string[] = [
        (await upload(ann.client, { name: 'dot.png', content: DOT_PNG })).body.path,
        (await upload(ann.client, { name: 'offer.pdf', content: SMALL_PDF })).body.path,
      ];
      const attach = ({ client }: HiredUser, paths: readonly string[], status: number) =>
        must(client.post('/api/record-comments/create', { ...on(id), comment: 'See the offer', files: paths }), status);
      // An upload of somebody else is refused, before it is in a record and after.
      expect(await attach(bob, files, 404)).toMatchObject({ code: 'file_not_found' });
      const { _id: comment } = await attach(ann, files, 201);
      expect((await read(bob, id)).data).toMatchObject([
        {
          files: [
            { name: 'dot.png', size: DOT_PNG.length, isPicture: true },
            { name: 'offer.pdf', isPicture: false },
          ],
        },
      ]);
      expect(await attach(bob, files, 404)).toMatchObject({ code: 'file_not_found' });
      const path = `/api/record-comments/${comment}/files`;
      const served = await download(bob.client, `${path}/0`);
      expect([served.status, served.headers.get('content-type'), served.bytes.equals(Buffer.from(DOT_PNG))]).toEqual([
        200,
        'application/octet-stream',
        true,
      ]);
      expect((await download(bob.client, `${path}/1?preview`)).headers.get('content-type')).toBe('image/webp');
      expect((await download(bob.client, `${path}/2`)).status).toBe(404);
      for (const { client } of [cleo, pia]) expect((await download(client, `${path}/0`)).status).toBeGreaterThanOrEqual(403);
      expect((await download(bob.client, files[0] ?? '')).status).toBe(404);
      expect((await must(bob.client.post('/api/social-attachments/search', {}))).data).toEqual([]);
      const stored = async () =>
        (await must(server().admin.post('/api/social-attachments/search', { searchTerms: { of_record: true } }))).data;
      expect(await stored()).toMatchObject([{ filename: 'dot.png' }, { filename: 'offer.pdf' }]);
      await must(ann.client.delete(`/api/record-comments/${comment}`));
      expect(await stored()).toEqual([]);
      expect((await download(bob.client, `${path}/0`)).status).toBe(404);
    });

    it('notify followers once for each record until it is read, and tell open pages', async () => {
      const id = await makeLead({ last_name: 'Followed' });
      await must(bob.client.put('/api/record-comments/following', { ...on(id), follows: true }));
      const live = await openLive(server().url, bob.client.token);
      const outside = await openLive(server().url, pia.client.token);
      open.push(live, outside);
      await write(ann, id, 'One');
      const ofRecord = await live.next('event', ({ name, data }) => name === 'record-comments-event' && data['record'] === id);
      expect(ofRecord.data).toMatchObject({ module: 'leads', record: id });
      await outside.settled();
      expect(outside.received.filter(({ type }) => type === 'event')).toEqual([]);
      await write(ann, id, 'Two');
      const [one, ...others] = await bell(bob, 'record_commented', id);
      expect([one?.text, others]).toEqual(['Ann Writes commented on the lead Mei Followed', []]);
      await must(bob.client.put(`/api/notifications/${one?._id ?? ''}`, { read: true }));
      await write(ann, id, 'Three');
      expect(await bell(bob, 'record_commented', id)).toMatchObject([{ _id: one?._id, readAt: null }]);
      // Commenting made Ann a follower.
      expect(await read(ann, id)).toMatchObject({ follows: true });
      await write(bob, id, 'Four');
      expect(await bell(ann, 'record_commented', id)).toMatchObject([{ text: 'Bob Writes commented on the lead Mei Followed' }]);
      await must(ann.client.put('/api/record-comments/following', { ...on(id), follows: false }));
      await write(ann, id, 'Five');
      expect(await read(ann, id)).toMatchObject({ follows: false });
    });

    it('tell followers of changes of others, within the fields that they may read', async () => {
      const report = async () => {
        ahead.by += 10_000;
        await runJob(server(), 'comments/report-changes');
      };
      await report();
      const id = await makeLead({ last_name: 'Changing' });
      await must(bob.client.put('/api/record-comments/following', { ...on(id), follows: true }));
      await must(ann.client.put(`/api/leads/${id}`, { first_name: 'May' }));
      await must(bob.client.put(`/api/leads/${id}`, { first_name: 'Mae' }));
      await report();
      expect(await bell(bob, 'record_changed', id)).toMatchObject([{ text: 'Ann Writes changed the lead Mae Changing' }]);
      // Nothing new: the notification stays as it was read.
      const [notified] = await bell(bob, 'record_changed', id);
      await must(bob.client.put(`/api/notifications/${notified?._id ?? ''}`, { read: true }));
      await report();
      expect((await bell(bob, 'record_changed', id))[0]?.readAt).not.toBeNull();
      // Who changed it alone is not told.
      const made = await must(ann.client.post('/api/leads?duplicates=allow', { first_name: 'Own', last_name: 'Lead' }), 201);
      await must(ann.client.put(`/api/leads/${made._id}`, { first_name: 'Mine' }));
      await report();
      expect(await must(ann.client.post('/api/record-comments/summary', on(made._id)))).toMatchObject({ follows: true });
      expect(await bell(ann, 'record_changed', made._id)).toEqual([]);
      await must(ann.client.put('/api/record-comments/preferences', { followsAutomatically: false }));
      expect(await must(ann.client.get('/api/record-comments/preferences'))).toEqual({ followsAutomatically: false });
      await must(ann.client.put('/api/record-comments/preferences', { followsAutomatically: true }));
    });

    it('move with a merge, come back with its undo, and are removed with their record', async () => {
      const [primary, duplicate] = [await makeLead({ last_name: 'Stays' }), await makeLead({ last_name: 'Goes' })];
      const comment = await write(ann, duplicate, 'On the duplicate');
      await server().application.outbox.drain();
      const merged = await server().admin.post('/api/merge/records', {
        _moduleName: 'leads',
        primaryId: primary,
        duplicateIds: [duplicate],
      });
      expect(merged.status, JSON.stringify(merged.body)).toBe(200);
      expect(await read(bob, primary)).toMatchObject({ total: 1, data: [{ _id: comment._id }] });
      expect(await read(ann, primary)).toMatchObject({ follows: true });
      await must(server().admin.post(`/api/batches/${merged.headers.get('x-batch-id')}/undo`, {}));
      expect(await read(bob, primary)).toMatchObject({ total: 0 });
      expect(await read(bob, duplicate)).toMatchObject({ total: 1 });
      await must(server().admin.put(`/api/leads/mark-deleted/${duplicate}`, {}));
      await must(server().admin.put('/api/leads/delete-forever/by-array', { ids: [duplicate] }));
      await server().application.outbox.drain();
      await must(server().admin.get(`/api/social-comments/${comment._id}`), 404);
      const { records } = server().application;
      const left = await records.find({ kind: 'system' }, { module: 'socialComments', filter: { _id: comment._id, deleted: true } });
      expect(left.total).toBe(0);
    });
  },
  { clock },
);
