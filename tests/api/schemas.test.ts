import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { describeRules } from './each-store.ts';

const FOLDER = path.join(import.meta.dirname, '../../definitions');

/** The shipped definitions, by kind. */
function readShipped(): { readonly kind: string; readonly file: string; readonly definition: unknown }[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const content = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as { readonly layouts?: readonly unknown[] };
    if (path.basename(file) === 'module.json') return [{ kind: 'module', file, definition: content }];
    if (path.basename(file) === 'layouts.json') return (content.layouts ?? []).map((definition) => ({ kind: 'layout', file, definition }));
    const kind = { dropdowns: 'dropdown', roles: 'role', settings: 'setting', menus: 'menu', workflows: 'workflow' }[
      path.basename(path.dirname(file))
    ];
    return kind === undefined ? [] : [{ kind, file, definition: content }];
  });
}

describeRules('The published JSON Schemas of definitions', (server) => {
  it('are returned by kind, to every signed-in user', async () => {
    const { status, body } = await server().admin.get('/api/schemas');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['dropdown', 'layout', 'menu', 'module', 'role', 'setting', 'workflow']);
    for (const [kind, schema] of Object.entries(body))
      expect((await server().admin.get(`/api/schemas/${kind}`)).body, kind).toEqual(schema);
    expect((await server().admin.get('/api/schemas/nothing')).body.code).toBe('definition_not_found');
    expect((await server().anonymous.get('/api/schemas')).status).toBe(401);
  });

  it('accept each shipped definition in an independent validator, and refuse a broken one', async () => {
    const ajv = new Ajv({ strict: false });
    const { body } = await server().admin.get('/api/schemas');
    const checks = Object.fromEntries(Object.entries(body).map(([kind, schema]) => [kind, ajv.compile(schema as object)]));
    const shipped = readShipped();
    expect(new Set(shipped.map(({ kind }) => kind)).size).toBe(7);
    for (const { kind, file, definition } of shipped) {
      expect(checks[kind]?.(definition), `${file}: ${JSON.stringify(checks[kind]?.errors)}`).toBe(true);
      expect(checks[kind]?.({ ...(definition as object), noSuchProperty: 1 }), file).toBe(false);
    }
  });
});
