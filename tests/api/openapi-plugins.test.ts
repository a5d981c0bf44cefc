import { expect, it } from 'vitest';
import type { PluginManifest } from '#engine';
import { describeRules, WORKSHOP } from './each-store.ts';

/** A test plugin that lends tools: an endpoint with a body of its own, and a rule with an error of its own. */
const LENDING: PluginManifest = {
  name: 'lending',
  version: '1.0.0',
  engine: '*',
  hooks: {
    preSave: [
      {
        module: 'tools',
        name: 'heavy',
        run: (context) => (context.draft['weight'] === 999 ? context.refuse('too_heavy_to_lend') : undefined),
      },
    ],
  },
  routes: [
    {
      method: 'POST',
      path: '/api/tools/:id/lend',
      summary: 'Lend a tool',
      errors: ['lent_already'],
      status: 201,
      bodySchema: {
        type: 'object',
        required: ['to', 'days'],
        properties: {
          to: { type: 'string', minLength: 1 },
          days: { type: 'integer', minimum: 1 },
          by: { type: 'object', properties: { name: { type: 'string' } } },
          notes: { type: 'object', description: 'Any text by any name.' },
        },
        additionalProperties: false,
      },
      responseSchema: { type: 'object', required: ['lent'], properties: { lent: { type: 'boolean' } } },
      handle: (context) =>
        (context.body as { days: number }).days > 30 ? context.refuse('lent_already') : { status: 201, body: { lent: true } },
    },
  ],
  errors: {
    lent_already: { status: 409, isPublic: true, text: 'Somebody has it already.' },
    too_heavy_to_lend: { status: 422, isPublic: true, text: 'Nobody can carry it.' },
  },
};

describeRules(
  'The OpenAPI document of plugins',
  (server) => {
    const described = async (client = server().admin) =>
      (await client.get('/api/openapi.json')).body.paths as {
        [path: string]: {
          [method: string]: {
            summary: string;
            requestBody: object;
            parameters: object[];
            responses: { [status: string]: { description?: string } };
          };
        };
      };

    it('contains their endpoints, with body, response and errors', async () => {
      const call = (await described())['/api/tools/{id}/lend']?.['post'];
      expect(call).toMatchObject({
        summary: 'Lend a tool',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { required: ['to', 'days'], additionalProperties: false } } },
        },
      });
      expect(call?.parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path', required: true }));
      expect(call?.responses['201']).toMatchObject({ content: { 'application/json': { schema: LENDING.routes?.[0]?.responseSchema } } });
      expect(call?.responses['409']?.description).toContain('`lent_already`: Somebody has it already.');
      expect(JSON.stringify(call?.responses['422'])).not.toContain('too_heavy_to_lend');
    });

    it('says of objects in a body which names they have, and other names are refused', async () => {
      const body = (await described())['/api/tools/{id}/lend']?.['post']?.requestBody;
      expect(body).toMatchObject({ content: { 'application/json': { schema: { properties: { by: { additionalProperties: false } } } } } });
      expect(JSON.stringify(body)).toContain('"notes":{"type":"object","description":"Any text by any name."}');
      const lend = (more: object) => server().admin.post('/api/tools/any/lend', { to: 'Ann', days: 2, ...more });
      expect((await lend({ by: { name: 'Bo' }, notes: { why: 'x' } })).status).toBe(201);
      const refused = await lend({ by: { name: 'Bo', age: 4 } });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        422,
        'body_invalid',
        [expect.objectContaining({ field: 'by.age', code: 'unknown' })],
      ]);
    });

    it('lists the errors of their rules at the saves of the module, and no others', async () => {
      const paths = await described();
      for (const [path, method] of [
        ['/api/tools', 'post'],
        ['/api/tools/{id}', 'put'],
        ['/api/tools/update-certain-fields-array', 'put'],
      ] as const)
        expect(paths[path]?.[method]?.responses['422']?.description).toContain('`too_heavy_to_lend`: Nobody can carry it.');
      expect(
        JSON.stringify([paths['/api/makers']?.['post'], paths['/api/tools/search']?.['post'], paths['/api/tools/{id}']?.['get']]),
      ).not.toContain('too_heavy_to_lend');
    });

    it('contains the schema with which requests are validated, all problems at once', async () => {
      const tool = (await server().admin.post('/api/tools', { name: 'Ladder' })).body._id as string;
      const lend = (body: object) => server().admin.post(`/api/tools/${tool}/lend`, body);
      expect(await lend({ to: 'Ann', days: 2 })).toMatchObject({ status: 201, body: { lent: true } });
      const refused = await lend({ to: '', days: 0, extra: 1 });
      expect([refused.status, refused.body.code]).toEqual([422, 'body_invalid']);
      expect(refused.body.details.map((one: { field: string }) => one.field).sort()).toEqual(['days', 'extra', 'to']);
      expect(await lend({ to: 'Ann', days: 31 })).toMatchObject({ status: 409, body: { code: 'lent_already' } });
      expect((await server().admin.post('/api/tools', { name: 'Anvil', weight: 999 })).body.code).toBe('too_heavy_to_lend');
    });

    it('contains an endpoint under the path of a module only for users with access to the module', async () => {
      const role = (await server().admin.post('/api/roles', { name: 'Makers only', module_access: { makers: { access: true } } })).body
        ._id as string;
      for (const [email, roles] of [
        ['borrower@muster.test', ['role_borrower']],
        ['other@muster.test', [role]],
      ] as const)
        expect(
          (
            await server().admin.post('/api/users/register', {
              email,
              password: 'Borrower-1!',
              first_name: 'Bo',
              last_name: 'Rower',
              userType: 'Standard',
              roles,
            })
          ).status,
        ).toBe(201);
      expect(await described(await server().signIn('borrower@muster.test', 'Borrower-1!'))).toHaveProperty(['/api/tools/{id}/lend']);
      expect(await described(await server().signIn('other@muster.test', 'Borrower-1!'))).not.toHaveProperty(['/api/tools/{id}/lend']);
    });
  },
  { ...WORKSHOP, plugins: [LENDING] },
);
