import { describe, expect, it } from 'vitest';
import { LAYOUT_VIEWS } from '#engine/model';
import { createPluginHost } from '../../engine/plugin-host/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { exportSchemas, loadSnapshot } from '../../engine/registry/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';

const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const host = createPluginHost({ plugins: ENABLED_PLUGINS, engineVersion: '0.1.0', pluginsFolder: 'plugins', log });
const snapshot = await loadSnapshot(['definitions'], host.definitions);
const modules = [...snapshot.modules.values()];

describe('the definitions that the product ships', () => {
  it('are sound, with the plugins beside them', () => {
    expect(modules.length).toBeGreaterThanOrEqual(17);
    for (const name of ['users', 'roles', 'teams', 'clients', 'accounts', 'contacts', 'leads', 'jobs', 'subs', 'providers', 'placements', 'activities', 'tasks', 'calendarEvents', 'ptoBalance', 'ptoRequests', 'documents']) {
      expect(snapshot.modules.has(name), name).toBe(true);
    }
  });

  it.each(modules.map((module) => [module.name, module] as const))('give %s all nine views, a path and at most forty indexes', (_, module) => {
    for (const view of LAYOUT_VIEWS) expect(snapshot.layout(module.name, view, []), view).toBeDefined();
    expect(module.path).toMatch(/^\/api\/[a-z0-9-]+$/);
    expect(module.storage.indexes.length).toBeLessThanOrEqual(40);
    expect(module.storage.contains.length).toBeGreaterThan(0);
  });

  it('stay sound without any plugin', async () => {
    expect((await loadSnapshot(['definitions'])).modules.size).toBe(modules.length);
  });

  it('give every user type a menu', () => {
    for (const userType of ['System Admin', 'Admin', 'Standard', 'Dashboard', 'Provider'] as const) expect(snapshot.menu(userType), userType).toBeDefined();
  });
});

describe('the published schemas', () => {
  it('are plain JSON, one a kind, each with an id of its own', () => {
    const schemas = exportSchemas();
    expect(Object.keys(schemas).sort()).toEqual(['dropdown', 'layout', 'menu', 'module', 'role', 'setting']);
    expect(JSON.parse(JSON.stringify(schemas))).toEqual(schemas);
    expect(new Set(Object.values(schemas).map((schema) => schema['$id'])).size).toBe(6);
  });
});
