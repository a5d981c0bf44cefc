import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { AccessExplanation, AccessOverview } from '#engine/model/wire';
import type { PluginManifest, PluginRouteDefinition } from '../../engine/plugin-host/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import type { TestServer } from '../support/start-server.ts';
import { createTestClock } from '../../engine/testing/test-clock.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const COATS: ModuleDefinition = {
  id: 'coats',
  name: 'coats',
  label: 'Coats',
  labelSingular: 'Coat',
  kind: 'plain',
  fields: [
    { id: 'coat_color', fieldName: 'color', label: 'Color', inputType: 'TextField' },
    { id: 'coat_approved', fieldName: 'approved', label: 'Approved', inputType: 'Checkbox' },
    { id: 'coat_price', fieldName: 'price', label: 'Price', inputType: 'Number' },
  ],
};

/** What the handlers saw, most recent last. */
const seen: unknown[] = [];

const CONFIRM: PluginRouteDefinition = {
  method: 'POST',
  path: '/api/coats/:id/confirm',
  access: 'link',
  bodySchema: { type: 'object', required: ['color'], properties: { color: { type: 'string', minLength: 1 } } },
  handle: async (context) => {
    const { actor, parameters, query, body, link, records } = context;
    seen.push({ parameters, query, data: link?.data, id: link?.id });
    const { color } = body as { readonly color: string };
    const { record } = await records.update(actor, {
      module: 'coats',
      id: parameters['id'] ?? '',
      fields: { color },
      idempotency: context.idempotencyKeyFor('coat'),
    });
    return { body: { color: record['color'] ?? null } };
  },
};

const paint: PluginManifest = {
  name: 'paint',
  version: '1.0.0',
  engine: '*',
  definitions: {
    items: [{ kind: 'module', definition: COATS }],
    extensions: [
      {
        role: 'Borrower',
        module_access: { coats: { access: true, create: true, view: 'All', edit: 'All', delete: 'None' } },
        field_access: { coats: { price: 'none' } },
      },
      {
        role: 'Keeper',
        module_access: { coats: { access: true, create: true, view: 'All', edit: 'All', delete: 'All' } },
        permissions: ['coats.approve'],
      },
      { role: 'Nobody', permissions: ['coats.approve'] },
    ],
  },
  permissions: [
    { name: 'coats.approve', label: 'Approve coats', description: 'Mark a coat as approved.' },
    { name: 'coats.scrape', label: 'Scrape coats' },
  ],
  secrets: { dryer_key: { title: 'Key of the dryer', description: 'From its label.', pattern: '^sk_' } },
  writes: ['coats.*'],
  hooks: {
    preSave: [
      {
        module: 'coats',
        name: 'approval',
        run: (context) => {
          const { event, draft, rights } = context;
          if (draft['approved'] === true && event.changed().has('approved') && !rights.hasPermission('coats.approve'))
            context.refuse('permission_required', { message: 'Only approvers approve.' });
        },
      },
    ],
    postSave: [
      {
        module: 'coats',
        name: 'notify',
        run: async ({ record, secret, createLink, mail }) => {
          if (record?.['color'] !== 'mailed') return;
          const { url } = createLink(CONFIRM, { parameters: { id: record._id } });
          await mail.send({ to: ['painter@muster.test'], subject: `Key ${(await secret('dryer_key')) ?? 'none'}`, text: url });
        },
      },
    ],
  },
  sessionData: [
    {
      name: 'coats',
      userTypes: ['Standard'],
      read: async ({ records, actor }) => (await records.find(actor, { module: 'coats', limit: 1 })).data.length,
    },
    {
      name: 'broken',
      read: () => {
        throw new Error('no');
      },
    },
  ],
  routes: [
    { method: 'POST', path: '/api/coats/:id/scrape', permission: 'coats.scrape', handle: () => ({ body: { scraped: true } }) },
    {
      method: 'POST',
      path: '/api/coats/:id/approve',
      permission: 'coats.approve',
      handle: ({ rights }) => ({ body: { approve: rights.hasPermission('coats.approve'), scrape: rights.hasPermission('coats.scrape') } }),
    },
    {
      method: 'GET',
      path: '/api/coats/key/:name',
      handle: async ({ parameters, secret }) => {
        seen.push(await secret(parameters['name'] ?? ''));
        return { body: null };
      },
    },
    {
      method: 'POST',
      path: '/api/coats/:id/link',
      handle: ({ parameters, body, createLink }) => ({
        body: { ...createLink(CONFIRM, { parameters: { id: parameters['id'] ?? '' }, ...(body as object) }) },
      }),
    },
    CONFIRM,
  ],
};

const clock = createTestClock(new Date().toISOString());

