import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { signatureOf, type ReceivedMessage } from '../support/webhook-receiver.ts';
import { itIsAudited } from './webhook-audit.ts';
import { DAY, describeWebhooks, MINUTE } from './webhooks-environment.ts';

describeWebhooks((hooks) => {
  const { advance, deliveriesOf, make, makeTool, settle, received } = hooks;

  describe('receive deliveries of saves', () => {
    it('signed, with changed fields, user and batch', async () => {
      const { secret, path } = await make({ includeRecord: true });
      const { clock } = hooks.world.server.application;
      const before = clock.now();
      const tool = await makeTool({ weight: 3 });
      const updated = await hooks.admin.put(`/api/tools/${tool._id}`, { weight: 4 });
      await settle();
      const [first, second] = hooks.receiver.at(path) as [ReceivedMessage, ReceivedMessage];
      expect(hooks.receiver.at(path)).toHaveLength(2);
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
        // Seconds, between the save and now by the clock of the product.
        expect(Number(message.headers['webhook-timestamp'])).toBeGreaterThanOrEqual(Math.floor(before / 1000));
        expect(Number(message.headers['webhook-timestamp'])).toBeLessThanOrEqual(clock.now() / 1000);
      }
      expect(first.headers['webhook-id']).not.toBe(second.headers['webhook-id']);
    });

    it('only for the selected modules, events and filter', async () => {
      const all = await make({ modules: [], events: ['created'] });
      const used = await make({
        events: ['updated', 'deleted'],
        filter: { state: 'in_use', makers_tools: { related: { name: 'Anvil' } } },
      });
      const maker = (await hooks.admin.post('/api/makers', { name: 'Anvil' })).body;
      const tool = await makeTool({ makers_tools: maker._id });
      const other = await makeTool({ state: 'in_use' });
      await hooks.admin.put(`/api/tools/${tool._id}`, { weight: 1 });
      await settle();
      await hooks.admin.put(`/api/tools/${tool._id}`, { state: 'in_use' });
      await hooks.admin.put(`/api/tools/${other._id}`, { weight: 1 });
      await settle();
      await hooks.admin.put(`/api/tools/mark-deleted/${tool._id}`);
      await settle();
      expect(received(all.path)).toEqual(
        expect.arrayContaining([
          ['makers.created', maker._id],
          ['tools.created', tool._id],
          ['tools.created', other._id],
        ]),
      );
      expect(hooks.receiver.at(all.path)).toHaveLength(3);
      expect(received(used.path)).toEqual([
        ['tools.updated', tool._id],
        ['tools.deleted', tool._id],
      ]);
      expect(hooks.receiver.at(used.path)[0]?.body.data).not.toHaveProperty('record');
    });

    it('by a filter that follows the renames of its field and its module, and no other field with an old name', async () => {
      const berth = (name: string, fields: readonly (readonly [id: string, fieldName: string])[]) => ({
        kind: 'module' as const,
        id: 'hook_berths',
        definition: {
          ...{ id: 'hook_berths', name, label: name, labelSingular: name, kind: 'plain', custom: true, active: true },
          fields: fields.map(([id, fieldName]) => ({ id, fieldName, label: fieldName, inputType: 'TextField' })),
        },
      });
      const { registry } = hooks.world.server.application;
      const publish = (...change: Parameters<typeof berth>) => registry.publish({ author: undefined, changes: [berth(...change)] });
      const save = async (path: string, fields: object): Promise<string> => {
        const { status, body } = await hooks.admin.post(path, fields);
        expect(status, JSON.stringify(body)).toBe(201);
        await settle();
        return String(body._id);
      };
      await publish('berths', [
        ['hb_side', 'side'],
        ['hb_other', 'other'],
      ]);
      const { _id, path } = await make({ modules: ['berths'], filter: { or: [{ side: 'north' }, { side: 'south' }] } });
      await publish('moorings', [
        ['hb_side', 'bank'],
        ['hb_other', 'side'],
      ]);
      await save('/api/moorings', { name: 'Wrong', side: 'north', bank: 'east' });
      const right = await save('/api/moorings', { name: 'Right', bank: 'north' });
      expect(received(path)).toEqual([['moorings.created', right]]);
      const translated = { modules: ['moorings'], filter: { or: [{ bank: 'north' }, { bank: 'south' }] } };
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body).toMatchObject(translated);
      // A change of something else stores the filter as it is now.
      expect((await hooks.admin.put(`/api/webhooks/${_id}`, { name: 'Quay' })).body).toMatchObject(translated);
      await publish('moorings', [['hb_other', 'side']]);
      await publish('moorings', [
        ['hb_other', 'side'],
        ['hb_third', 'bank'],
      ]);
      await save('/api/moorings', { name: 'Other', bank: 'north' });
      expect(received(path)).toHaveLength(1);
      expect((await hooks.admin.get(`/api/webhooks/${_id}`)).body).toMatchObject(translated);
    });

    it('for each merge, mass update, undo and permanent deletion', async () => {
      const { path } = await make({ events: ['updated', 'deleted', 'restored', 'removed', 'merged'] });
      const plain = await make({ events: ['deleted'] });
      const [primary, duplicate] = [await makeTool(), await makeTool({ weight: 7 })];
      await hooks.admin.post('/api/merge/records', { _moduleName: 'tools', primaryId: primary._id, duplicateIds: [duplicate._id] });
      await settle();
      expect(received(path)).toEqual(
        expect.arrayContaining([
          ['tools.updated', primary._id],
          ['tools.merged', duplicate._id],
        ]),
      );
      expect(hooks.receiver.at(path).find(({ body }) => body.data.event === 'merged')?.body.data).toMatchObject({
        mergedInto: primary._id,
      });
      expect(received(plain.path)).toEqual([['tools.deleted', duplicate._id]]);

      const ids = [primary._id, (await makeTool())._id];
      const mass = await hooks.admin.put('/api/tools/update-certain-fields-array', { ids, fields: { state: 'in_use' } });
      expect(mass.status, JSON.stringify(mass.body)).toBe(200);
      await settle();
      const batch = mass.headers.get('x-batch-id') ?? '';
      const ofBatch = () =>
        hooks.receiver
          .at(path)
          .filter(({ body }) => body.data.batch === batch)
          .map(({ body }) => body.data.id)
          .sort();
      expect(ofBatch()).toEqual([...ids].sort());
      const before = hooks.receiver.at(path).length;
      expect((await hooks.admin.post(`/api/batches/${batch}/undo`)).status).toBe(200);
      await settle();
      expect(received(path).slice(before).sort()).toEqual(ids.map((id) => ['tools.updated', id]).sort());

      const gone = await makeTool();
      await hooks.admin.put(`/api/tools/mark-deleted/${gone._id}`);
      await settle();
      await hooks.admin.put('/api/tools/delete-forever/by-array', { ids: [gone._id] });
      await settle();
      expect(received(path).slice(-2)).toEqual([
        ['tools.deleted', gone._id],
        ['tools.removed', gone._id],
      ]);
    });

    it('only for committed saves', async () => {
      const { path } = await make();
      expect((await hooks.admin.post('/api/tools', { name: 'Rolled back' })).body.code).toBe('tool_refused');
      expect((await hooks.admin.post('/api/tools', { name: 'Heavy', weight: -1 })).status).toBe(422);
      await settle();
      expect(hooks.receiver.at(path)).toEqual([]);
    });

    it('without sensitive values', async () => {
      const { body: module } = await hooks.admin.get('/api/ss-modules/by-name/tools');
      const fields = module.definition.fields.map((field: { fieldName: string }) =>
        field.fieldName === 'hotline' ? { ...field, sensitive: true } : field,
      );
      expect((await hooks.admin.put(`/api/ss-modules/${module._id}`, { fields })).status).toBe(200);
      const { path } = await make({ includeRecord: true });
      const tool = await makeTool({ hotline: '+12025550123' });
      await hooks.admin.put(`/api/tools/${tool._id}`, { hotline: '+12025550124', weight: 2 });
      await settle();
      expect(hooks.receiver.at(path)).toHaveLength(2);
      expect(hooks.receiver.at(path)[1]?.body.data).toMatchObject({ changed: expect.arrayContaining(['hotline']), record: { weight: 2 } });
      expect(JSON.stringify(hooks.receiver.at(path))).not.toContain('5550');
    });
  });

  it('send a test at once, whether active or not, without retries', async () => {
    const { _id, path, secret } = await make({ active: false });
    const test = await hooks.admin.post(`/api/webhooks/${_id}/test`);
    expect(test.body).toMatchObject({ event: 'test', module: null, state: 'delivered', attempts: [{ status: 204, error: null }] });
    expect(hooks.receiver.at(path)).toMatchObject([{ body: { type: 'webhook.test', data: { webhook: _id } } }]);
    expect(hooks.receiver.at(path)[0]?.headers['webhook-signature']).toBe(
      signatureOf(hooks.receiver.at(path)[0] as ReceivedMessage, secret),
    );
    hooks.receiver.respondWith(path, 400);
    expect((await hooks.admin.post(`/api/webhooks/${_id}/test`)).body).toMatchObject({
      state: 'dead',
      nextAt: null,
      attempts: [{ status: 400 }],
    });
  });

  it('show the secret once, store it encrypted, and rotate it without interruption', async () => {
    const key = randomUUID();
    const body = { name: 'Keyed', url: `${hooks.receiver.url}/keyed`, events: ['created'] };
    const made = await hooks.admin.post('/api/webhooks', body, { 'idempotency-key': key });
    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await hooks.admin.post('/api/webhooks', body, { 'idempotency-key': key })).body).toEqual(made.body);
    expect((await hooks.admin.post('/api/webhooks', { ...body, name: 'Other' }, { 'idempotency-key': key })).body.code).toBe(
      'idempotency_conflict',
    );
    const { _id, secret, path } = await make();
    for (const response of [
      await hooks.admin.get('/api/webhooks'),
      await hooks.admin.get(`/api/webhooks/${_id}`),
      await hooks.admin.put(`/api/webhooks/${_id}`, { name: 'Renamed' }),
    ])
      expect(JSON.stringify(response.body)).not.toMatch(/whsec_|muster-seal/);
    const { store: store } = hooks.world.server.application;
    expect(JSON.stringify(await store.get('_webhooks', [_id]))).not.toContain(secret.slice(6));

    const rotated = (await hooks.admin.post(`/api/webhooks/${_id}/rotate-secret`)).body;
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.previousSecretUntil).toMatch(/^20/);
    await makeTool();
    await settle();
    const message = hooks.receiver.at(path)[0] as ReceivedMessage;
    expect(message.headers['webhook-signature']).toBe(`${signatureOf(message, rotated.secret)} ${signatureOf(message, secret)}`);
    await advance(DAY + MINUTE);
    await makeTool();
    await settle();
    const later = hooks.receiver.at(path).at(-1) as ReceivedMessage;
    expect(later.headers['webhook-signature']).toBe(signatureOf(later, rotated.secret));
    expect((await hooks.admin.post('/api/webhooks', body, { 'idempotency-key': key })).status).toBe(201);
  });

  itIsAudited(hooks);

  it('never send to a private address: refused on creation, and when the host name resolves to one later', async () => {
    for (const url of [
      'https://10.0.0.7/',
      'https://[::1]/',
      'https://169.254.169.254/',
      'http://hooks.example/',
      'https://hooks.example:6379/',
    ]) {
      const refused = await hooks.admin.post('/api/webhooks', { name: 'Inside', url, events: ['created'] });
      expect(refused, url).toMatchObject({ status: 422, body: { code: 'webhook_address_refused', details: [{ field: 'url' }] } });
    }
    hooks.resolveTo(['192.168.0.9']);
    expect(
      (await hooks.admin.post('/api/webhooks', { name: 'Inside', url: 'https://hooks.example/', events: ['created'] })).body,
    ).toMatchObject({ code: 'webhook_address_refused' });
    hooks.resolveTo(['8.8.8.8']);
    const { _id } = await make({ url: 'https://hooks.example/' });
    hooks.resolveTo(['127.0.0.1']);
    await makeTool();
    await settle();
    expect(await deliveriesOf(_id)).toMatchObject([
      { state: 'waiting', attempts: [{ status: null, error: 'its host is not on the public Internet', excerpt: '' }] },
    ]);
    expect((await hooks.admin.put(`/api/webhooks/${_id}`, { url: 'https://127.0.0.2/' })).body.code).toBe('webhook_address_refused');
    hooks.resolveTo(['8.8.8.8']);
  });

  it('refuse invalid input', async () => {
    const refuse = async (input: object) =>
      (
        await hooks.admin.post('/api/webhooks', {
          name: 'X',
          url: `${hooks.receiver.url}/x`,
          modules: ['tools'],
          events: ['created'],
          ...input,
        })
      ).body.code;
    expect(await refuse({ modules: ['nothing'] })).toBe('module_not_found');
    expect(await refuse({ filter: { nothing: 1 } })).toBe('unknown_field');
    expect(await refuse({ filter: { assigned_to: { $: 'me' } } })).toBe('filter_invalid');
    expect(await refuse({ modules: ['tools', 'makers'], filter: { name: 'x' } })).toBe('webhook_filter_of_many');
    for (const input of [{ name: ' ' }, { events: [] }, { events: ['told'] }, { url: '' }, { modules: 'tools' }, { active: 'yes' }])
      expect(await refuse(input), JSON.stringify(input)).toBe('body_invalid');
    const { _id, _version } = await make();
    expect((await hooks.admin.put(`/api/webhooks/${_id}`, { _version: _version + 1, name: 'Y' })).body.code).toBe('version_conflict');
    expect((await hooks.admin.put(`/api/webhooks/${_id}`, { _version, name: 'Y' })).body).toMatchObject({
      name: 'Y',
      _version: _version + 1,
    });
    const many = await Promise.all(
      Array.from({ length: 49 }, (_, index) =>
        hooks.admin.post('/api/webhooks', { name: `Hook ${index}`, url: `${hooks.receiver.url}/many`, events: ['created'], active: false }),
      ),
    );
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 49 }, () => 201));
    expect(await refuse({})).toBe('webhooks_too_many');
  });

  it('are for System Admins, and for API tokens with admin scope', async () => {
    const { _id } = await make();
    const user = await hooks.world.makeUser({ userType: 'Admin' });
    const other = hooks.world.clientOf(await hooks.world.signIn(user.email));
    const withToken = async (scopes: readonly string[]) =>
      createApiClient(
        hooks.admin.url,
        (await hooks.admin.post('/api/api-tokens', { name: 'Script', scopes, password: TEST_ADMIN.password })).body.token,
      );
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', ''],
      ['POST', '', { name: 'X', url: `${hooks.receiver.url}/x`, events: ['created'] }],
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
      const send = (client: ApiClient) => client.raw(method, `/api/webhooks${path}`, body === undefined ? undefined : JSON.stringify(body));
      expect((await send(other)).body.code, `${method} ${path}`).toBe('admin_only');
      expect((await send(writer)).body.code, `${method} ${path}`).toBe('api_token_out_of_scope');
      expect((await send(hooks.world.anonymous)).status, `${method} ${path}`).toBe(401);
    }
    const script = await withToken(['admin']);
    expect((await script.put(`/api/webhooks/${_id}`, { name: 'By a script' })).body).toMatchObject({ name: 'By a script', active: true });
  });

  it('cost nothing in saves of modules without webhooks', async () => {
    const { store: store } = hooks.world.server.application;
    await make({ modules: ['makers'] });
    const tool = await makeTool();
    await settle();
    const calls: string[] = [];
    const methods = ['get', 'find', 'findIds', 'count', 'page', 'group', 'commit'] as const;
    const listen = (method: (typeof methods)[number]) => {
      const call = Reflect.get(store, method) as (...inputs: readonly unknown[]) => unknown;
      Reflect.set(
        store,
        method,
        (...inputs: readonly unknown[]) => (calls.push(`${method} ${JSON.stringify(inputs[0])}`), Reflect.apply(call, store, inputs)),
      );
      return () => void Reflect.set(store, method, call);
    };
    const ends = methods.map(listen);
    await hooks.world.server.application.records
      .update({ kind: 'system' }, { module: 'tools', id: tool._id, fields: { weight: 12 } })
      .finally(() => ends.forEach((end) => end()));
    expect(
      calls.filter((call) => /"_webhook|"pending":/.test(call) && !call.startsWith('find {"collection":"_webhook_deliveries"')),
    ).toEqual([]);
    expect(calls.filter((call) => call.startsWith('commit'))).toHaveLength(1);
  });
});
