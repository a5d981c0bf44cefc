import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { composeApplication } from '../../engine/application/index.ts';
import { signatureOf, type ReceivedMessage } from '../support/webhook-receiver.ts';
import { WORKSHOP } from './each-store.ts';
import { DAY, describeWebhooks, HOUR } from './webhooks-environment.ts';

describeWebhooks((hooks) => {
  const { advance, deliveriesOf, make, makeTool, outboundHttp, settle, received } = hooks;

  describe('with a failed delivery', () => {
    it('retry it with the same id and a new signature until it succeeds', async () => {
      const { _id, path, secret } = await make();
      hooks.receiver.respondWith(path, 500);
      const tool = await makeTool();
      await settle();
      expect(await deliveriesOf(_id)).toMatchObject([
        {
          event: 'created',
          record: tool._id,
          state: 'waiting',
          nextAt: expect.any(String),
          attempts: [{ status: 500, error: 'the receiver responded with 500', excerpt: 'Status 500' }],
        },
      ]);
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body).toMatchObject({
        state: 'failing',
        waiting: 1,
        failingSince: expect.any(String),
      });
      await settle();
      expect(hooks.receiver.at(path)).toHaveLength(1);
      hooks.receiver.respondWith(path, 204);
      await advance(7_000);
      const [first, again] = hooks.receiver.at(path) as [ReceivedMessage, ReceivedMessage];
      expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
      expect(Number(again.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
      expect(again.headers['webhook-signature']).toBe(signatureOf(again, secret));
      expect(again.text).toBe(first.text);
      expect(await deliveriesOf(_id)).toMatchObject([
        { state: 'delivered', nextAt: null, attempts: [{ status: 500 }, { status: 204, error: null }] },
      ]);
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body).toMatchObject({ state: 'active', waiting: 0, failingSince: null });
    });

    it('give up after ten attempts, show it as dead, and can send it again', async () => {
      const { _id, path } = await make();
      hooks.receiver.respondWith(path, 503);
      const tool = await makeTool();
      await settle();
      for (const hours of [0.1, 0.1, 0.1, 0.3, 1.3, 4, 8, 15, 15, 20]) await advance(hours * HOUR);
      expect(hooks.receiver.at(path)).toHaveLength(10);
      expect(await deliveriesOf(_id, '?state=waiting')).toEqual([]);
      const [dead] = await deliveriesOf(_id, '?state=dead');
      expect(dead).toMatchObject({ state: 'dead', nextAt: null, attempts: { length: 10 } });
      expect((await hooks.admin.get('/api/webhooks')).body.data).toMatchObject([{ _id, waiting: 0, dead: 1 }]);
      hooks.receiver.respondWith(path, 200);
      const again = await hooks.admin.post(`/api/webhooks/${_id}/deliveries/${dead._id}/redeliver`);
      expect(again, JSON.stringify(again.body)).toMatchObject({ status: 200, body: { state: 'waiting' } });
      await settle();
      expect(hooks.receiver.at(path)).toHaveLength(11);
      expect(hooks.receiver.at(path).at(-1)).toMatchObject({ headers: { 'webhook-id': dead._id }, body: { data: { id: tool._id } } });
      const detail = (await hooks.admin.get(`/api/webhooks/${_id}/deliveries/${dead._id}`)).body;
      expect(detail).toMatchObject({ state: 'delivered', body: hooks.receiver.at(path).at(-1)?.text });
    });

    it('are paused after three days, and the admins get an e-mail; once activated again, they send again', async () => {
      const { _id, path } = await make();
      hooks.receiver.respondWith(path, 500);
      await makeTool();
      await settle();
      await advance(2 * DAY);
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body.state).toBe('failing');
      await advance(2 * DAY);
      await makeTool();
      await settle();
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body.state).toBe('paused');
      const mails = (await hooks.admin.get('/api/mail')).body.data;
      expect(mails[0]).toMatchObject({
        to: ['admin@muster.test'],
        subject: 'The webhook "Ledger" was paused',
        text: expect.stringContaining('/admin/webhooks'),
      });
      const sent = hooks.receiver.at(path).length;
      await makeTool();
      await advance(DAY);
      expect(hooks.receiver.at(path)).toHaveLength(sent);
      const [waiting] = await deliveriesOf(_id);
      expect((await hooks.admin.post(`/api/webhooks/${_id}/deliveries/${waiting._id}/redeliver`)).body.code).toBe('webhook_not_active');

      hooks.receiver.respondWith(path, 204);
      expect((await hooks.admin.put(`/api/webhooks/${_id}`, { active: true })).body).toMatchObject({ state: 'active', failingSince: null });
      const tool = await makeTool();
      await settle();
      expect(received(path).at(-1)).toEqual(['tools.created', tool._id]);
    });

    it('are paused at once when the receiver is permanently gone', async () => {
      const { _id, path } = await make();
      hooks.receiver.respondWith(path, 410);
      await makeTool();
      await settle();
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body).toMatchObject({ state: 'paused', dead: 1 });
    });

    it('do not delay other webhooks when the receiver hangs', async () => {
      const [hanging, quick] = [await make(), await make()];
      const pending: ServerResponse[] = [];
      hooks.receiver.respondWith(hanging.path, (response) => void pending.push(response));
      await Promise.all(Array.from({ length: 12 }, () => makeTool()));
      await hooks.world.server.application.outbox.drain();
      await expect.poll(() => hooks.receiver.at(quick.path).length, { interval: 20 }).toBe(12);
      // By then no request to the hanging receiver has ended.
      expect((await deliveriesOf(hanging._id)).flatMap(({ attempts }: { attempts: readonly object[] }) => attempts)).toEqual([]);
      expect(hooks.receiver.at(hanging.path).length).toBeLessThanOrEqual(4);
      hooks.receiver.respondWith(hanging.path, 204);
      for (const response of pending) response.writeHead(204).end();
    });

    it('stop sending when they are deleted or switched off', async () => {
      const [deleted, off] = [await make(), await make()];
      for (const { path } of [deleted, off]) hooks.receiver.respondWith(path, 500);
      await makeTool();
      await settle();
      expect((await hooks.admin.delete(`/api/webhooks/${deleted._id}`)).status).toBe(200);
      expect((await hooks.admin.put(`/api/webhooks/${off._id}`, { active: false })).body.state).toBe('inactive');
      await makeTool();
      await advance(HOUR);
      expect([hooks.receiver.at(deleted.path).length, hooks.receiver.at(off.path).length]).toEqual([1, 1]);
      const left = await hooks.world.server.application.store.count({
        collection: '_webhook_deliveries',
        filter: { kind: 'equals', key: { id: 'webhook', kind: 'text', list: false }, values: [deleted._id] },
      });
      expect(left.total).toBe(0);
      expect((await hooks.admin.get(`/api/webhooks/${deleted._id}`)).body.code).toBe('webhook_not_found');
      expect((await hooks.admin.get(`/api/webhooks/${off._id}/deliveries/nothing`)).body.code).toBe('webhook_delivery_not_found');
    });
  });

  it('are active in every process of the store at once, and each delivery is sent by one of them', async () => {
    const { application } = hooks.world.server;
    const second = await composeApplication(application.configuration, {
      ...WORKSHOP,
      plugins: [],
      watchdog: false,
      outboundHttp,
      clock: application.clock,
      log: application.log,
    });
    try {
      const { path } = await make();
      const save = () => second.records.create({ kind: 'system' }, { module: 'tools', fields: { name: `Saw ${randomUUID()}` } });
      for (let count = 0; count < 10; count += 1) await save();
      await Promise.all(
        [application, second].map(async ({ outbox, webhooks }) => {
          await outbox.drain();
          await webhooks.drain();
        }),
      );
      await settle();
      expect(hooks.receiver.at(path)).toHaveLength(10);
      expect(new Set(hooks.receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(10);
    } finally {
      await second.close();
    }
  });

  it('store their deliveries for 14 days', async () => {
    const { _id } = await make();
    await makeTool();
    await settle();
    hooks.world.advance(13 * DAY);
    expect(await hooks.world.server.application.webhooks.removeOld()).toBeGreaterThanOrEqual(0);
    await hooks.signInAgain();
    expect(await deliveriesOf(_id)).toHaveLength(1);
    hooks.world.advance(2 * DAY);
    await hooks.world.server.application.webhooks.removeOld();
    await hooks.signInAgain();
    expect(await deliveriesOf(_id)).toEqual([]);
  });
});
