import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { createResponseChecks, type DescribedOperation } from './response-checks.ts';
import type { Schema } from './schema-values.ts';

type Document = Schema & {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Omit<DescribedOperation, 'method' | 'path'> } };
};

/** A user of each type, with the role that the product ships for this type. */
const PEOPLE = [
  ['Admin', 'role_manager'],
  ['Standard', 'role_human_resources'],
  ['Dashboard', 'role_dashboard'],
  ['Provider', 'role_provider'],
] as const;

describe('The OpenAPI document of views, with the shipped definitions', () => {
  let server: TestServer;
  const clients: [string, ApiClient][] = [];

  beforeAll(async () => {
    server = await startServer({ store: 'sqlite' });
    clients.push(['System Admin', server.admin]);
    for (const [userType, role] of PEOPLE) {
      const email = `${userType.toLowerCase()}@views.test`;
      const made = await server.admin.post('/api/users/register', {
        email,
        password: 'Views-pass1!',
        first_name: 'Vi',
        last_name: userType,
        userType,
        roles: [role],
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      clients.push([userType, await server.signIn(email, 'Views-pass1!')]);
    }
    await server.admin.post('/api/leads', {
      last_name: 'Viewed',
      email_addresses: [{ email_address: 'viewed@views.test', primary: true }],
    });
  });
  afterAll(() => server.stop());

  const documentOf = async (client: ApiClient): Promise<Document> => (await client.get('/api/openapi.json')).body as Document;

  /** The returned function fails unless the endpoint responds with 200 and a body that matches the requester's document. */
  async function createReader(
    who: string,
    client: ApiClient,
  ): Promise<(url: string, pattern?: string) => Promise<{ readonly [name: string]: never }>> {
    const document = await documentOf(client);
    const checks = createResponseChecks(document);
    return async (url, pattern = url) => {
      const operation = document.paths[pattern]?.['get'];
      expect(operation, `${who} ${pattern}`).toBeDefined();
      const { status, body } = await client.get(url);
      const check = checks({ method: 'get', path: pattern, responses: {}, ...operation }, status);
      const fits = check(body);
      expect([status, fits, (check.errors ?? []).slice(0, 3)], `${who} ${url}`).toEqual([200, true, []]);
      return body;
    };
  }

  it('matches the responses for everyone: shell, modules with their fields and layouts, definitions, links, access explanations', async () => {
    for (const [who, client] of clients) {
      const read = await createReader(who, client);
      const { modules } = (await read('/api/shell')) as unknown as { modules: readonly { _id: string; name: string }[] };
      expect(modules.length, who).toBeGreaterThan(0);
      for (const { _id, name } of modules) {
        await read(`/api/ss-modules/by-name/${name}`, '/api/ss-modules/by-name/{name}');
        await read(`/api/ss-modules/${_id}/relationships`, '/api/ss-modules/{id}/relationships');
        await read(`/api/layouts/${name}`, '/api/layouts/{id}');
        await read(`/api/layouts/module/${_id}`, '/api/layouts/module/{id}');
        await read(`/api/access/explain?module=${name}&action=delete`, '/api/access/explain');
      }
      for (const list of ['dropdowns', 'layouts', 'roles', 'admin-settings', 'ss-modules', 'favorites', 'recently-seen', 'email-addresses'])
        await read(`/api/${list}`);
      for (const path of ['/api/auth/authenticated', '/api/users/user-session', '/api/public-settings', '/api/ready', '/api/openapi.json'])
        await read(path);
    }
  });

  it('matches the responses of the monitoring endpoints for a System Admin', async () => {
    await server.application.mail.send({ to: ['all@views.test'], subject: 'Open day', text: 'On Monday.' });
    const read = await createReader('System Admin', server.admin);
    for (const path of ['/api/plugins', '/api/outbox/failing', '/api/mail', '/api/audit-log']) await read(path);
    for (const path of ['/api/ready/problems', '/api/ready/conflicts', '/api/ready/attention']) await read(path);
    const { user } = (await read('/api/users/user-session')) as unknown as { readonly user: { readonly _id: string } };
    const place = `user=${user._id}&module=users&id=${user._id}`;
    for (const path of ['/api/access/overview', '/api/access/values']) await read(`${path}?${place}`, path);
    await read('/api/access/explain-permission?permission=none', '/api/access/explain-permission');
  });

  it('describes menus, layouts, fields and stored e-mails, and lists the parameters of lists', async () => {
    const document = await documentOf(server.admin);
    const check = createResponseChecks(document);
    const operation = (path: string): DescribedOperation => ({ method: 'get', path, responses: {}, ...document.paths[path]?.['get'] });
    const { body: shell } = await server.admin.get('/api/shell');
    const { body: view } = await server.admin.get('/api/ss-modules/by-name/leads');
    expect(check(operation('/api/shell'), 200)({ ...shell, menu: { ...shell.menu, groups: [{}] } })).toBe(false);
    expect(check(operation('/api/ss-modules/by-name/{name}'), 200)({ ...view, layouts: { grid: {} } })).toBe(false);
    expect(check(operation('/api/ss-modules/by-name/{name}'), 200)({ ...view, fields: [{ fieldName: 'x' }] })).toBe(false);
    expect(check(operation('/api/mail'), 200)({ data: [{ _id: 'x' }], total: 1, pageNumber: 0, pageSize: 10 })).toBe(false);
    const namesOf = (path: string) =>
      ((document.paths[path]?.['get'] as unknown as { parameters?: readonly Schema[] }).parameters ?? []).map(
        (one) => one['name'] ?? one['$ref'],
      );
    expect(namesOf('/api/audit-log')).toEqual(expect.arrayContaining(['module', 'pageSize', '#/components/parameters/SearchTerms']));
    expect(namesOf('/api/mail')).toEqual(['pageNumber', 'pageSize', 'status']);
    expect(namesOf('/api/access/explain')).toEqual(['module', 'id', 'field', 'action', 'user']);
    expect(namesOf('/api/favorites')).toEqual(['module']);
  });
});
