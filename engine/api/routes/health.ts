import { MusterError } from '../../errors/index.ts';
import { sendResponse } from '../responses/send-response.ts';
import { assertSystemAdmin, type EndpointRouter } from '../request/request-context.ts';

/**
 * `/api/health`: the process responds. `/api/ready`: migration and first seed are done, and the store is available; the
 * response also contains whether the active definitions are those of the files or the last valid ones.
 * `/api/ready/problems`: the reasons.
 */
export function serveHealth({ app, on, services }: EndpointRouter): void {
  const { configuration, registry, store } = services;
  // A busy process is not a dead one: what restarts processes by this endpoint must not make an overload worse.
  app.get('/api/health', { config: { pressureHandler: () => undefined } }, async (_request, reply) => {
    sendResponse(reply, { body: { status: 'ok', version: configuration.version } });
    return reply;
  });
  app.get('/api/ready', async (_request, reply) => {
    if (!(await configuration.isReady())) throw new MusterError('not_ready');
    await store.ping();
    sendResponse(reply, {
      body: { status: 'ready', store: store.capabilities.product, definitions: registry.problems().length === 0 ? 'current' : 'last_good' },
    });
    return reply;
  });
  on({ method: 'GET', url: '/api/ready/problems' }, async (context) => {
    await assertSystemAdmin(context);
    const data = registry.problems().map(({ file, path, cause }) => ({ file, path, cause }));
    return { body: { data, total: data.length } };
  });
}
