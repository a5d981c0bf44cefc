import { parameterOf, type CallRouter } from '../request/call.ts';

/**
 * `POST /api/batches/{id}/undo`: the inverse saves of a batch, through the same rules and rights. They are made to the end
 * when the caller has gone; `GET` tells how far they are.
 */
export function serveBatches({ on }: CallRouter): void {
  on({ method: 'POST', url: '/api/batches/:id/undo' }, async (call) => {
    const result = await call.services.records.undoBatch(call.actor, { batchId: parameterOf(call, 'id') });
    return { body: { success: true, ...result }, batchId: result.undoBatchId };
  });
  on({ method: 'GET', url: '/api/batches/:id/undo' }, async (call) => ({ body: await call.services.records.undoProgress(call.actor, { batchId: parameterOf(call, 'id') }) }));
}
