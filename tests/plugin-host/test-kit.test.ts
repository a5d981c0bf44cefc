import { AssertionError } from 'node:assert';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { definePlugin, type PluginManifest } from '#engine';
import { expectRefusal, startPlugin, startStubServer, type PluginTestKit, type PluginTestOptions } from '../../engine/testing/index.ts';
import { readService } from '../support/services.ts';

const CONFIRM = { method: 'POST', path: '/api/coats/:id/confirm', access: 'link' } as const;

const access = { access: true, create: true, view: 'All', edit: 'All', delete: 'All' } as const;

/** A plugin with everything that a test of it may run. */
const coats = definePlugin({
  name: 'coats',
  version: '1.0.0',
  engine: '*',
  settings: { dry_hours: { type: 'integer', title: 'Hours until a coat is dry', default: 4 } },
  secrets: { dryer_key: { title: 'Key of the dryer', pattern: '^sk_' } },
  permissions: [{ name: 'coats.scrape', label: 'Scrape coats' }],
  definitions: {
    items: [
      {
        kind: 'module',
        definition: {
          id: 'coats',
          name: 'coats',
          label: 'Coats',
          labelSingular: 'Coat',
          kind: 'plain',
          path: '/api/coats',
          fields: [
            { id: 'coats_color', fieldName: 'color', label: 'Color', inputType: 'TextField' },
            { id: 'coats_is_dry', fieldName: 'is_dry', label: 'Dry', inputType: 'Checkbox' },
          ],
        },
      },
      { kind: 'role', definition: { id: 'role_painter', name: 'Painter', module_access: { coats: access } } },
    ],
  },
  errors: { color_unknown: { status: 422, isPublic: true, text: 'There is no such color.' } },
  reads: ['coats.*'],
  writes: ['coats.*'],
  hooks: {
    preSave: [
      {
        module: 'coats',
        name: 'color',
        run: (context) => {
          const { draft, event } = context;
          if (event.kind === 'delete' && draft['color'] === 'gold') context.refuse('color_unknown', { message: 'Gold stays.' });
          const message = 'Take another one.';
          if (draft['color'] === 'plaid')
            context.refuse('color_unknown', { details: [{ field: 'color', code: 'color_unknown', message }] });
        },
      },
    ],
    postSave: [
      {
        module: 'coats',
        name: 'notify',
        run: async ({ record, event, createLink, mail, secret, addJob }) => {
          if (record?.['color'] === 'failing') throw new Error('The printer is off.');
          if (record?.['color'] === 'washed') await addJob({ name: 'wash', run: () => undefined }, { id: record._id });
          if (event.kind !== 'create' || record?.['color'] !== 'mailed') return;
          const text = createLink(CONFIRM, { parameters: { id: record._id } }).url;
          await mail.send({ to: ['painter@muster.test'], subject: `With ${(await secret('dryer_key')) ?? 'no key'}`, text });
          await mail.send({ to: ['painter@muster.test'], subject: 'Password', text: 'Only you read this.', confidential: true });
        },
      },
    ],
  },
  jobs: [
    {
      name: 'dry',
      schedule: '15 3 * * *',
      run: async (context) => {
        const { records, actor } = context;
        const { data } = await records.find(actor, { module: 'coats', filter: { not: { is_dry: true } } });
        for (const { _id, color } of data) {
          if (color === 'wet') throw new Error('It rains.');
          await records.update(actor, { module: 'coats', id: _id, fields: { is_dry: true } });
        }
        return { dried: data.length, hours: context.setting('dry_hours') ?? null };
      },
    },
    {
      name: 'wash',
      payloadSchema: { type: 'object', required: ['id'] },
      run: async ({ records, actor, payload }) => {
        const { id } = payload as { readonly id: string };
        await records.update(actor, { module: 'coats', id, fields: { color: 'clean' } });
      },
    },
  ],
  routes: [
    {
      method: 'POST',
      path: '/api/coats/:id/scrape',
      permission: 'coats.scrape',
      handle: ({ parameters, body }) => ({ body: { id: parameters['id'] ?? '', body: body ?? null } }),
    },
    { ...CONFIRM, handle: ({ body }) => ({ body: body ?? null }) },
  ],
});

const mongodb = readService('MONGODB_URL', 'the test kit on MongoDB');
const timeout = 30_000 * inject('timeoutFactor');

const STORES: readonly { readonly name: string; readonly store: NonNullable<PluginTestOptions['store']> }[] = [
  { name: 'SQLite', store: 'sqlite' },
  ...(mongodb === undefined ? [] : [{ name: 'MongoDB', store: { mongodb } }]),
];