describeRules(
  'A plugin',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const createCoat = async (color = 'red'): Promise<string> =>
      (await admin().post('/api/coats', { name: 'Coat', color })).body._id as string;

    it('gives roles of the product rights on its own modules, which admins see in the role and can change', async () => {
      const borrower = await createSignedInUser(server(), 'borrower@muster.test', ['Borrower']);
      const { status, body } = await borrower.post('/api/coats', { name: 'Coat', color: 'green' });
      expect([status, body.color]).toEqual([201, 'green']);
      const priced = await admin().put(`/api/coats/${body._id}`, { price: 7 });
      expect(priced.body.price).toBe(7);
      expect((await borrower.get(`/api/coats/${body._id}`)).body).not.toHaveProperty('price');
      expect((await borrower.delete(`/api/coats/${body._id}`)).body.code).toBe('action_not_allowed');
      const role = await roleNamed(server(), 'Borrower');
      expect(role).toMatchObject({ module_access: { coats: { view: 'All' }, tools: { view: 'Owner' } } });
      await admin().put(`/api/roles/${role._id}`, {
        module_access: { ...role.module_access, coats: { access: true, view: 'All', edit: 'None', delete: 'None' } },
      });
      expect((await borrower.put(`/api/coats/${body._id}`, { color: 'blue' })).body.code).toBe('action_not_allowed');
    });

    it('adds to the sessions of users of some types, within their rights; data that cannot be read keep nobody out', async () => {
      await createCoat();
      const keeper = await createSignedInUser(server(), 'session@muster.test', ['Keeper']);
      expect((await keeper.get('/api/shell')).body.session).toEqual({ coats: 1 });
      expect((await keeper.get('/api/users/user-session')).body.session).toEqual({ coats: 1 });
      expect((await admin().get('/api/shell')).body.session).toEqual({});
    });

    it('has permissions of its own, which roles grant and hooks and endpoints check', async () => {
      const keeper = await createSignedInUser(server(), 'keeper@muster.test', ['Keeper']);
      const painter = await createSignedInUser(server(), 'painter@muster.test', ['Borrower']);
      const id = await createCoat();
      expect((await keeper.post(`/api/coats/${id}/approve`)).body).toEqual({ approve: true, scrape: false });
      expect(await painter.post(`/api/coats/${id}/approve`)).toMatchObject({
        status: 403,
        body: { code: 'permission_required', permission: 'coats.approve', error: expect.stringContaining('Approve coats') },
      });
      expect((await keeper.put(`/api/coats/${id}`, { approved: true })).status).toBe(200);
      const refused = await (await createSignedInUser(server(), 'worker@muster.test', ['Coater'])).post('/api/coats', {
        name: 'Coat',
        approved: true,
      });
      expect(refused.body).toMatchObject({ code: 'permission_required', error: 'Only approvers approve.' });
      expect((await admin().post(`/api/coats/${id}/scrape`)).body).toEqual({ scraped: true });
      expect((await keeper.get('/api/shell')).body.permissions).toEqual(['coats.approve']);
      expect((await admin().get('/api/shell')).body.permissions).toEqual(['coats.approve', 'coats.scrape']);
    });

    it('has its permissions listed for admins, with the roles that grant them; a change counts at once', async () => {
      const keeper = await roleNamed(server(), 'Keeper');
      expect((await admin().get('/api/plugins/permissions')).body).toEqual({
        total: 2,
        data: [
          {
            name: 'coats.approve',
            label: 'Approve coats',
            description: 'Mark a coat as approved.',
            plugin: 'paint',
            roles: [{ _id: keeper._id, name: 'Keeper' }],
          },
          { name: 'coats.scrape', label: 'Scrape coats', plugin: 'paint', roles: [] },
        ],
      });
      const scraper = await createSignedInUser(server(), 'scraper@muster.test', ['Coater']);
      expect((await scraper.get('/api/plugins/permissions')).body.code).toBe('admin_only');
      const id = await createCoat();
      expect((await scraper.post(`/api/coats/${id}/scrape`)).body.code).toBe('permission_required');
      const coater = await roleNamed(server(), 'Coater');
      expect((await admin().put(`/api/roles/${coater._id}`, { permissions: ['coats.scrape'] })).status).toBe(200);
      expect((await scraper.post(`/api/coats/${id}/scrape`)).body).toEqual({ scraped: true });
    });

    it('has its permissions explained: who gives one, and the role that could', async () => {
      const keeper = await createSignedInUser(server(), 'explained-keeper@muster.test', ['Keeper']);
      const painter = await createSignedInUser(server(), 'explained-painter@muster.test', ['Borrower']);
      const explain = async (client: ApiClient, query: string): Promise<AccessExplanation> =>
        (await client.get(`/api/access/explain-permission?${query}`)).body as AccessExplanation;
      expect(await explain(keeper, 'permission=coats.approve')).toMatchObject({
        allowed: true,
        reasons: [{ rule: 'user_active' }, { rule: 'permission', passes: true, decides: true, role: 'Keeper' }],
      });
      const { _id: roleId } = await roleNamed(server(), 'Borrower');
      expect(await explain(painter, 'permission=coats.approve')).toEqual({
        allowed: false,
        reasons: [
          { rule: 'user_active', passes: true, decides: false, text: 'Your account is active.' },
          {
            ...{ rule: 'permission', passes: false, decides: true },
            text: 'No role gives you the permission Approve coats of the plugin paint.',
          },
        ],
        grant: { kind: 'role', property: 'permissions', value: 'coats.approve', label: 'Approve coats', role: 'Borrower', roleId },
      });
      expect(await explain(admin(), 'permission=coats.approve')).toMatchObject({ allowed: true, reasons: [{}, { rule: 'system_admin' }] });
      expect(await explain(painter, 'permission=coats.fly')).toMatchObject({ allowed: false, reasons: [{ rule: 'permission_exists' }] });
      const { user } = (await painter.get('/api/users/user-session')).body as { readonly user: { readonly _id: string } };
      expect((await explain(admin(), `permission=coats.approve&user=${user._id}`)).reasons.at(-1)?.text).toMatch(
        /^No role gives .+ the permission/,
      );
      const refused = await keeper.get(`/api/access/explain-permission?permission=coats.approve&user=${user._id}`);
      expect(refused.body.code).toBe('admin_only');
      expect((await painter.get('/api/access/explain-permission')).body.code).toBe('parameter_invalid');
      const { access } = (await admin().get(`/api/access/overview?module=coats&user=${user._id}`)).body as AccessOverview;
      expect(access.permissions.find(({ name }) => name === 'coats.approve')).toMatchObject({
        ...{ label: 'Approve coats', plugin: 'paint', before: false, after: false },
        grant: { property: 'permissions', value: 'coats.approve', roleId },
      });
    });

    it('reads secret settings, whose values no response, audit entry or stored document contains', async () => {
      const key = `sk_${randomUUID()}`;
      const read = async (): Promise<unknown> => {
        expect((await admin().get('/api/coats/key/dryer_key')).status).toBe(200);
        return seen.at(-1);
      };
      const declared = { plugin: 'paint', key: 'dryer_key', title: 'Key of the dryer', description: 'From its label.', pattern: '^sk_' };
      expect((await admin().get('/api/plugins/secrets')).body).toEqual({
        total: 1,
        data: [{ ...declared, state: 'missing', changedAt: null }],
      });
      expect(await read()).toBeUndefined();
      const put = await admin().put('/api/plugins/paint/secrets/dryer_key', { value: key });
      expect(put.body).toEqual({ ...declared, state: 'set', changedAt: expect.stringMatching(/^\d{4}-/) });
      expect(await read()).toBe(key);
      expect((await admin().get('/api/plugins/secrets')).body.data).toEqual([put.body]);
      const audit = (await admin().post('/api/audit-log/search', { searchTerms: { module: 'secrets' } })).body;
      expect(audit.data).toMatchObject([{ record_id: 'paint/dryer_key', record_name: 'Key of the dryer', previous_value: null }]);
      expect(JSON.stringify(audit)).not.toContain(key);
      const [stored] = await server().application.store.get('_secrets', ['paint/dryer_key']);
      expect(JSON.stringify(stored)).not.toContain(key);
      expect((await admin().delete('/api/plugins/paint/secrets/dryer_key')).body).toEqual({
        ...declared,
        state: 'missing',
        changedAt: null,
      });
      expect(await read()).toBeUndefined();
    });

    it('refuses secret settings of others, of a wrong form, and from anyone but System Admins', async () => {
      const keeper = await createSignedInUser(server(), 'curious@muster.test', ['Keeper']);
      for (const response of [
        await keeper.get('/api/plugins/secrets'),
        await keeper.put('/api/plugins/paint/secrets/dryer_key', { value: 'sk_1' }),
        await keeper.delete('/api/plugins/paint/secrets/dryer_key'),
      ])
        expect(response.body.code).toBe('admin_only');
      expect((await admin().put('/api/plugins/paint/secrets/other', { value: 'sk_1' })).body).toMatchObject({
        code: 'secret_not_found',
        error: 'The plugin paint has no secret setting other.',
      });
      for (const value of ['pk_1', ' sk_1'])
        expect(await admin().put('/api/plugins/paint/secrets/dryer_key', { value })).toMatchObject({
          status: 422,
          body: { code: 'secret_invalid' },
        });
      expect((await admin().put('/api/plugins/paint/secrets/dryer_key', {})).status).toBe(422);
      // A key that the manifest does not declare is a fault of the plugin's code.
      expect((await admin().get('/api/coats/key/oven_key')).body.code).toBe('secret_not_found');
    });

    it('opens an endpoint to the holder of a link, for its path, its data and its time only', async () => {
      const id = await createCoat();
      const link = (await admin().post(`/api/coats/${id}/link`, { data: { painter: 'Ann' }, expiresIn: 60_000 })).body;
      expect(link).toMatchObject({ url: expect.stringContaining(`http://localhost/api/coats/${id}/confirm?token=`) });
      const path = `/api/coats/${id}/confirm?token=${link.token}`;
      const anonymous = server().anonymous;
      expect(await anonymous.post(`${path}&tint=dark`, { color: 'blue' })).toMatchObject({ status: 200, body: { color: 'blue' } });
      expect(seen.at(-1)).toEqual({ parameters: { id }, query: { tint: 'dark' }, data: { painter: 'Ann' }, id: link.id });
      expect((await anonymous.post(path, { color: '' })).status).toBe(422);
      const other = await createCoat();
      for (const wrong of [
        `/api/coats/${other}/confirm?token=${link.token}`,
        `/api/coats/${id}/confirm?token=${link.token.slice(0, -2)}xx`,
        `/api/coats/${id}/confirm?token=`,
        `/api/coats/${id}/confirm`,
      ])
        expect(await anonymous.post(wrong, { color: 'black' })).toMatchObject({ status: 403, body: { code: 'link_invalid' } });
      // A session is no link.
      expect((await admin().post(`/api/coats/${id}/confirm`, { color: 'black' })).body.code).toBe('link_invalid');
      clock.advance({ minutes: 1 });
      expect(await anonymous.post(path, { color: 'black' })).toMatchObject({ status: 410, body: { code: 'link_expired' } });
      expect((await admin().get(`/api/coats/${id}`)).body.color).toBe('blue');
    });

    it('gives the response to an idempotency key only to the same link', async () => {
      const id = await createCoat();
      const [one, other] = await Promise.all(
        [1, 2].map(async () => (await admin().post(`/api/coats/${id}/link`, {})).body.token as string),
      );
      const send = (token: string | undefined) =>
        server().anonymous.post(`/api/coats/${id}/confirm?token=${token}`, { color: 'teal' }, { 'idempotency-key': 'once' });
      const before = seen.length;
      expect([(await send(one)).body, (await send(one)).body, seen.length - before]).toEqual([{ color: 'teal' }, { color: 'teal' }, 1]);
      expect([(await send(other)).status, seen.length - before]).toEqual([200, 2]);
    });

    it('reports a link that its code creates wrongly', async () => {
      const id = await createCoat();
      for (const body of [{ expiresIn: 0 }, { expiresIn: 400 * 86_400_000 }, { data: { text: 'x'.repeat(1_000) } }, { parameters: {} }])
        expect((await admin().post(`/api/coats/${id}/link`, body)).body.code).toBe('plugin_failed');
    });

    it('uses secret settings and links in post-save hooks', async () => {
      await admin().put('/api/plugins/paint/secrets/dryer_key', { value: 'sk_of_mail' });
      const id = await createCoat('mailed');
      await server().application.outbox.drain();
      const [mail] = (await admin().get('/api/mail?pageSize=1')).body.data;
      expect(mail).toMatchObject({ subject: 'Key sk_of_mail', text: expect.stringContaining(`/api/coats/${id}/confirm?token=`) });
      const path = (mail.text as string).replace('http://localhost', '');
      expect((await server().anonymous.post(path, { color: 'grey' })).body).toEqual({ color: 'grey' });
    });

    it('reports too many requests by link from one address', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 61 }, async () => (await server().anonymous.post('/api/coats/1/confirm?token=x', {})).status),
      );
      expect([...new Set(statuses)].sort()).toEqual([403, 429]);
    });
  },
  {
    ...WORKSHOP,
    clock,
    plugins: [paint, coaters()],
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  },
);

/** A role that may save coats and has no permission. */
function coaters(): PluginManifest {
  const access = { access: true, create: true, view: 'All' as const, edit: 'All' as const };
  return {
    name: 'coaters',
    version: '1.0.0',
    engine: '*',
    definitions: { items: [{ kind: 'role', definition: { id: 'role_coater', name: 'Coater', module_access: { coats: access } } }] },
  };
}

async function roleNamed(server: TestServer, name: string): Promise<{ _id: string; module_access: object }> {
  const { data } = (await server.admin.post('/api/roles/search', { selectAll: true, pageSize: 100 })).body;
  return (data as { _id: string; name: string; module_access: object }[]).find((role) => role.name === name)!;
}
