import { afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { LiveClient } from '../../../tests/support/live-client.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import { hireUser, type HiredUser } from '../../../tests/support/hire-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';

describeOnEachStore(
  'Live events of communication',
  (server) => {
    const open: LiveClient[] = [];
    let ann: HiredUser;
    let bob: HiredUser;
    let cleo: HiredUser;
    let pia: HiredUser;

    const hire = (name: string, userType = 'Standard', role = 'role_recruiter') =>
      hireUser(server(), name, { last_name: 'Talks', userType, roles: [role] });
    const join = async ({ client }: HiredUser): Promise<LiveClient> => {
      const live = await openLive(server().url, client.token);
      open.push(live);
      return live;
    };
    const isNews = ({ name }: { readonly name: string }) => name === 'new-muster-message-event';
    /** The events that a socket has received when all earlier ones have been sent. */
    const eventsOf = async (live: LiveClient) => {
      await server().application.outbox.drain();
      await live.settled();
      // That a conversation changed is an event of chat, for its author too.
      return live.received.filter((one) => one.type === 'event' && one.name !== 'muster-message-changed-event');
    };

    beforeAll(async () => {
      [ann, bob, cleo] = [await hire('Ann'), await hire('Bob'), await hire('Cleo')];
      // Providers see the conversations that they take part in, if a role lets them see any.
      const view = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'None', delete: 'None' };
      const role = { name: 'Talking providers', module_access: { socialConversations: view, socialComments: view }, field_access: {} };
      pia = await hire('Pia', 'Provider', (await must(server().admin.post('/api/roles', role), 201))._id);
    });
    afterEach(() => {
      for (const live of open.splice(0)) live.close();
    });

    it('tell the recipients of a chat message, and nobody else, that it is there', async () => {
      const [hers, his, other] = [await join(ann), await join(bob), await join(cleo)];
      const { _id } = await must(ann.client.post('/api/muster-messages', { sentTo: bob.id, message: 'Lunch?' }), 201);
      const event = { type: 'event', name: 'new-muster-message-event', data: { message: _id, from: ann.id } };
      expect(await his.next('event', isNews)).toEqual(event);
      expect([await eventsOf(hers), await eventsOf(other)]).toEqual([[], []]);
      const group = await must(
        bob.client.post('/api/muster-messages', { group_name: 'All', groupUsersIds: [ann.id, bob.id, cleo.id], message: 'Hello' }),
        201,
      );
      for (const live of [hers, other])
        expect(await live.next('event', isNews)).toMatchObject({ data: { message: group._id, from: bob.id } });
      expect(await eventsOf(his)).toEqual([event]);
      await must(ann.client.post('/api/events/announce-new-muster-messages', { ids: [_id] }), 200);
      await his.next('event', isNews);
      expect(await must(bob.client.post('/api/events/announce-new-muster-messages', { ids: [_id] }), 403)).toMatchObject({
        code: 'not_the_author',
      });
      expect(await must(cleo.client.post('/api/events/announce-new-muster-messages', { ids: [_id] }), 404)).toMatchObject({
        code: 'record_not_found',
      });
      expect(await eventsOf(other)).toHaveLength(1);
    });

    it('tell everyone else who may see a comment that it is there', async () => {
      const [hers, his, provider] = [await join(ann), await join(bob), await join(pia)];
      const talk = async (fields: object): Promise<string> =>
        (await must(server().admin.post('/api/social-conversations', { name: 'News', ...fields }), 201))._id;
      const comment = async (conversation: string): Promise<string> =>
        (await must(ann.client.post('/api/social-comments', { comment: 'Well', socialConversations_socialComments: conversation }), 201))
          ._id;
      const internal = await comment(await talk({}));
      expect(await his.next('event')).toEqual({
        type: 'event',
        name: 'new-social-comment-event',
        data: { comment: internal, from: ann.id },
      });
      expect([await eventsOf(hers), await eventsOf(provider)]).toEqual([[], []]);
      const shared = await comment(await talk({ participants: [pia.id] }));
      expect(await provider.next('event')).toMatchObject({ name: 'new-social-comment-event', data: { comment: shared } });
      await must(ann.client.post('/api/events/announce-new-social-comment', { id: internal }), 200);
      await his.next('event', ({ data }) => data['comment'] === shared);
      await his.next('event', ({ data }) => data['comment'] === internal);
      expect(await must(bob.client.post('/api/events/announce-new-social-comment', { id: internal }), 403)).toMatchObject({
        code: 'not_the_author',
      });
      expect(await eventsOf(provider)).toHaveLength(1);
    });

    it('tell the owner of a received message, or the user whom another one points it out to', async () => {
      const [hers, his] = [await join(ann), await join(bob)];
      const { admin } = server();
      const mail = { subject: 'Hello', messageType: 'Email', status: 'Sent' };
      const { _id } = await must(admin.post('/api/messages', { ...mail, direction: 'Inbound', assigned_to: ann.id }), 201);
      const sent = await must(admin.post('/api/messages', { ...mail, direction: 'Outbound', assigned_to: ann.id }), 201);
      expect(await hers.next('event')).toEqual({ type: 'event', name: 'message-event', data: { message: _id } });
      expect(await eventsOf(his)).toEqual([]);
      await must(ann.client.post('/api/events/message-user', { userId: bob.id, messageId: sent._id }), 200);
      expect(await his.next('event')).toMatchObject({ name: 'message-event', data: { message: sent._id, from: ann.id } });
      expect(await must(ann.client.post('/api/events/message-user', { userId: bob.id, messageId: 'none' }), 404)).toMatchObject({
        code: 'record_not_found',
      });
      expect(await eventsOf(hers)).toHaveLength(1);
      const provider = await join(pia);
      await must(ann.client.post('/api/events/message-user', { userId: pia.id, messageId: sent._id }), 200);
      expect(await eventsOf(provider)).toEqual([]);
    });

    it('are documented with their payloads', async () => {
      const document = await must(server().admin.get('/api/openapi.json'), 200);
      const names = ['system-update', 'message', 'new-muster-message', 'new-social-comment', 'dialer'].map((name) => `${name}-event`);
      const { description } = document.tags.find(({ name }: { readonly name: string }) => name === 'live');
      for (const name of names) {
        expect(description).toContain(`\`${name}\``);
        expect(document.components.schemas[`LiveEvent.${name}`]).toMatchObject({ type: 'object', additionalProperties: false });
      }
      expect(document.components.schemas['LiveEvent.dialer-event'].examples[0]).toMatchObject({ state: 4 });
    });
  },
  {},
);
