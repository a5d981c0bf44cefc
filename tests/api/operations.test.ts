import { expect, it } from 'vitest';
import type { PluginManifest } from '../../engine/plugin-host/index.ts';
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
        await hand.get('/api/ready/attention'),
        await hand.get('/api/ready/conflicts'),
        await hand.post('/api/outbox/x/retry'),
      ])
        expect([response.status, response.body.code]).toEqual([403, 'admin_only']);
    });
  },
  { ...WORKSHOP, plugins: [paint, rust] },
);
