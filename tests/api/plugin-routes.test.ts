import { describe, expect, it } from 'vitest';
import type { PluginManifest, PluginRouteDefinition } from '#engine';
import { startServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

/** A plugin with one route. */
function withRoute(route: Partial<PluginRouteDefinition>): PluginManifest {
  return {
    name: 'lending',
    version: '1.0.0',
    engine: '*',
    routes: [{ method: 'POST', path: '/api/tools/:id/lend', handle: () => ({ body: { lent: true } }), ...route }],
  };
}

describe('a route of a plugin', () => {
  it.each<[string, Partial<PluginRouteDefinition>, RegExp]>([
    ['a fixed endpoint', { method: 'GET', path: '/api/queues' }, /GET \/api\/queues would replace the product's own GET \/api\/queues/],
    ['an endpoint with a parameter', { method: 'GET', path: '/api/queues/:plugin/:other' }, /would replace/],
    ['the endpoint of live events', { method: 'GET', path: '/api/live' }, /would replace/],
    [
      'an endpoint of a module',
      { path: '/api/tools/search' },
      /POST \/api\/tools\/search would replace the product's own POST \/api\/:base\/search/,
    ],
    ['a record of a module', { method: 'GET', path: '/api/tools/:tool/' }, /would replace the product's own GET \/api\/:base\/:id/],
    ['an endpoint of all modules', { path: '/api/:module/search' }, /would replace/],
  ])('is refused at boot if it would replace %s, with its plugin', async (_, route, cause) => {
    await expect(startServer({ ...WORKSHOP, store: 'sqlite', plugins: [withRoute(route)] })).rejects.toMatchObject({
      code: 'plugin_invalid',
      data: { plugin: 'lending' },
      message: expect.stringMatching(cause) as string,
    });
  });

  it('is refused at boot with an invalid body schema, with its plugin', async () => {
    const plugins = [withRoute({ bodySchema: { type: 'strin' } })];
    await expect(startServer({ ...WORKSHOP, store: 'sqlite', plugins })).rejects.toMatchObject({
      code: 'plugin_invalid',
      message: expect.stringMatching(/lending.*POST \/api\/tools\/:id\/lend has a body schema that is not valid/) as string,
    });
  });

  it('has formats in its body schema, and fixed words beside the endpoints of a module', async () => {
    const bodySchema = { type: 'object', properties: { until: { type: 'string', format: 'date' } } };
    const server = await startServer({
      ...WORKSHOP,
      store: 'sqlite',
      plugins: [withRoute({ bodySchema }), { ...withRoute({ method: 'GET', path: '/api/tools/lent' }), name: 'lent' }],
    });
    try {
      expect((await server.admin.post('/api/tools/1/lend', { until: '2026-02-30' })).body.code).toBe('body_invalid');
      expect((await server.admin.post('/api/tools/1/lend', { until: '2026-02-28' })).body).toEqual({ lent: true });
      expect((await server.admin.get('/api/tools/lent')).body).toEqual({ lent: true });
    } finally {
      await server.stop();
    }
  });
});
