import type { JsonObject } from '#engine/model/values';
import type { ApiResponse } from '../responses/send-response.ts';
import { bodyOf, type EndpointRouter } from '../request/request-context.ts';
import { assertBody } from '../request/request-body-schemas.ts';
import { compileCheck, textParameterOf } from '../request/parameters.ts';
import { writeOptionsOf } from '../request/write-input.ts';

/** Registers the endpoints that plugins add. Each needs a session, and receives only the actor, parameters, query and body. */
export function servePluginRoutes({ on, services }: EndpointRouter): void {
  for (const route of services.pluginRoutes) {
    const check = route.bodySchema === undefined ? undefined : compileCheck<JsonObject>(route.bodySchema);
    on({ method: route.method, url: route.path }, async (context) => {
      const query = Object.fromEntries(Object.keys(context.query).map((name) => [name, textParameterOf(context.query, name) ?? '']));
      const body = route.method === 'GET' ? undefined : bodyOf(context);
      if (check !== undefined && body !== undefined) assertBody(check, body);
      const { batchId, idempotency: key } = writeOptionsOf(context);
      const handle = async (): Promise<JsonObject> => {
        const {
          status = 200,
          body: responseBody,
          batchId: made,
        } = await route.handle({ actor: context.actor, parameters: context.parameters, query, body, batchId, idempotency: key });
        return { status, body: responseBody, ...(made === undefined ? {} : { batchId: made }) };
      };
      return (await services.records.runIdempotent(
        context.actor,
        route.method === 'GET' ? undefined : key,
        handle,
      )) as unknown as ApiResponse;
    });
  }
}