describe.each(STORES)('The test kit on $name', ({ store }) => {
  let kit: PluginTestKit;
  const start = (more: Partial<PluginTestOptions> = {}) => startPlugin({ plugin: coats, store, timeout, ...more });
  beforeAll(async () => {
    kit = await start({
      startTime: '2027-03-01T15:00:00.000Z',
      settings: { dry_hours: 6 },
      secrets: { dryer_key: 'sk_1' },
    });
  });
  afterAll(() => kit.stop());

  it('starts with the definitions of the plugin and of the system, and with no others', async () => {
    const { body } = await kit.request<{ readonly data: readonly { readonly name: string }[] }>(
      kit.admin,
      'POST',
      '/api/ss-modules/search',
      { pageSize: 500 },
    );
    expect(body.data.map(({ name }) => name).sort()).toEqual(['coats', 'roles', 'teams', 'users']);
    expect(await kit.system.find('coats')).toEqual([]);
  });

  it('acts for users with roles, rights and permissions', async () => {
    const painter = await kit.createUser({ roles: ['Painter'] });
    const { _id } = await painter.create('coats', { name: 'Wall', color: 'red' });
    expect(await painter.update('coats', _id, { color: 'blue' })).toMatchObject({ color: 'blue', _version: 2 });
    await painter.delete('coats', _id);
    await painter.restore('coats', _id);
    expect(await painter.find('coats', { filter: { color: 'blue' } })).toMatchObject([{ _id, deleted: false }]);
    const reader = await kit.createUser({ rights: { coats: { access: true, view: 'All' } }, permissions: ['coats.scrape'] });
    expect(await reader.get('coats', _id)).toMatchObject({ name: 'Wall' });
    await kit.expectRefusal(reader.update('coats', _id, { color: 'red' }), 'action_not_allowed');
    await kit.expectRefusal((await kit.createUser()).get('coats', _id), 'module_access_denied');
    await expect(kit.createUser({ roles: ['Sculptor'] })).rejects.toThrow('There is no role Sculptor; there are: Painter');
    await kit.expectRefusal(kit.createUser({ rights: { shapes: { access: true } } }), 'definition_invalid');
  });

  it('runs the hooks of the plugin for records, deletions and requests', async () => {
    const painter = await kit.createUser({ roles: ['Painter'] });
    const refusal = { code: 'color_unknown', message: 'There is no such color.', details: [{ field: 'color' }] };
    await kit.expectRefusal(painter.create('coats', { name: 'Kilt', color: 'plaid' }), refusal);
    await kit.expectRefusal(kit.request(painter, 'POST', '/api/coats', { name: 'Kilt', color: 'plaid' }), refusal);
    const { _id } = await painter.create('coats', { name: 'Crown', color: 'gold' });
    await kit.expectRefusal(painter.delete('coats', _id), { code: 'color_unknown', message: 'Gold stays.', details: [] });
  });

  it('sends requests with and without a session, also after the clock was moved', async () => {
    const scraper = await kit.createUser({ roles: ['Painter'], permissions: ['coats.scrape'] });
    const scrape = () => kit.request<{ readonly id: string }>(scraper, 'POST', '/api/coats/c1/scrape', { deep: true }, { 'x-test': '1' });
    expect(await scrape()).toMatchObject({ status: 200, body: { id: 'c1', body: { deep: true } } });
    kit.clock.advance({ days: 2 });
    expect((await scrape()).status).toBe(200);
    kit.clock.reset();
    expect((await scrape()).body.id).toBe('c1');
    await kit.expectRefusal(kit.request(undefined, 'POST', '/api/coats/c1/scrape'), 'session_expired');
    const painter = await kit.createUser({ roles: ['Painter'] });
    await kit.expectRefusal(kit.request(painter, 'POST', '/api/coats/c1/scrape'), 'permission_required');
  });

  it('runs effects only when they are drained, shows their mails, and opens their links', async () => {
    await kit.system.create('coats', { name: 'Door', color: 'mailed' });
    expect(await kit.mails()).toEqual([]);
    await kit.drainEffects();
    const [linked, confidential] = await kit.mails();
    expect(linked).toMatchObject({ to: ['painter@muster.test'], subject: 'With sk_1', sentAt: '2027-03-01T15:00:00.000Z' });
    expect(confidential).toMatchObject({ subject: 'Password', text: 'Only you read this.' });
    const confirm = () => kit.request(undefined, 'POST', linked?.text ?? '', { ok: true });
    expect((await confirm()).body).toEqual({ ok: true });
    kit.clock.advance({ days: 8 });
    await kit.expectRefusal(confirm(), 'link_expired');
    kit.clock.reset();
  });

  it('reports an effect that fails, and runs it again when the clock allows', async () => {
    const { _id } = await kit.system.create('coats', { name: 'Door', color: 'failing' });
    await expect(kit.drainEffects()).rejects.toThrow(`The effect coats/notify of coats/${_id} failed: The printer is off. (plugin_failed)`);
    expect(kit.log.filter(({ level }) => level === 'error' || level === 'warn')).not.toEqual([]);
    await kit.system.update('coats', _id, { color: 'red' });
    expect(await kit.drainEffects({ allowFailures: true })).toMatchObject([{ record_id: _id, attempts: 1 }]);
    await kit.system.update('coats', _id, { color: 'mailed' });
    kit.clock.advance({ hours: 1 });
    await kit.drainEffects();
    kit.clock.reset();
  });

  it('runs jobs by name, by payload and by the clock, and throws their errors', async () => {
    const { _id } = await kit.system.create('coats', { name: 'Roof', color: 'washed' });
    const isDry = async () => (await kit.system.get('coats', _id))['is_dry'] === true;
    expect((await kit.runJob('dry')).result).toMatchObject({ hours: 6 });
    expect(await isDry()).toBe(true);
    await kit.system.update('coats', _id, { is_dry: false });
    await kit.drainEffects();
    await kit.runDueJobs();
    expect(await kit.system.get('coats', _id)).toMatchObject({ color: 'clean', is_dry: false });
    kit.clock.set('2027-03-03T15:00:00Z');
    await kit.runDueJobs();
    expect(await isDry()).toBe(true);
    await kit.runJob('wash', { id: _id });
    await kit.expectRefusal(kit.runJob('wash', {}), 'job_invalid');
    await kit.expectRefusal(kit.runJob('wash', { id: 'none' }), 'record_not_found');
    await expect(kit.runJob('iron')).rejects.toThrow('The plugin coats declares no job iron; it declares: dry, wash.');
    const wet = await kit.system.create('coats', { name: 'Fence', color: 'wet' });
    await kit.expectRefusal(kit.runJob('dry'), { code: 'plugin_failed', message: 'It rains.' });
    kit.clock.advance({ days: 1 });
    await kit.expectRefusal(kit.runDueJobs(), { code: 'plugin_failed', message: 'It rains.' });
    await kit.system.update('coats', wet._id, { color: 'red' });
    kit.clock.reset();
  });

  it('changes settings and secret settings', async () => {
    await kit.setSetting('dry_hours', 8);
    expect((await kit.runJob('dry')).result).toMatchObject({ hours: 8 });
    await expect(kit.setSetting('wet_hours', 8)).rejects.toThrow('There is no setting wet_hours.');
    await kit.setSecret('dryer_key', undefined);
    await kit.expectRefusal(kit.setSecret('dryer_key', 'pk_1'), 'secret_invalid');
    const before = (await kit.mails()).length;
    await kit.system.create('coats', { name: 'Door', color: 'mailed' });
    await kit.drainEffects();
    expect((await kit.mails())[before]).toMatchObject({ subject: 'With no key' });
  });

  it('restarts on its data with another version of the plugin', async () => {
    const painter = await kit.createUser({ roles: ['Painter'] });
    const { _id } = await painter.create('coats', { name: 'Shed', color: 'green' });
    await kit.request(painter, 'GET', `/api/coats/${_id}`);
    const migrated: PluginManifest = {
      ...coats,
      version: '1.1.0',
      migrations: [
        {
          number: 1,
          name: 'brighten',
          run: async ({ records, actor }) => {
            const { data } = await records.find(actor, { module: 'coats', filter: { color: 'green' } });
            for (const one of data) await records.update(actor, { module: 'coats', id: one._id, fields: { color: 'lime' } });
          },
        },
      ],
    };
    await kit.restart({ plugin: migrated });
    expect(await painter.get('coats', _id)).toMatchObject({ color: 'lime' });
    expect((await kit.request(painter, 'GET', `/api/coats/${_id}`)).body).toMatchObject({ color: 'lime' });
    await kit.restart();
    expect(await kit.admin.get('coats', _id)).toMatchObject({ color: 'lime', _version: 2 });
  });

  it('removes its data when it stops', async () => {
    const other = await start();
    const names = async (): Promise<readonly string[]> => {
      if (mongodb === undefined || store === 'sqlite') return [];
      const client = await MongoClient.connect(mongodb);
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      await client.close();
      return databases.map(({ name }) => name).filter((name) => name.startsWith(`muster_test_${process.pid}_`));
    };
    const before = await names();
    await other.stop();
    await other.stop();
    expect(await names()).toHaveLength(Math.max(before.length - 1, 0));
    await expect(other.createUser()).rejects.toThrow('The kit was stopped.');
  });
});

