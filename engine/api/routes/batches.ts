import { parameterOf, type CallRouter } from '../request/call.ts';

/** `POST /api/batches/{id}/undo`: the inverse saves of a batch, through the same rules and rights. */
export function serveBatches({ on }: CallRouter): void {
  on({ method: 'POST', url: '/api/batches/:id/undo' }, async (call) => {
    const result = await call.services.records.undoBatch(call.actor, { batchId: parameterOf(call, 'id') });
    return { body: { success: true, ...result }, batchId: result.undoBatchId };
  });
}
