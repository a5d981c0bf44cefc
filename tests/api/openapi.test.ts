import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, inject, it } from 'vitest';
import { getFinderMethod, type FinderDefinition } from '#engine/model/definitions';
import type { TestResponse, ApiClient } from '../support/api-client.ts';
import { createResponseChecks } from './response-checks.ts';
import { upload } from '../support/upload.ts';
import { describeRules } from './each-store.ts';
import { createValueGenerator, type Schema, type ValueGenerator } from './schema-values.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Schema[];
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } };
  readonly responses: { readonly [status: string]: Schema };
  readonly security?: readonly unknown[];
  readonly operationId: string;
  readonly description?: string;
  readonly 'x-alias-of'?: string;
  readonly tags?: readonly string[];
}

const REQUESTS_EACH = 3;
const TOOL_FINDERS = (
  JSON.parse(readFileSync('tests/fixtures/workshop/tools/module.json', 'utf8')) as { readonly finders: readonly FinderDefinition[] }
).finders;
const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

describeRules('The OpenAPI document', (server) => {
  let document: Schema & { readonly paths: { readonly [path: string]: { readonly [method: string]: Omit<Operation, 'method' | 'path'> } } };
  let operations: readonly Operation[];
  const resolve = (reference: string): Schema =>
    reference
      .slice(2)
      .split('/')
      .reduce<Schema>((at, name) => at[name.replaceAll('~1', '/')] as Schema, document);

  beforeAll(async () => {
    document = (await server().admin.get('/api/openapi.json')).body;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );
  });

  it('is valid OpenAPI 3.1: references resolve, parameters are those of the path, ids are unique, schemas are valid', () => {
    expect(document['openapi']).toBe('3.1.0');
    expect(document['info']).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const reference of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g))
      expect(resolve(reference[1] ?? ''), reference[1]).toBeTypeOf('object');
    for (const { method, path, parameters = [], responses } of operations) {
      expect(METHODS).toContain(method);
      expect(path).toMatch(/^\/api\//);
      const inPath = parameters
        .map((parameter) => ('$ref' in parameter ? resolve(String(parameter['$ref'])) : parameter))
        .filter((parameter) => parameter['in'] === 'path');
      expect(inPath.map(({ name }) => name).sort(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
      expect(inPath.every(({ required }) => required === true)).toBe(true);
      expect(Object.keys(responses).length).toBeGreaterThan(1);
    }
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const ajv = new Ajv2020({ strict: false });
    for (const [name, schema] of Object.entries((document['components'] as { schemas: { [name: string]: Schema } }).schemas))
      expect(ajv.validateSchema(schema), name).toBe(true);
  });

  it('marks each alias with the operation that does the same, which is no alias itself', () => {
    const byId = new Map(operations.map((one) => [one.operationId, one]));
    const aliases = operations.filter((one) => one['x-alias-of'] !== undefined);
    for (const alias of aliases) {
      const canonical = byId.get(alias['x-alias-of'] ?? '');
      expect(canonical, alias.operationId).toBeDefined();
      expect(canonical?.['x-alias-of'], alias.operationId).toBeUndefined();
      expect(alias.description).toBe(`Does the same as ${canonical?.method.toUpperCase()} ${canonical?.path}.`);
      expect(canonical?.tags).toEqual(alias.tags);
      expect(alias.responses['200'] ?? alias.responses['201'], alias.operationId).toEqual(
        canonical?.responses['200'] ?? canonical?.responses['201'],
      );
    }
    const pathsOf = (isWanted: (one: Operation) => boolean): readonly string[] => [
      ...new Set(operations.filter((one) => one.tags?.includes('makers') && isWanted(one)).map(({ path }) => path)),
    ];
    expect(pathsOf((one) => one['x-alias-of'] !== undefined)).toEqual(
      expect.arrayContaining(['/api/makers/list', '/api/makers/create', '/api/makers/pagedSearch', '/api/makers/delete-by-array']),
    );
    const below = pathsOf((one) => one['x-alias-of'] === undefined).map((path) => path.replace('/api/makers', ''));
    expect(below.sort()).toEqual([
      '',
      ...['bulk', 'delete-forever/by-array', 'export', 'favorite/{id}', 'figures', 'get-by-ids', 'group', 'import'].map(
        (path) => `/${path}`,
      ),
      ...['mark-as-deleted/by-array', 'related/{id}', 'restore/by-array', 'search', 'search-for-one', 'searchWithPopulates'].map(
        (path) => `/${path}`,
      ),
      // A finder of its definition.
      '/tools/search',
      '/update-certain-fields-array',
      '/with-relationships/{id}',
      '/{id}',
      '/{id}/dependents',
    ]);
    expect(operations.find(({ path, method }) => path === '/api/roles/list' && method === 'get')?.['x-alias-of']).toBe('get_roles');
  });

  it('contains every endpoint of the server, and no other', () => {
    const listed = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    // One route per method serves all finders of the definitions.
    const finders = TOOL_FINDERS.map((one) => ({
      route: `${getFinderMethod(one)} /api/:base/*`,
      endpoint: `${getFinderMethod(one)} /api/tools${one.path}`,
    }));
    const endpoints = server().servedRoutes.flatMap((endpoint) =>
      endpoint.endsWith(' /api/:base/*') ? finders.filter(({ route }) => route === endpoint).map((one) => one.endpoint) : [endpoint],
    );
    const served = endpoints.map((endpoint) =>
      endpoint
        .replace('/:base', '/tools')
        .replace(/:(\w+)/g, '{$1}')
        .replace('/*', '/{path}')
        .replace(/\/$/, ''),
    );
    const isDescribed = (endpoint: string): boolean =>
      !endpoint.startsWith('HEAD') && / \/api\//.test(endpoint) && !endpoint.includes(' /api/docs');
    const isOfTools = (endpoint: string): boolean =>
      !/ \/api\/(makers|users|teams|roles|clients|files)\//.test(`${endpoint}/`) || served.includes(endpoint);
    expect([...new Set(listed.filter(isOfTools))].sort()).toEqual([...new Set(served.filter(isDescribed))].sort());
  });

  it('describes the request and response body of every endpoint', () => {
    // The audit log cannot be changed, so these endpoints only return errors.
    const described = operations.filter(({ path, method }) => path !== '/api/audit-log/{id}' || method === 'get');
    const isLoose = (schema: Schema): boolean =>
      !['properties', 'anyOf', 'allOf'].some((keyword) => Object.keys(schema[keyword] ?? {}).length > 0);
    const whole = (schema: Schema | undefined): Schema =>
      schema === undefined ? {} : '$ref' in schema ? whole(resolve(String(schema['$ref']))) : schema;
    const schemaOf = (response: Schema | undefined): Schema => whole(contentOf(response)?.schema);
    const isBytes = ({ responses }: Operation): boolean =>
      ['application/octet-stream', 'application/zip', 'text/plain', 'text/csv'].some((type) =>
        Object.hasOwn((responses['200'] as { content?: object } | undefined)?.content ?? {}, type),
      );
    expect(
      described
        .filter(({ requestBody }) => requestBody !== undefined && isLoose(schemaOf(requestBody)))
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
    expect(
      described
        .filter((one) => !isBytes(one))
        .filter(({ responses }) => isLoose(schemaOf(responses['200'] ?? responses['201'] ?? responses['202'])))
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
  });

  it('closes the objects in the bodies of requests: every other name is refused', () => {
    const open: string[] = [];
    const visited = new Set<string>();
    const visit = (schema: Schema, place: string, isWhole = false): void => {
      const reference = schema['$ref'];
      if (typeof reference === 'string') {
        if (visited.has(reference)) return;
        visited.add(reference);
        return visit(resolve(reference), reference, isWhole);
      }
      const properties = Object.entries((schema['properties'] ?? {}) as { readonly [name: string]: Schema });
      if (!isWhole && properties.length > 0 && schema['additionalProperties'] !== false) open.push(place);
      for (const [name, one] of properties) visit(one, `${place}.${name}`);
      const branches = properties.length > 0 ? [] : ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (schema[word] ?? []) as Schema[]);
      for (const one of branches) visit(one, place, isWhole);
      if (typeof schema['items'] === 'object') visit(schema['items'] as Schema, `${place}[]`);
    };
    for (const { method, path, requestBody } of operations) {
      const schema = contentOf(requestBody)?.schema;
      // The names of the body itself are checked by the endpoint.
      if (schema !== undefined) visit(schema, `${method} ${path}`, true);
    }
    // Records, fields and entries may be sent as they were read: only the named properties are used.
    const readBefore =
      /^post \/api\/(email-addresses|audit-log|ss-modules)\/[\w/-]+\.(record(_id|s\[\])?|id|emailAddresses\[\]|\w*[fF]ield(Name)?)$/;
    expect(open.filter((place) => !readBefore.test(place))).toEqual([]);
  });

  it('restricts searches to the fields of the module and the operators of each field', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    ajv.addSchema({ ...document, $id: 'searches' });
    const fits = ajv.compile({ $ref: 'searches#/components/schemas/tools.search' });
    for (const search of [
      {},
      {
        searchTerms: { weight: { range: { gte: 1 } }, name: { contains: 'saw' }, 'place.city': 'Rome', state: { in: ['new'] } },
        sortField: 'name',
        sortOrder: 'desc',
        fields: ['name'],
        populate: ['makers_tools'],
        totalLimit: 5,
      },
      {
        searchTerms: {
          or: [
            { makers_tools: { related: { name: 'Stanley' } } },
            { not: { is_sharp: true } },
            { assigned_to: { $: 'me' } },
            { about: { equals: { module: 'makers', id: 'x' } } },
          ],
        },
      },
    ])
      expect(fits(search), JSON.stringify([search, fits.errors?.slice(0, 3)])).toBe(true);
    for (const search of [
      { searchTerms: { nothing: 1 } },
      { searchTerms: { weight: { contains: 'x' } } },
      { searchTerms: { place: 'Rome' } },
      { searchTerms: { makers_tools: { related: { nothing: 1 } } } },
      { fields: ['nothing'] },
      { sortOrder: 'up' },
      { pageSize: 0 },
      { more: 1 },
    ])
      expect(fits(search), JSON.stringify(search)).toBe(false);
  });

  it('types records by their definitions', async () => {
    const { properties } = resolve('#/components/schemas/tools.record') as { properties: { [name: string]: Schema } };
    expect(properties['weight']).toMatchObject({ type: 'number', title: 'Weight' });
    expect(JSON.stringify(properties['state'])).toContain('"in_use"');
    expect((resolve('#/components/schemas/tools.create') as { required: readonly string[] }).required).toEqual(['name']);
    expect(Object.keys((resolve('#/components/schemas/tools.create') as { properties: object }).properties)).not.toContain('createdAt');
  });

  it(
    'matches the responses to generated requests, none of which is an internal error',
    async () => {
      const ids = await makeRecords(server().admin);
      const values = createValueGenerator(20_260_101, resolve, [...ids, 'nothing']);
      const checks = createResponseChecks(document);
      const statuses = new Map<number, number>();
      for (const operation of operations.filter(isHarmless)) {
        for (let turn = 0; turn < REQUESTS_EACH; turn += 1) {
          const response = await send(
            operation,
            values,
            ids,
            operation.security?.length === 0 ? server().anonymous : server().admin,
            resolve,
          );
          const name = `${operation.method} ${operation.path} returned ${response.status} ${String(JSON.stringify(response.body)).slice(0, 300)}`;
          expect(response.status, name).toBeLessThan(500);
          expect(Object.keys(operation.responses), name).toContain(String(response.status));
          // Of a file in another format, also one of JSON lines, only the status is described.
          if (response.headers.get('content-type')?.startsWith('application/json') !== true) continue;
          const check = checks(operation, response.status);
          expect(check(response.body), `${name}: ${JSON.stringify(check.errors?.slice(0, 3))}`).toBe(true);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        }
      }
      expect(
        checks(
          operations.find(({ path, method }) => path === '/api/tools/search' && method === 'post') as Operation,
          200,
        )({ data: [{ _id: 5 }] }),
      ).toBe(false);
      // Refused requests alone prove little: a good share must succeed, and a good share must be refused.
      const done = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0);
      const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      expect(done / all).toBeGreaterThan(0.25);
      expect((statuses.get(422) ?? 0) / all).toBeGreaterThan(0.05);
      expect((await server().admin.get('/api/shell')).status).toBe(200);
    },
    180_000 * inject('timeoutFactor'),
  );

  it('names its schemas in the terms of the API: a module and a part, or the type', () => {
    const { schemas } = document['components'] as { readonly schemas: Schema };
    const modules = new Set(operations.flatMap(({ tags = [] }) => tags));
    const names = Object.keys(schemas).filter((name) => !modules.has(name.split('.')[0] ?? ''));
    expect(names).toEqual(
      expect.arrayContaining(['SearchRequest', 'SearchOneRequest', 'GenericSearchRequest', 'SignInResponse', 'StoredMail']),
    );
    expect(names).toEqual(expect.arrayContaining(['LiveClientMessage.hello', 'LiveServerMessage.welcome', 'BulkUpdateResponse', 'Module']));
    expect(names.filter((name) => !/^([A-Z][A-Za-z]+(\.[\w-]+)*|(any|users)\.\w+)$/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(View|Live|Stored)\./.test(name))).toEqual([]);
  });

  it('contains only the modules that the requester may access, and has a public page', async () => {
    await makeUser(server().admin);
    const borrower = await server().signIn('borrower@muster.test', 'Borrower-1!');
    const { body } = await borrower.get('/api/openapi.json');
    expect(Object.keys(body.paths)).toContain('/api/tools/{id}');
    expect(Object.keys(body.paths)).not.toContain('/api/makers/{id}');
    for (const [, name = ''] of JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(body.components.schemas, name).toHaveProperty([name]);
    expect((await server().anonymous.get('/api/openapi.json')).status).toBe(401);
    for (const path of [
      '/api/docs',
      '/api/docs/endpoints',
      '/api/docs/docs.js',
      '/api/docs/static/swagger-ui-bundle.js',
      '/api/docs/static/swagger-ui.css',
    ]) {
      const page = await server().anonymous.get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(page.headers.get('content-security-policy')).not.toContain('unsafe-eval');
    }
  });
});

