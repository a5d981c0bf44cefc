import { expect, it } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { RecordDocument } from '#engine/model/values';
import type { PluginManifest } from '../../engine/plugin-host/index.ts';
import type { StoreWrite } from '../../engine/ports/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

let isBroken = true;

const paint: PluginManifest = {
  name: 'paint',
  version: '1.2.3',
  engine: '*',
  hooks: {
    postSave: [{ module: 'tools', name: 'dry', run: () => (isBroken ? Promise.reject(new Error('The paint is wet.')) : undefined) }],
  },
};
const rust: PluginManifest = { name: 'rust', version: '1.0.0', engine: '*', start: () => Promise.reject(new Error('No oil.')) };

/** A stored change of a label that the base has changed meanwhile. */
function customizationOf(definition: ModuleDefinition, definitionVersion: number): StoreWrite {
  const changes = [
    { kind: 'module', id: definition.id, before: { ...definition, label: 'Old tools' }, after: { ...definition, label: 'Site tools' } },
  ];
  const document = {
    _id: 'customized',
    _version: 1,
    definitionVersion,
    author: null,
    at: '2026-01-01T00:00:00.000Z',
    state: 'published',
    changes,
  };
  return { kind: 'insert', collection: '_changesets', document: document as unknown as RecordDocument, keys: {}, definitionVersion: 0 };
}

