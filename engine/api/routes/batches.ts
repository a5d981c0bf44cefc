import { parameterOf, type EndpointRouter } from '../request/request-context.ts';

/**
 * `POST /api/batches/{id}/undo`: the inverse saves of a batch, with the same rules and rights. The undo completes even
 * when the client disconnects; `GET` returns its progress.
 */
export function serveBatches({ on }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/batches/:id/undo' }, async (context) => {
    const result = await context.services.records.undoBatch(context.actor, { batchId: parameterOf(context, 'id') });
    return { body: { success: true, ...result }, batchId: result.undoBatchId };
  });
  on({ method: 'GET', url: '/api/batches/:id/undo' }, async (context) => ({
    body: await context.services.records.undoProgress(context.actor, { batchId: parameterOf(context, 'id') }),
  }));
}
