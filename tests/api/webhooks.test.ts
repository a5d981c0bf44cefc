import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../engine/adapters/outbound-http/index.ts';
import { composeApplication } from '../../engine/application/index.ts';
import { WORKSHOP } from './each-store.ts';
import { itIsAudited } from './webhook-audit.ts';
import { REFUSING_PLUGIN } from './refusing-plugin.ts';
import { createSessionsEnvironment, type SessionsEnvironment } from '../sessions/sessions-environment.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { readService } from '../support/services.ts';
import { signatureOf, startReceiver, type ReceivedMessage, type WebhookReceiver } from '../support/webhook-receiver.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;

for (const store of ['sqlite', ...(readService('MONGODB_URL', 'webhooks on MongoDB') === undefined ? [] : ['mongodb'])] as readonly (
  | 'sqlite'
  | 'mongodb'
)[]) {
  describe(`Webhooks on ${store}`, () => {
    let world: SessionsEnvironment;
    let receiver: WebhookReceiver;
    let admin: ApiClient;
    /** Addresses to which host names resolve; tests change them. */
    let addresses: readonly string[] = ['8.8.8.8'];
    const outboundHttp = createOutboundHttp({ privateHosts: ['127.0.0.1'], resolve: async () => addresses, deadline: HOUR });

    beforeAll(async () => {
      receiver = await startReceiver();
      world = await createSessionsEnvironment(store, { outboundHttp, plugins: [REFUSING_PLUGIN] });
      admin = await world.admin();
    });
    afterAll(() => Promise.all([world.stop(), receiver.stop()]));
    afterEach(async () => {
      admin = await world.admin();
      // The webhooks of the next test must only receive deliveries of that test.
      await settle();
      for (const { _id } of (await admin.get('/api/webhooks')).body.data) await admin.delete(`/api/webhooks/${_id}`);
    });

    const settle = async (): Promise<void> => {
      await world.server.application.outbox.drain();
      await world.server.application.webhooks.drain();
    };
    const advance = async (milliseconds: number): Promise<void> => {
      world.advance(milliseconds);
      admin = await world.admin();
      await settle();
    };
    const make = async (
      input: object = {},
    ): Promise<{ readonly _id: string; readonly secret: string; readonly path: string; readonly _version: number }> => {
      const path = `/${randomUUID()}`;
      const made = await admin.post('/api/webhooks', {
        name: 'Ledger',
        url: receiver.url + path,
        modules: ['tools'],
        events: ['created', 'updated', 'deleted', 'restored', 'removed'],
        ...input,
      });
      if (made.status !== 201) throw new Error(`The webhook was not made: ${made.status} ${JSON.stringify(made.body)}`);
      return { ...made.body, path };
    };
    const makeTool = async (fields: object = {}): Promise<{ readonly _id: string; readonly _version: number }> => {
      const saved = await admin.post('/api/tools', { name: `Saw ${randomUUID().slice(0, 8)}`, ...fields });
      if (saved.status !== 201) throw new Error(JSON.stringify(saved.body));
      return saved.body;
    };
    const told = (path: string) => receiver.at(path).map(({ body }) => [body.type, body.data.id]);
    const deliveriesOf = async (id: string, query = '') => (await admin.get(`/api/webhooks/${id}/deliveries${query}`)).body.data;

    describe('receive deliveries of saves', () => {
      it('signed, with changed fields, user and batch', async () => {
        const { secret, path } = await make({ includeRecord: true });
        const tool = await makeTool({ weight: 3 });
        const updated = await admin.put(`/api/tools/${tool._id}`, { weight: 4 });
        await settle();
        const [first, second] = receiver.at(path) as [ReceivedMessage, ReceivedMessage];
        expect(receiver.at(path)).toHaveLength(2);
        expect(first.body).toMatchObject({
          type: 'tools.created',
          data: { event: 'created', module: 'tools', id: tool._id, version: 1, changed: [], by: { kind: 'user', through: null } },
        });
        expect(second.body).toMatchObject({
          type: 'tools.updated',
          data: {
            version: 2,
            changed: ['weight'],
            batch: updated.headers.get('x-batch-id'),
            record: { _id: tool._id, _version: 2, weight: 4 },
          },
        });
        for (const message of [first, second]) {
          expect(message.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-signature': signatureOf(message, secret) });
          expect(Math.abs(Number(message.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(60_000);
        }
        expect(first.headers['webhook-id']).not.toBe(second.headers['webhook-id']);
      });

      it('only for the selected modules, events and filter', async () => {
        const all = await make({ modules: [], events: ['created'] });
        const used = await make({
          events: ['updated', 'deleted'],
          filter: { state: 'in_use', makers_tools: { related: { name: 'Anvil' } } },
        });
        const maker = (await admin.post('/api/makers', { name: 'Anvil' })).body;
        const tool = await makeTool({ makers_tools: maker._id });
        const other = await makeTool({ state: 'in_use' });
        await admin.put(`/api/tools/${tool._id}`, { weight: 1 });
        await settle();
        await admin.put(`/api/tools/${tool._id}`, { state: 'in_use' });
        await admin.put(`/api/tools/${other._id}`, { weight: 1 });
        await settle();
        await admin.put(`/api/tools/mark-deleted/${tool._id}`);
        await settle();
        expect(told(all.path)).toEqual(
          expect.arrayContaining([
            ['makers.created', maker._id],
            ['tools.created', tool._id],
            ['tools.created', other._id],
          ]),
        );
        expect(receiver.at(all.path)).toHaveLength(3);
        expect(told(used.path)).toEqual([
          ['tools.updated', tool._id],
          ['tools.deleted', tool._id],
        ]);
        expect(receiver.at(used.path)[0]?.body.data).not.toHaveProperty('record');
      });

      it('for each merge, mass update, undo and permanent deletion', async () => {
        const { path } = await make({ events: ['updated', 'deleted', 'restored', 'removed', 'merged'] });
        const plain = await make({ events: ['deleted'] });
        const [primary, duplicate] = [await makeTool(), await makeTool({ weight: 7 })];
        await admin.post('/api/merge/records', { _moduleName: 'tools', primaryId: primary._id, duplicateIds: [duplicate._id] });
        await settle();
        expect(told(path)).toEqual(
          expect.arrayContaining([
            ['tools.updated', primary._id],
            ['tools.merged', duplicate._id],
          ]),
        );
        expect(receiver.at(path).find(({ body }) => body.data.event === 'merged')?.body.data).toMatchObject({ mergedInto: primary._id });
        expect(told(plain.path)).toEqual([['tools.deleted', duplicate._id]]);

        const ids = [primary._id, (await makeTool())._id];
        const mass = await admin.put('/api/tools/update-certain-fields-array', { ids, fields: { state: 'in_use' } });
        expect(mass.status, JSON.stringify(mass.body)).toBe(200);
        await settle();
        const batch = mass.headers.get('x-batch-id') ?? '';
        const ofBatch = () =>
          receiver
            .at(path)
            .filter(({ body }) => body.data.batch === batch)
            .map(({ body }) => body.data.id)
            .sort();
        expect(ofBatch()).toEqual([...ids].sort());
        const before = receiver.at(path).length;
        expect((await admin.post(`/api/batches/${batch}/undo`)).status).toBe(200);
        await settle();
        expect(told(path).slice(before).sort()).toEqual(ids.map((id) => ['tools.updated', id]).sort());

        const gone = await makeTool();
        await admin.put(`/api/tools/mark-deleted/${gone._id}`);
        await settle();
        await admin.put('/api/tools/delete-forever/by-array', { ids: [gone._id] });
        await settle();
        expect(told(path).slice(-2)).toEqual([
          ['tools.deleted', gone._id],
          ['tools.removed', gone._id],
        ]);
      });

      it('only for committed saves', async () => {
        const { path } = await make();
        expect((await admin.post('/api/tools', { name: 'Rolled back' })).body.code).toBe('tool_refused');
        expect((await admin.post('/api/tools', { name: 'Heavy', weight: -1 })).status).toBe(422);
        await settle();
        expect(receiver.at(path)).toEqual([]);
      });

      it('without sensitive values', async () => {
        const { body: module } = await admin.get('/api/ss-modules/by-name/tools');
        const fields = module.definition.fields.map((field: { fieldName: string }) =>
          field.fieldName === 'hotline' ? { ...field, sensitive: true } : field,
        );
        expect((await admin.put(`/api/ss-modules/${module._id}`, { fields })).status).toBe(200);
        const { path } = await make({ includeRecord: true });
        const tool = await makeTool({ hotline: '+12025550123' });
        await admin.put(`/api/tools/${tool._id}`, { hotline: '+12025550124', weight: 2 });
        await settle();
        expect(receiver.at(path)).toHaveLength(2);
        expect(receiver.at(path)[1]?.body.data).toMatchObject({ changed: expect.arrayContaining(['hotline']), record: { weight: 2 } });
        expect(JSON.stringify(receiver.at(path))).not.toContain('5550');
      });
    });

    describe('with a failed delivery', () => {
      it('retry it with the same id and a new signature until it succeeds', async () => {
        const { _id, path, secret } = await make();
        receiver.respondWith(path, 500);
        const tool = await makeTool();
        await settle();
        expect(await deliveriesOf(_id)).toMatchObject([
          {
            event: 'created',
            record: tool._id,
            state: 'waiting',
            nextAt: expect.any(String),
            attempts: [{ status: 500, error: 'the receiver answered 500', excerpt: 'Status 500' }],
          },
        ]);
        expect((await admin.get(`/api/webhooks/${_id}`)).body).toMatchObject({
          state: 'failing',
          waiting: 1,
          failingSince: expect.any(String),
        });
        await settle();
        expect(receiver.at(path)).toHaveLength(1);
        receiver.respondWith(path, 204);
        await advance(7_000);
        const [first, again] = receiver.at(path) as [ReceivedMessage, ReceivedMessage];
        expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
        expect(Number(again.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
        expect(again.headers['webhook-signature']).toBe(signatureOf(again, secret));
        expect(again.text).toBe(first.text);
        expect(await deliveriesOf(_id)).toMatchObject([
          { state: 'delivered', nextAt: null, attempts: [{ status: 500 }, { status: 204, error: null }] },
        ]);
        expect((await admin.get(`/api/webhooks/${_id}`)).body).toMatchObject({ state: 'active', waiting: 0, failingSince: null });
      });

      it('give up after ten attempts, show it as dead, and can send it again', async () => {
        const { _id, path } = await make();
        receiver.respondWith(path, 503);
        const tool = await makeTool();
        await settle();
        for (const hours of [0.1, 0.1, 0.1, 0.3, 1.3, 4, 8, 15, 15, 20]) await advance(hours * HOUR);
        expect(receiver.at(path)).toHaveLength(10);
        expect(await deliveriesOf(_id, '?state=waiting')).toEqual([]);
        const [dead] = await deliveriesOf(_id, '?state=dead');
        expect(dead).toMatchObject({ state: 'dead', nextAt: null, attempts: { length: 10 } });
        expect((await admin.get('/api/webhooks')).body.data).toMatchObject([{ _id, waiting: 0, dead: 1 }]);
        receiver.respondWith(path, 200);
        const again = await admin.post(`/api/webhooks/${_id}/deliveries/${dead._id}/redeliver`);
        expect(again, JSON.stringify(again.body)).toMatchObject({ status: 200, body: { state: 'waiting' } });
        await settle();
        expect(receiver.at(path)).toHaveLength(11);
        expect(receiver.at(path).at(-1)).toMatchObject({ headers: { 'webhook-id': dead._id }, body: { data: { id: tool._id } } });
        const detail = (await admin.get(`/api/webhooks/${_id}/deliveries/${dead._id}`)).body;
        expect(detail).toMatchObject({ state: 'delivered', body: receiver.at(path).at(-1)?.text });
      });

      it('are paused after three days, and the admins get an e-mail; once activated again, they send again', async () => {
        const { _id, path } = await make();
        receiver.respondWith(path, 500);
        await makeTool();
        await settle();
        await advance(2 * DAY);
        expect((await admin.get(`/api/webhooks/${_id}`)).body.state).toBe('failing');
        await advance(2 * DAY);
        await makeTool();
        await settle();
        expect((await admin.get(`/api/webhooks/${_id}`)).body.state).toBe('paused');
        const mails = (await admin.get('/api/outbox/mail')).body.data;
        expect(mails[0]).toMatchObject({
          to: ['admin@muster.test'],
          subject: 'The webhook "Ledger" was paused',
          text: expect.stringContaining('/admin/webhooks'),
        });
        const sent = receiver.at(path).length;
        await makeTool();
        await advance(DAY);
        expect(receiver.at(path)).toHaveLength(sent);
        const [waiting] = await deliveriesOf(_id);
        expect((await admin.post(`/api/webhooks/${_id}/deliveries/${waiting._id}/redeliver`)).body.code).toBe('webhook_not_active');

        receiver.respondWith(path, 204);
        expect((await admin.put(`/api/webhooks/${_id}`, { active: true })).body).toMatchObject({ state: 'active', failingSince: null });
        const tool = await makeTool();
        await settle();
        expect(told(path).at(-1)).toEqual(['tools.created', tool._id]);
      });

      it('are paused at once when the receiver is permanently gone', async () => {
        const { _id, path } = await make();
        receiver.respondWith(path, 410);
        await makeTool();
        await settle();
        expect((await admin.get(`/api/webhooks/${_id}`)).body).toMatchObject({ state: 'paused', dead: 1 });
      });

      it('do not delay other webhooks when the receiver hangs', async () => {
        const [hanging, quick] = [await make(), await make()];
        const held: ServerResponse[] = [];
        receiver.respondWith(hanging.path, (response) => void held.push(response));
        await Promise.all(Array.from({ length: 12 }, () => makeTool()));
        await world.server.application.outbox.drain();
        await expect.poll(() => receiver.at(quick.path).length, { interval: 20 }).toBe(12);
        // By then no request to the hanging receiver has ended.
        expect((await deliveriesOf(hanging._id)).flatMap(({ attempts }: { attempts: readonly object[] }) => attempts)).toEqual([]);
        expect(receiver.at(hanging.path).length).toBeLessThanOrEqual(4);
        receiver.respondWith(hanging.path, 204);
        for (const response of held) response.writeHead(204).end();
      });

      it('stop sending when they are deleted or switched off', async () => {
        const [deleted, off] = [await make(), await make()];
        for (const { path } of [deleted, off]) receiver.respondWith(path, 500);
        await makeTool();
        await settle();
        expect((await admin.delete(`/api/webhooks/${deleted._id}`)).status).toBe(200);
        expect((await admin.put(`/api/webhooks/${off._id}`, { active: false })).body.state).toBe('inactive');
        await makeTool();
        await advance(HOUR);
        expect([receiver.at(deleted.path).length, receiver.at(off.path).length]).toEqual([1, 1]);
        const left = await world.server.application.store.count({
          collection: '_webhook_deliveries',
          filter: { kind: 'equals', key: { id: 'webhook', kind: 'text', list: false }, values: [deleted._id] },
        });
        expect(left.total).toBe(0);
        expect((await admin.get(`/api/webhooks/${deleted._id}`)).body.code).toBe('webhook_not_found');
        expect((await admin.get(`/api/webhooks/${off._id}/deliveries/nothing`)).body.code).toBe('webhook_delivery_not_found');
      });
    });

    it('send a test at once, whether active or not, without retries', async () => {
      const { _id, path, secret } = await make({ active: false });
      const test = await admin.post(`/api/webhooks/${_id}/test`);
      expect(test.body).toMatchObject({ event: 'test', module: null, state: 'delivered', attempts: [{ status: 204, error: null }] });
      expect(receiver.at(path)).toMatchObject([{ body: { type: 'webhook.test', data: { webhook: _id } } }]);
      expect(receiver.at(path)[0]?.headers['webhook-signature']).toBe(signatureOf(receiver.at(path)[0] as ReceivedMessage, secret));
      receiver.respondWith(path, 400);
      expect((await admin.post(`/api/webhooks/${_id}/test`)).body).toMatchObject({
        state: 'dead',
        nextAt: null,
        attempts: [{ status: 400 }],
      });
    });

    it('show the secret once, store it encrypted, and rotate it without interruption', async () => {
      const key = randomUUID();
      const body = { name: 'Keyed', url: `${receiver.url}/keyed`, events: ['created'] };
      const made = await admin.post('/api/webhooks', body, { 'idempotency-key': key });
      expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect((await admin.post('/api/webhooks', body, { 'idempotency-key': key })).body).toEqual(made.body);
      expect((await admin.post('/api/webhooks', { ...body, name: 'Other' }, { 'idempotency-key': key })).body.code).toBe(
        'idempotency_conflict',
      );
      const { _id, secret, path } = await make();
      for (const answer of [
        await admin.get('/api/webhooks'),
        await admin.get(`/api/webhooks/${_id}`),
        await admin.put(`/api/webhooks/${_id}`, { name: 'Renamed' }),
      ])
        expect(JSON.stringify(answer.body)).not.toMatch(/whsec_|muster-seal/);
      const { store: kept } = world.server.application;
      expect(JSON.stringify(await kept.get('_webhooks', [_id]))).not.toContain(secret.slice(6));

      const rotated = (await admin.post(`/api/webhooks/${_id}/rotate-secret`)).body;
      expect(rotated.secret).not.toBe(secret);
      expect(rotated.previousSecretUntil).toMatch(/^20/);
      await makeTool();
      await settle();
      const message = receiver.at(path)[0] as ReceivedMessage;
      expect(message.headers['webhook-signature']).toBe(`${signatureOf(message, rotated.secret)} ${signatureOf(message, secret)}`);
      await advance(DAY + MINUTE);
      await makeTool();
      await settle();
      const later = receiver.at(path).at(-1) as ReceivedMessage;
      expect(later.headers['webhook-signature']).toBe(signatureOf(later, rotated.secret));
      expect((await admin.post('/api/webhooks', body, { 'idempotency-key': key })).status).toBe(201);
    });

    itIsAudited(() => ({ admin, receiver, make, makeTool, settle }));

    it('never send to a private address: refused on creation, and when the host name resolves to one later', async () => {
      for (const url of [
        'https://10.0.0.7/',
        'https://[::1]/',
        'https://169.254.169.254/',
        'http://hooks.example/',
        'https://hooks.example:6379/',
      ]) {
        const refused = await admin.post('/api/webhooks', { name: 'Inside', url, events: ['created'] });
        expect(refused, url).toMatchObject({ status: 422, body: { code: 'webhook_address_refused', details: [{ field: 'url' }] } });
      }
      addresses = ['192.168.0.9'];
      expect(
        (await admin.post('/api/webhooks', { name: 'Inside', url: 'https://hooks.example/', events: ['created'] })).body,
      ).toMatchObject({ code: 'webhook_address_refused' });
      addresses = ['8.8.8.8'];
      const { _id } = await make({ url: 'https://hooks.example/' });
      addresses = ['127.0.0.1'];
      await makeTool();
      await settle();
      expect(await deliveriesOf(_id)).toMatchObject([
        { state: 'waiting', attempts: [{ status: null, error: 'its host is not on the public Internet', excerpt: '' }] },
      ]);
      expect((await admin.put(`/api/webhooks/${_id}`, { url: 'https://127.0.0.2/' })).body.code).toBe('webhook_address_refused');
      addresses = ['8.8.8.8'];
    });

    it('refuse invalid input', async () => {
      const refuse = async (input: object) =>
        (await admin.post('/api/webhooks', { name: 'X', url: `${receiver.url}/x`, modules: ['tools'], events: ['created'], ...input })).body
          .code;
      expect(await refuse({ modules: ['nothing'] })).toBe('module_not_found');
      for (const filter of [{ nothing: 1 }, { assigned_to: { $: 'me' } }]) expect(await refuse({ filter })).toBe('filter_invalid');
      expect(await refuse({ modules: ['tools', 'makers'], filter: { name: 'x' } })).toBe('webhook_filter_of_many');
      for (const input of [{ name: ' ' }, { events: [] }, { events: ['told'] }, { url: '' }, { modules: 'tools' }, { active: 'yes' }])
        expect(await refuse(input), JSON.stringify(input)).toBe('body_invalid');
      const { _id, _version } = await make();
      expect((await admin.put(`/api/webhooks/${_id}`, { _version: _version + 1, name: 'Y' })).body.code).toBe('version_conflict');
      expect((await admin.put(`/api/webhooks/${_id}`, { _version, name: 'Y' })).body).toMatchObject({ name: 'Y', _version: _version + 1 });
      const many = await Promise.all(
        Array.from({ length: 49 }, (_, index) =>
          admin.post('/api/webhooks', { name: `Hook ${index}`, url: `${receiver.url}/many`, events: ['created'], active: false }),
        ),
      );
      expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 49 }, () => 201));
      expect(await refuse({})).toBe('webhooks_too_many');
    });

    it('are for System Admins, and for API tokens with admin scope', async () => {
      const { _id } = await make();
      const user = await world.makeUser({ userType: 'Admin' });
      const other = world.clientOf(await world.signIn(user.email));
      const withToken = async (scopes: readonly string[]) =>
        createApiClient(admin.url, (await admin.post('/api/api-tokens', { name: 'Script', scopes })).body.token);
      const calls: readonly (readonly [string, string, object?])[] = [
        ['GET', ''],
        ['POST', '', { name: 'X', url: `${receiver.url}/x`, events: ['created'] }],
        ['GET', `/${_id}`],
        ['PUT', `/${_id}`, { active: false }],
        ['POST', `/${_id}/rotate-secret`],
        ['POST', `/${_id}/test`],
        ['GET', `/${_id}/deliveries`],
        ['GET', `/${_id}/deliveries/x`],
        ['POST', `/${_id}/deliveries/x/redeliver`],
        ['DELETE', `/${_id}`],
      ];
      const writer = await withToken(['write']);
      for (const [method, path, body] of calls) {
        const send = (client: ApiClient) =>
          client.raw(method, `/api/webhooks${path}`, body === undefined ? undefined : JSON.stringify(body));
        expect((await send(other)).body.code, `${method} ${path}`).toBe('admin_only');
        expect((await send(writer)).body.code, `${method} ${path}`).toBe('api_token_out_of_scope');
        expect((await send(world.anonymous)).status, `${method} ${path}`).toBe(401);
      }
      const script = await withToken(['admin']);
      expect((await script.put(`/api/webhooks/${_id}`, { name: 'By a script' })).body).toMatchObject({ name: 'By a script', active: true });
    });

    it('are active in every process of the store at once, and each delivery is sent by one of them', async () => {
      const { application } = world.server;
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
        expect(receiver.at(path)).toHaveLength(10);
        expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(10);
      } finally {
        await second.close();
      }
    });

    it('cost nothing in saves of modules without webhooks', async () => {
      const { store: kept } = world.server.application;
      await make({ modules: ['makers'] });
      const tool = await makeTool();
      await settle();
      const calls: string[] = [];
      const methods = ['get', 'find', 'findIds', 'count', 'page', 'group', 'commit'] as const;
      const listen = (method: (typeof methods)[number]) => {
        const call = Reflect.get(kept, method) as (...inputs: readonly unknown[]) => unknown;
        Reflect.set(
          kept,
          method,
          (...inputs: readonly unknown[]) => (calls.push(`${method} ${JSON.stringify(inputs[0])}`), Reflect.apply(call, kept, inputs)),
        );
        return () => void Reflect.set(kept, method, call);
      };
      const ends = methods.map(listen);
      await world.server.application.records
        .update({ kind: 'system' }, { module: 'tools', id: tool._id, fields: { weight: 12 } })
        .finally(() => ends.forEach((end) => end()));
      expect(
        calls.filter((call) => /"_webhook|"pending":/.test(call) && !call.startsWith('find {"collection":"_webhook_deliveries"')),
      ).toEqual([]);
      expect(calls.filter((call) => call.startsWith('commit'))).toHaveLength(1);
    });

    it('store their deliveries for 14 days', async () => {
      const { _id } = await make();
      await makeTool();
      await settle();
      world.advance(13 * DAY);
      expect(await world.server.application.webhooks.removeOld()).toBeGreaterThanOrEqual(0);
      admin = await world.admin();
      expect(await deliveriesOf(_id)).toHaveLength(1);
      world.advance(2 * DAY);
      await world.server.application.webhooks.removeOld();
      admin = await world.admin();
      expect(await deliveriesOf(_id)).toEqual([]);
    });
  });
}