describeOnEachStore(
  'The monitoring endpoints',
  (server) => {
    const admin = (): ApiClient => server().admin;

    it('show which plugins run, and why one does not', async () => {
      expect((await admin().get('/api/plugins')).body).toMatchObject({
        total: 2,
        data: [
          { name: 'paint', version: '1.2.3', state: 'running' },
          { name: 'rust', state: 'off', cause: 'No oil.' },
        ],
      });
      expect((await admin().get('/api/shell')).body.plugins).toEqual(['paint']);
    });

    it('show which effects of saves failed; one can be retried', async () => {
      isBroken = true;
      const { _id } = (await admin().post('/api/tools', { name: 'Brush' })).body;
      await server().application.outbox.drain();
      const [failing] = (await admin().get('/api/outbox/failing')).body.data;
      expect(failing).toMatchObject({ module: 'tools', record_id: _id, plugin: 'paint', hook: 'dry', attempts: 1 });
      isBroken = false;
      expect((await admin().post(`/api/outbox/${failing._id}/retry`)).body).toEqual({ success: true });
      await server().application.outbox.drain();
      expect((await admin().get('/api/outbox/failing')).body).toEqual({ data: [], total: 0 });
      expect((await admin().post(`/api/outbox/${failing._id}/retry`)).body).toMatchObject({ code: 'effect_not_found' });
    });

    it('show what there is to settle, in one response for the first page', async () => {
      isBroken = true;
      await admin().post('/api/tools', { name: 'Roller' });
      await server().application.outbox.drain();
      const failing = (await admin().get('/api/outbox/failing')).body;
      expect((await admin().get('/api/ready/attention')).body).toEqual({
        failingEffects: failing.total,
        pluginsOff: [{ name: 'rust', cause: 'No oil.' }],
        definitionProblems: (await admin().get('/api/ready/problems')).body.total,
        definitionConflicts: 0,
      });
      expect(failing.total).toBe(1);
      expect((await admin().get('/api/ready/conflicts')).body).toEqual({ data: [], total: 0 });
      isBroken = false;
      await admin().post(`/api/outbox/${failing.data[0]._id}/retry`);
      await server().application.outbox.drain();
      expect((await admin().get('/api/ready/attention')).body.failingEffects).toBe(0);
    });

    it('settle a conflict between the files and a customization, once and on the definitions that the admin saw', async () => {
      const { application } = server();
      const module = application.registry.current().module('tools')!;
      // As after an upgrade of the files, which nothing in a running product makes: a customization of an earlier base.
      await application.store.commit({
        writes: [customizationOf(module.definition, application.registry.current().version + 1)],
        bumps: ['definitions'],
      });
      await application.registry.refresh((await application.store.versions()).definitions);
      const [conflict] = (await admin().get('/api/ready/conflicts')).body.data;
      expect(conflict).toMatchObject({ artifact: 'module/tools', path: '/label', base: module.label, customized: 'Site tools' });
      expect((await admin().get('/api/ready/attention')).body.definitionConflicts).toBe(1);
      const { artifact, path, version } = conflict;
      const choice = { artifact, path, use: 'base', version };
      const settle = (body: object, headers = {}) => admin().post('/api/ready/conflicts/settle', body, headers);
      expect((await settle({ ...choice, version: version - 1 })).body).toMatchObject({ code: 'definitions_changed' });
      expect((await settle({ ...choice, path: '/icon' })).body).toMatchObject({ code: 'definition_not_found' });
      expect((await settle({ ...choice, use: 'both' })).status).toBe(422);
      const once = { 'idempotency-key': 'settle-once' };
      for (const response of [await settle(choice, once), await settle(choice, once)])
        expect([response.status, response.body]).toEqual([200, { data: [], total: 0 }]);
      expect((await admin().get('/api/ss-modules/by-name/tools')).body.label).toBe(module.label);
      expect((await admin().get('/api/ready/attention')).body.definitionConflicts).toBe(0);
    });

    it('show which e-mails were stored, without the text of those that contain a password', async () => {
      await server().application.mail.send({ to: ['all@muster.test'], subject: 'Open day', text: 'On Monday.' });
      await admin().post('/api/users/create', {
        email: 'invited@muster.test',
        first_name: 'Ivy',
        last_name: 'Invited',
        userType: 'Standard',
      });
      const read = async () => (await admin().get('/api/mail?pageSize=2')).body as object;
      await expect.poll(read).toMatchObject({
        total: 2,
        pageNumber: 0,
        pageSize: 2,
        data: [
          { to: ['invited@muster.test'], subject: 'Your Muster account', status: 'sent-to-outbox' },
          { subject: 'Open day', text: 'On Monday.' },
        ],
      });
      expect(JSON.stringify(await read())).not.toMatch(/password/i);
      expect((await admin().get('/api/mail?pageSize=0')).status).toBe(422);
      const list = async (query = '') => (await admin().get(`/api/mail${query}`)).body as { total: number; data: { _id: string }[] };
      expect((await list('?status=sent-to-outbox')).total).toBe(2);
      expect((await list('?status=failed')).total).toBe(0);
      expect((await admin().get('/api/mail?status=lost')).status).toBe(422);
      const [invitation, open] = (await list()).data;
      expect((await admin().post(`/api/mail/${open?._id}/resend`)).body).toEqual({ success: true });
      expect((await list()).data[0]).toMatchObject({ to: ['all@muster.test'], subject: 'Open day', text: 'On Monday.' });
      expect((await admin().post(`/api/mail/${invitation?._id}/resend`)).body).toMatchObject({ code: 'mail_not_repeatable' });
      expect((await admin().post('/api/mail/x/resend')).body).toMatchObject({ code: 'mail_not_found' });
      expect((await list()).total).toBe(3);
    });

    it('are for System Admins only', async () => {
      await admin().post('/api/users/register', {
        email: 'hand@muster.test',
        password: 'Hand-pass1!',
        first_name: 'Hal',
        last_name: 'Hand',
        userType: 'Admin',
        roles: ['role_keeper'],
      });
      const hand = await server().signIn('hand@muster.test', 'Hand-pass1!');
      for (const response of [
        await hand.get('/api/plugins'),
        await hand.get('/api/outbox/failing'),
        await hand.get('/api/mail'),
        await hand.post('/api/mail/x/resend'),
        await hand.get('/api/ready/attention'),
        await hand.get('/api/ready/conflicts'),
        await hand.post('/api/outbox/x/retry'),
        await hand.post('/api/ready/conflicts/settle', { artifact: 'module/tools', path: '/label', use: 'base', version: 1 }),
      ])
        expect([response.status, response.body.code]).toEqual([403, 'admin_only']);
    });
  },
  { ...WORKSHOP, plugins: [paint, rust] },
);
