import { afterEach, beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';

const BASE = '/api/muster-messages';
const SYSTEM = { kind: 'system' } as const;
/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };
const MINUTE = 60_000;

describePluginRules(
  'Chat messages',
  (server) => {
    let ann: HiredUser;
    let bob: HiredUser;
    let pia: HiredUser;
    let key = '';

    const send = (to: object, message: string) => must(ann.client.post(BASE, { ...to, message }), 201);
    const notify = () => runJob(server(), 'chat/notify-missed');
    const read = () => must(bob.client.post('/api/chat/read', { conversation: key }));
    /** The notifications of missed messages that a user has. */
    const missed = async ({ client }: HiredUser) =>
      ((await must(client.get('/api/notifications'))).data as readonly { readonly kind: string; readonly readAt: string | null }[]).filter(
        ({ kind }) => kind === 'chat_missed',
      );

    beforeAll(async () => {
      [ann, bob] = [await hireUser(server(), 'Ann'), await hireUser(server(), 'Bob')];
      pia = await hireUser(server(), 'Pia', { userType: 'Provider', roles: ['role_provider'] });
      await send({ sentTo: bob.id }, 'Is the district open tomorrow?');
      key = (await must(bob.client.post('/api/chat/find', { people: [ann.id] }))).key;
      await read();
    });
    afterEach(async () => {
      await read();
    });

    it('that are missed notify once for a conversation, after two minutes, and again only after they were read', async () => {
      await send({ sentTo: bob.id }, 'Are you there?');
      await notify();
      expect(await missed(bob)).toEqual([]);
      ahead.by += 2 * MINUTE;
      await notify();
      expect(await missed(bob)).toMatchObject([
        { text: 'Ann Works wrote to you in the chat', path: `/chat?c=${key}`, module: 'musterMessage', readAt: null },
      ]);
      await send({ sentTo: bob.id }, 'It is urgent');
      ahead.by += 2 * MINUTE;
      await notify();
      expect(await missed(bob)).toHaveLength(1);
      // Read in the chat, it is read under the bell too.
      await read();
      expect(await missed(bob)).toMatchObject([{ readAt: expect.any(String) }]);
      await notify();
      expect(await missed(bob)).toMatchObject([{ readAt: expect.any(String) }]);
      await send({ sentTo: bob.id }, 'And tomorrow?');
      ahead.by += 2 * MINUTE;
      await notify();
      expect(await missed(bob)).toMatchObject([{ readAt: null }]);
      expect(await missed(ann)).toEqual([]);
    });

    it('that are missed notify nobody who has read in time, nor of what was deleted', async () => {
      const before = await missed(bob);
      await send({ sentTo: bob.id }, 'Read at once');
      await read();
      const { _id } = await send({ sentTo: bob.id }, 'Wrong person');
      await must(ann.client.put(`${BASE}/mark-deleted/${_id}`, {}));
      ahead.by += 2 * MINUTE;
      await notify();
      expect(await missed(bob)).toEqual(before);
    });

    it('that are missed notify once although a run ended before it had stored that it did', async () => {
      const { records } = server().application;
      await send({ sentTo: bob.id }, 'Once more');
      const filter = { conversation: key, user: bob.id };
      const { data } = await records.find(SYSTEM, { module: 'chatMembers', filter, limit: 1 });
      const [{ _id: id, unread_since: since } = { _id: '', unread_since: null }] = data;
      ahead.by += 2 * MINUTE;
      await notify();
      const [{ _id: notification } = { _id: '' }] = (await must(bob.client.get('/api/notifications'))).data;
      await must(bob.client.put(`/api/notifications/${notification}`, { read: true }));
      // The state in which the run left it: notified, and not stored.
      await records.update(SYSTEM, { module: 'chatMembers', id, quiet: true, fields: { unread_since: since ?? null, notified: false } });
      await notify();
      expect(await missed(bob)).toMatchObject([{ readAt: expect.any(String) }]);
      expect((await records.find(SYSTEM, { module: 'chatMembers', filter, limit: 1 })).data).toMatchObject([{ notified: true }]);
    });

    it('that are missed notify as their reader chose', async () => {
      const choices = { kinds: [{ kind: 'chat_missed', app: false, mail: 'off' }] };
      await must(bob.client.put('/api/notifications/preferences', choices));
      const before = await missed(bob);
      await send({ sentTo: bob.id }, 'Into the void');
      ahead.by += 2 * MINUTE;
      await notify();
      expect(await missed(bob)).toEqual(before);
    });

    it('are written by workflows, in the name of who started them, and not by their tests', async () => {
      const recipients = [{ owner: true }, { user: ann.id }, { user: pia.id }, { field: 'created_by' }];
      const workflow = {
        name: 'Tell the owner',
        module: 'leads',
        active: true,
        appliesTo: 'new',
        conditions: [{ id: 'c1', type: 'rule', rule: { '==': [{ var: 'record.last_name' }, 'Chatted'] } }],
        alerts: [],
        actions: [
          {
            id: 's1',
            type: 'plugin',
            action: 'chat/send-chat-message',
            input: { recipients, message: 'New lead: {{ last_name }} $& <b>' },
          },
        ],
      };
      const { _id: flow } = await must(server().admin.post('/api/workflows', workflow), 201);
      const lead = { first_name: 'Mei', last_name: 'Chatted', assigned_to: bob.id };
      const { _id: record } = await must(ann.client.post('/api/leads', lead), 201);
      const runs = async () => (await must(server().admin.get(`/api/workflows/${flow}/runs`))).data;
      await expect.poll(runs, { timeout: 30_000 }).toMatchObject([
        {
          status: 'succeeded',
          steps: [{ result: { result: { to: [bob.id, ann.id], skipped: [{ recipient: pia.id, reason: 'no_access' }] } } }],
        },
      ]);
      const chats = async ({ client }: HiredUser) => (await must(client.post('/api/chat/conversations', {}))).data;
      const text = 'New lead: Chatted $& <b>';
      expect(await chats(bob)).toMatchObject([{ key, last: { text, by: 'Ann Works' }, unread: 1 }]);
      // Nobody writes to themselves.
      const own = { name: 'Muster', people: [], isGroup: false, unread: 1, last: { text, isOwn: false } };
      expect((await chats(ann)).filter(({ people }: { readonly people: readonly unknown[] }) => people.length === 0)).toMatchObject([own]);
      const tested = await must(server().admin.post(`/api/workflows/${flow}/test`, { module: 'leads', record }));
      expect(tested).toMatchObject({ status: 'succeeded', steps: [{ result: { isTest: true } }] });
      expect(await chats(bob)).toMatchObject([{ unread: 1 }]);
    });
  },
  { clock },
);
