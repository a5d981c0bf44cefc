import { MusterError } from '../../errors/index.ts';
import { exportSchemas } from '../../registry/index.ts';
import type { JsonObject } from '#engine/model';
import { parameterOf, type EndpointRouter } from '../request/request-context.ts';

/** `/api/schemas`: the JSON Schemas that definitions are validated with, of all kinds or of one. */
export function serveSchemas({ on }: EndpointRouter): void {
  const schemas = new Map<string, JsonObject>(Object.entries(exportSchemas()));
  const all = Object.fromEntries(schemas);
  on({ method: 'GET', url: '/api/schemas' }, async () => ({ body: all }));
  on({ method: 'GET', url: '/api/schemas/:kind' }, async (context) => {
    const schema = schemas.get(parameterOf(context, 'kind'));
    if (schema === undefined) throw new MusterError('definition_not_found', { values: { kind: 'schema' } });
    return { body: schema };
  });
}
