import { MusterError } from '../../errors/index.ts';
import { sendAnswer } from '../answers/send.ts';
import type { CallRouter } from '../request/call.ts';

/** `/api/health`: the process answers. `/api/ready`: migration and first seed are done, and the store can be reached. */
export function serveHealth({ app, services }: CallRouter): void {
  const { configuration, store } = services;
  app.get('/api/health', async (_request, reply) => {
    sendAnswer(reply, { body: { status: 'ok', version: configuration.version } });
    return reply;
  });
  app.get('/api/ready', async (_request, reply) => {
    if (!(await configuration.isReady())) throw new MusterError('not_ready');
    await store.ping();
    sendAnswer(reply, { body: { status: 'ready', store: store.capabilities.product } });
    return reply;
  });
}
