import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import type { LiveClient } from '../../../tests/support/live-client.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import type { ConversationPage, ConversationView, MessagePage } from '../shared/chat.ts';

const BASE = '/api/muster-messages';
/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

describeOnEachStore(
  'Chat',
  (server) => {
    const open: LiveClient[] = [];
    let ann: HiredUser;
    let bob: HiredUser;
    let cleo: HiredUser;
    let pia: HiredUser;

    const hire = (name: string, userType = 'Standard', role = 'role_recruiter') =>
      hireUser(server(), name, { last_name: 'Chats', userType, roles: [role] });
    const join = async ({ client }: HiredUser): Promise<LiveClient> => {
      const live = await openLive(server().url, client.token);
      open.push(live);
      return live;
    };
    const send = async ({ client }: HiredUser, to: object, message: string): Promise<string> =>
      (await must(client.post(BASE, { ...to, message }), 201))._id;
    const list = async ({ client }: HiredUser, body: object = {}): Promise<ConversationPage> =>
      must(client.post('/api/chat/conversations', body));
    const read = async ({ client }: HiredUser, conversation: string, more: object = {}): Promise<MessagePage> =>
      must(client.post('/api/chat/messages', { conversation, ...more }));
    const keyOf = async ({ client }: HiredUser, ...people: readonly HiredUser[]): Promise<string> =>
      (await must(client.post('/api/chat/find', { people: people.map(({ id }) => id) }))).key;
    const find = async (person: HiredUser, key: string): Promise<ConversationView | undefined> =>
      (await list(person, { conversations: [key] })).data[0];

    beforeAll(async () => {
      [ann, bob, cleo] = [await hire('Ann'), await hire('Bob'), await hire('Cleo')];
      pia = await hire('Pia', 'Provider', 'role_provider');
    });
    afterEach(() => {
      for (const live of open.splice(0)) live.close();
      // Another minute: what one test sent does not count for the next.
      ahead.by += 61_000;
    });

    it('has one conversation for the same two people, with the unread messages of each', async () => {
      await send(ann, { sentTo: bob.id }, 'Is the district open tomorrow?');
      await send(ann, { sentTo: bob.id }, '  Or on\n\nFriday?  ');
      const key = await keyOf(ann, bob);
      expect(await keyOf(bob, ann)).toBe(key);
      expect(await list(bob)).toMatchObject({
        unread: 2,
        next: null,
        data: [{ key, name: 'Ann Chats', isGroup: false, unread: 2, last: { text: 'Or on Friday?', isOwn: false, by: 'Ann Chats' } }],
      });
      expect(await list(ann)).toMatchObject({ unread: 0, data: [{ key, name: 'Bob Chats', last: { isOwn: true } }] });
      const { data } = await read(bob, key);
      expect(data.map(({ isUnread, isOwn }) => [isUnread, isOwn])).toEqual([
        [true, false],
        [true, false],
      ]);
      // One of them by the call of the specification; `userToAdd` never sets who reads.
      const marked = { ids: [data[0]?._id], userToAdd: cleo.id };
      expect(await must(bob.client.put(`${BASE}/mark-as-read-by/by-user`, marked))).toEqual({ success: true, unread: 1 });
      expect(await must(bob.client.post('/api/chat/read', { conversation: key }))).toEqual({ success: true, unread: 0 });
      expect((await read(ann, key)).data.map(({ readBy }) => readBy)).toEqual([
        [{ _id: bob.id, name: 'Bob Chats' }],
        [{ _id: bob.id, name: 'Bob Chats' }],
      ]);
      await send(bob, { sentTo: ann.id }, 'On Friday.');
      expect(await find(ann, key)).toMatchObject({ unread: 1, last: { text: 'On Friday.' } });
    });

    it('has groups, whose marks are those of each of their people', async () => {
      const group = { group_name: 'Gulf', groupUsersIds: [ann.id, bob.id, cleo.id] };
      await Promise.all([send(ann, group, 'Stand-up at nine'), send(bob, group, 'I am in')]);
      const key = await keyOf(ann, bob, cleo);
      expect(await find(cleo, key)).toMatchObject({ name: 'Gulf', isGroup: true, unread: 2 });
      expect((await list(cleo)).data).toHaveLength(1);
      await Promise.all([ann, bob, cleo].map(({ client }) => must(client.post('/api/chat/read', { conversation: key }))));
      const readers = (await read(ann, key)).data.map(({ by, readBy }) => [by?.name, readBy.map(({ name }) => name).sort()]);
      expect(readers).toEqual(
        expect.arrayContaining([
          ['Ann Chats', ['Bob Chats', 'Cleo Chats']],
          ['Bob Chats', ['Cleo Chats']],
        ]),
      );
      for (const person of [ann, bob, cleo]) expect(await find(person, key)).toMatchObject({ unread: 0 });
      // A deleted message is unread no longer.
      const id = await send(ann, group, 'Wrong group');
      expect(await find(cleo, key)).toMatchObject({ unread: 1 });
      await must(ann.client.put(`${BASE}/mark-deleted/${id}`, {}));
      expect(await find(cleo, key)).toMatchObject({ unread: 0, last: { text: expect.stringMatching(/Stand-up at nine|I am in/) } });
    });

    it('is read page by page, upwards, and is searched', async () => {
      const key = await keyOf(bob, cleo);
      for (let turn = 1; turn <= 7; turn += 1)
        await send(turn % 2 === 0 ? bob : cleo, { sentTo: turn % 2 === 0 ? cleo.id : bob.id }, `Turn ${turn}`);
      const pages: string[][] = [];
      for (let before: string | null | undefined; before !== null; ) {
        const page: MessagePage = await read(bob, key, { limit: 3, ...(before === undefined ? {} : { before }) });
        pages.push(page.data.map(({ text }) => text));
        before = page.before;
      }
      expect(pages).toEqual([['Turn 5', 'Turn 6', 'Turn 7'], ['Turn 2', 'Turn 3', 'Turn 4'], ['Turn 1']]);
      const skinny = await must(cleo.client.post(`${BASE}/search-skinny`, { searchTerms: { message: 'Turn 6' }, pageSize: 5 }));
      expect(skinny).toMatchObject({ total: 1, pageNumber: 0, pageSize: 5, data: [{ message: 'Turn 6', sentTo: cleo.id }] });
      expect(Object.keys(skinny.data[0])).not.toContain('assigned_to');
      const distinct = await must(bob.client.post(`${BASE}/search-distinct`, { pageSize: 2 }));
      expect(distinct).toMatchObject({ pageNumber: 0, pageSize: 2, data: [{ message: 'Turn 7' }, {}] });
      expect(distinct.total).toBe((await list(bob)).data.length);
    });

    it('is for those who take part, in every call', async () => {
      const id = await send(ann, { sentTo: bob.id }, 'Salary of the new recruiter');
      const key = await keyOf(ann, bob);
      for (const [method, path, body] of [
        ['post', '/api/chat/messages', { conversation: key }],
        ['post', '/api/chat/read', { conversation: key }],
        ['post', '/api/chat/typing', { conversation: key }],
        ['put', `${BASE}/mark-as-removed-from-bar/between-users`, { sentTo: bob.id, createdBy: ann.id }],
      ] as const)
        expect(await must(cleo.client[method](path, body), 404), path).toMatchObject({ code: 'conversation_not_found' });
      expect(await must(cleo.client.put(`${BASE}/mark-as-read-by/by-user`, { ids: [id] }))).toMatchObject({ success: true });
      expect((await must(cleo.client.post(`${BASE}/search-skinny`, { searchTerms: { message: 'Salary' } }))).data).toEqual([]);
      expect((await must(cleo.client.post(`${BASE}/search`, { search: 'Salary' }))).data).toEqual([]);
      await must(cleo.client.get(`${BASE}/${id}`), 404);
      await must(cleo.client.get(`/api/audit-log/get-record-changes-by-module/musterMessage/${id}`), 404);
      expect(JSON.stringify(await list(cleo))).not.toContain('Salary');
      // A System Admin sees all messages, but has no conversations of others.
      expect(await must(server().admin.post('/api/chat/messages', { conversation: key }), 404)).toMatchObject({
        code: 'conversation_not_found',
      });
      expect((await must(server().admin.post(`${BASE}/search-skinny`, {}))).data).toEqual([]);
      for (const path of ['/api/chat/conversations', `${BASE}/search-distinct`])
        expect(await must(pia.client.post(path, {}), 403)).toMatchObject({ code: 'chat_not_allowed' });
      expect((await must(ann.client.post('/api/chat/people', { search: 'Chats' }))).data).toEqual([
        { _id: bob.id, name: 'Bob Chats' },
        { _id: cleo.id, name: 'Cleo Chats' },
      ]);
    });

    it('refuses what is no message, and changes of who reads one', async () => {
      const refused = (body: object) => must(ann.client.post(BASE, body), 422);
      // Without a recipient it has no name either, which is required of every record.
      expect(await refused({ message: 'To nobody' })).toMatchObject({ code: 'validation_failed' });
      expect(await refused({ message: 'To myself', sentTo: ann.id })).toMatchObject({ code: 'chat_recipient_missing' });
      expect(await refused({ message: ' \n ', sentTo: bob.id })).toMatchObject({ code: 'chat_message_empty' });
      expect(await refused({ message: 'x'.repeat(10_001), sentTo: bob.id })).toMatchObject({ code: 'chat_message_too_long' });
      const { records } = server().application;
      const everyone = await Promise.all(
        Array.from({ length: 100 }, async (_, at) => {
          const fields = { email: `guest${at}@muster.test`, first_name: 'Guest', last_name: `${at}`, userType: 'Standard' };
          return (await records.create({ kind: 'system' }, { module: 'users', fields, quiet: true })).record._id;
        }),
      );
      expect(await refused({ message: 'To all', groupUsersIds: everyone })).toMatchObject({ code: 'chat_group_too_large' });
      const id = await send(ann, { sentTo: bob.id }, 'For Bob');
      const changed = async (client: ApiClient, body: object, status: number) => must(client.put(`${BASE}/${id}`, body), status);
      expect(await changed(ann.client, { sentTo: cleo.id }, 422)).toMatchObject({ code: 'chat_people_fixed' });
      expect(await changed(ann.client, { readBy: [bob.id] }, 403)).toMatchObject({ code: 'field_not_writable' });
      expect(await changed(server().admin, { message: 'By an admin' }, 403)).toMatchObject({ code: 'chat_message_of_another' });
      expect(await changed(ann.client, { message: 'For Bob alone' }, 200)).toMatchObject({ message: 'For Bob alone' });
    });

    it('bounds 10,000 messages of one user, however they are sent', async () => {
      const attempts = await Promise.all(
        Array.from({ length: 100 }, (_, turn) => ann.client.post(BASE, { sentTo: cleo.id, message: `Flood ${turn}` })),
      );
      const refused = attempts.filter(({ status }) => status === 429);
      expect(attempts.filter(({ status }) => status === 201)).toHaveLength(60);
      expect(refused).toHaveLength(40);
      expect(refused[0]?.body).toMatchObject({
        code: 'chat_too_many',
        error: expect.stringMatching(/^You have sent 60 messages within a minute\. You can write again in \d+ s\.$/),
      });
      const records = Array.from({ length: 100 }, (_, turn) => ({ sentTo: cleo.id, message: `Bulk ${turn}` }));
      const bulk = await must(ann.client.post(`${BASE}/bulk`, { mode: 'create', records }));
      expect(bulk.refused).toHaveLength(100);
      const key = await keyOf(ann, cleo);
      expect(await find(cleo, key)).toMatchObject({ unread: 60 });
      // Others, and the same user a minute later, are not affected.
      await send(bob, { sentTo: cleo.id }, 'Hello');
      ahead.by += 61_000;
      await send(ann, { sentTo: cleo.id }, 'I am sorry.');
    });

    it('removes a conversation from the bar until somebody writes, and tells the open pages of both', async () => {
      await server().application.outbox.drain();
      const [hers, his, other] = [await join(ann), await join(bob), await join(cleo)];
      const key = await keyOf(ann, bob);
      const changed = (what: string) => ({ type: 'event', name: 'muster-message-changed-event', data: { conversation: key, what } });
      const isChange = ({ name }: { readonly name: string }) => name === 'muster-message-changed-event';
      await must(bob.client.put(`${BASE}/mark-as-removed-from-bar/between-users`, { sentTo: bob.id, createdBy: ann.id }));
      expect(await his.next('event', isChange)).toEqual(changed('bar'));
      expect([(await find(bob, key))?.removed, (await find(ann, key))?.removed]).toEqual([true, false]);
      await must(ann.client.post('/api/chat/typing', { conversation: key }));
      expect(await his.next('event')).toMatchObject({ name: 'muster-message-typing-event', data: { conversation: key, user: ann.id } });
      const started = performance.now();
      const message = await send(ann, { sentTo: bob.id }, 'Back again');
      expect(await his.next('event', ({ name }) => name === 'new-muster-message-event')).toMatchObject({ data: { message, from: ann.id } });
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(await hers.next('event', isChange)).toEqual(changed('message'));
      expect(await find(bob, key)).toMatchObject({ removed: false });
      await must(bob.client.post('/api/chat/read', { conversation: key }));
      expect(await hers.next('event', isChange)).toEqual(changed('read'));
      await server().application.outbox.drain();
      await other.settled();
      expect(other.received.filter(({ type }) => type === 'event')).toEqual([]);
    });

    it('has messages of earlier versions, after a job that runs once', async () => {
      const [early, late] = [await hire('Early'), await hire('Late')];
      const { records } = server().application;
      const ids = [await send(early, { sentTo: late.id }, 'First'), await send(early, { sentTo: late.id }, 'Second')];
      const members = await records.findIds({ kind: 'system' }, { module: 'chatMembers', filter: { user: { in: [early.id, late.id] } } });
      await records.markDeleted({ kind: 'system' }, { module: 'chatMembers', ids: members.ids });
      await records.updateMany({ kind: 'system' }, { module: 'musterMessage', ids, fields: { conversation: null } });
      expect((await list(late)).data).toEqual([]);
      await runJob(server(), 'chat/index-messages');
      expect((await list(late)).data).toMatchObject([{ name: 'Early Chats', unread: 2, last: { text: 'Second' } }]);
      expect((await list(early)).data).toMatchObject([{ name: 'Late Chats', unread: 0 }]);
    });

    it('shows who is online, for a minute and a half after their browser was there', async () => {
      const exchange = async (person: HiredUser, people: readonly string[], isHere: boolean): Promise<readonly string[]> =>
        (await must(person.client.post('/api/chat/presence', { people, isHere }))).online;
      expect(await exchange(ann, [bob.id, cleo.id], true)).toEqual([]);
      expect(await exchange(bob, [ann.id, cleo.id], true)).toEqual([ann.id]);
      expect(await exchange(cleo, [ann.id, bob.id], false)).toEqual([ann.id, bob.id]);
      expect(await exchange(ann, [ann.id, cleo.id], true)).toEqual([]);
      ahead.by += 91_000;
      expect(await exchange(cleo, [ann.id, bob.id], false)).toEqual([]);
    });
  },
  { clock },
);