describe('The test kit', () => {
  it('refuses plugins that cannot start, and leaves nothing open', async () => {
    await expectRefusal(startPlugin({ timeout, plugin: { ...coats, engine: '^99.0.0' } }), 'plugin_invalid');
    const failing: PluginManifest = {
      ...coats,
      start: () => {
        throw new Error('No brush.');
      },
    };
    await expectRefusal(startPlugin({ timeout, plugin: failing }), { code: 'plugin_invalid', message: /No brush\./ });
    await expectRefusal(startPlugin({ timeout, plugin: { ...coats, requires: ['brushes'] } }), 'plugin_invalid');
    await expectRefusal(startPlugin({ timeout, plugin: coats, secrets: { oven_key: 'x' } }), 'secret_not_found');
    await expect(startPlugin({ timeout, plugin: coats, settings: { wet_hours: 1 } })).rejects.toBeInstanceOf(AssertionError);
  });

  it('starts with plugins that the plugin requires', async () => {
    const brushes = definePlugin({ name: 'brushes', version: '1.0.0', engine: '*' });
    const other = await startPlugin({ timeout, plugin: { ...coats, requires: ['brushes'] }, plugins: [brushes] });
    const { body } = await other.request(other.admin, 'GET', '/api/plugins');
    await other.stop();
    expect(JSON.stringify(body)).toContain('brushes');
  });

  it('starts with optional plugins that the test lists: their manifests, or the names of bundled ones', async () => {
    const brushes = definePlugin({ name: 'brushes', version: '1.0.0', engine: '*', requires: ['tasks'] });
    const plugin = definePlugin({ name: 'paint', version: '1.0.0', engine: '*', optional: ['brushes', 'leads'] });
    const other = await startPlugin({ timeout, plugin, definitions: 'product', plugins: [brushes, 'leads'] });
    const { body } = await other.request<{ readonly data: readonly { readonly name: string }[] }>(other.admin, 'GET', '/api/plugins');
    await other.stop();
    expect(body.data.map(({ name }) => name).sort()).toEqual(['brushes', 'leads', 'paint', 'tasks']);
    await expectRefusal(startPlugin({ timeout, plugin, plugins: ['shapes'] }), { code: 'plugin_invalid', message: /shapes/ });
  });

  it('starts with more definitions: folders of the test, or those of the product with its plugins', async () => {
    const folder = path.resolve('tests/fixtures/workshop');
    const plugin = definePlugin({ name: 'paint', version: '1.0.0', engine: '*' });
    const workshop = await startPlugin({ plugin, definitions: [folder], timeout });
    await workshop.system.create('tools', { name: 'Saw' });
    await workshop.stop();
    const product = await startPlugin({ plugin: { ...plugin, requires: ['tasks'] }, definitions: 'product', timeout });
    const { body } = await product.request(product.admin, 'GET', '/api/plugins');
    await product.stop();
    expect(JSON.stringify(body)).toMatch(/tasks.*paint/);
    expect(JSON.stringify(body)).not.toContain('placements');
  });

  it('lets the product send requests to the hosts of the test only', async () => {
    const [server, other] = [await startStubServer(), await startStubServer()];
    const kit = await startPlugin({ plugin: coats, outboundHosts: [server.host], timeout });
    const subscribe = (url: string) =>
      kit.request(kit.admin, 'POST', '/api/webhooks', { name: 'Ledger', url, modules: ['coats'], events: ['created'] });
    expect((await subscribe(server.url)).status).toBe(201);
    for (const url of [other.url, 'https://hooks.example/', 'https://8.8.8.8/'])
      await expectRefusal(subscribe(url), { code: 'webhook_address_refused', message: /it must begin with https|not known/ });
    await Promise.all([kit.stop(), server.stop(), other.stop()]);
  });

  it('has a server in place of other services', async () => {
    const server = await startStubServer<{ readonly a: number }>();
    server.respondWith('/rates', { status: 201, headers: { 'x-rate': '2' }, body: { rate: 2 } });
    server.respondWith('/broken', 500);
    const send = (place: string) => fetch(`${server.url}${place}`, { method: 'POST', body: '{"a":1}' });
    const response = await send('/rates');
    expect([response.status, response.headers.get('x-rate'), await response.json()]).toEqual([201, '2', { rate: 2 }]);
    expect([(await send('/broken')).status, (await send('/other')).status]).toEqual([500, 204]);
    expect(server.at('/rates')).toMatchObject([{ method: 'POST', body: { a: 1 }, text: '{"a":1}' }]);
    await server.stop();
  });
});