/** Sign-out would end the session of the test; `/api/ready` may be 503. */
function isHarmless({ path }: Operation): boolean {
  return !['/api/users/logout', '/api/auth/sign-out-everywhere', '/api/ready'].includes(path);
}

async function makeRecords(admin: ApiClient): Promise<readonly string[]> {
  const maker = (await admin.post('/api/makers', { name: 'Generated' })).body._id as string;
  const tools = await Promise.all(
    ['One', 'Two', 'Three'].map(async (name) => (await admin.post('/api/tools', { name, makers_tools: maker })).body._id as string),
  );
  return [maker, ...tools];
}

async function makeUser(admin: ApiClient): Promise<void> {
  const made = await admin.post('/api/users/register', {
    email: 'borrower@muster.test',
    password: 'Borrower-1!',
    first_name: 'Bo',
    last_name: 'Rower',
    userType: 'Standard',
    roles: ['role_borrower'],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
}

async function send(
  operation: Operation,
  values: ValueGenerator,
  ids: readonly string[],
  client: ApiClient,
  resolve: (reference: string) => Schema,
): Promise<TestResponse> {
  let path = operation.path;
  const query = new URLSearchParams();
  const headers: { [name: string]: string } = {};
  for (const given of operation.parameters ?? []) {
    const {
      name,
      in: place,
      schema,
      required,
    } = ('$ref' in given ? resolve(String(given['$ref'])) : given) as { name: string; in: string; schema: Schema; required: boolean };
    if (place === 'path')
      path = path.replace(`{${name}}`, encodeURIComponent(values.chance(0.8) ? values.pick(ids) : JSON.stringify(values.anything())));
    else if (place === 'query' && (required || values.chance(0.2)))
      query.set(
        name,
        name === 'module' ? 'tools' : name === 'searchTerms' ? '{"weight":{"range":{"gte":1}}}' : String(values.fitting(schema)),
      );
    else if (place === 'header' && name === 'Idempotency-Key' && values.chance(0.1))
      headers[name] = `key-${Math.floor(Number(values.fitting({ type: 'integer', minimum: 0, maximum: 1_000_000 })))}`;
  }
  const form = operation.requestBody?.content['multipart/form-data'];
  if (form !== undefined)
    return upload(client, {
      name: values.pick(['a.txt', 'b.png', 'c']),
      content: 'text',
      to: path,
      part: values.pick(Object.keys((form.schema as { properties: object }).properties)),
    });
  const body = operation.requestBody === undefined ? undefined : makeBody(contentOf(operation.requestBody)?.schema ?? {}, values);
  return client.raw(
    operation.method.toUpperCase(),
    `${path}${query.size === 0 ? '' : `?${query}`}`,
    body === undefined ? undefined : JSON.stringify(body),
    headers,
  );
}

/** The content of a request or response body: JSON, else the uploaded form. */
function contentOf(
  body: { readonly content?: { readonly [type: string]: { readonly schema: Schema } } } | undefined,
): { readonly schema: Schema } | undefined {
  return body?.content?.['application/json'] ?? body?.content?.['multipart/form-data'];
}

/** Mostly a valid body; sometimes with one invalid value in it. */
function makeBody(schema: Schema, values: ValueGenerator): unknown {
  const body = values.fitting(schema) as { [name: string]: unknown };
  if ('moduleOptions' in body) body['moduleOptions'] = { name: 'tools' };
  if ('searchTerms' in body)
    body['searchTerms'] = values.pick<object>([{}, { weight: { range: { gte: 1 } } }, { name: { contains: 'e' } }, { nothing: 1 }]);
  if ('sortField' in body) body['sortField'] = values.pick(['name', 'createdAt', 'nothing']);
  const names = Object.keys(body);
  if (names.length > 0 && values.chance(0.15)) body[values.pick(names)] = values.anything();
  return body;
}
