import type { JsonObject } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import { bodyOf, type CallRouter } from '../request/call.ts';
import { assertBody } from '../request/named-bodies.ts';
import { compileCheck, textParameterOf } from '../request/parameters.ts';
import { writeOptionsOf } from '../request/write-input.ts';

/** The calls that plugins add. Each needs a session, and sees the actor, parameters, query and body alone. */
export function servePluginRoutes({ on, services }: CallRouter): void {
  for (const route of services.pluginRoutes) {
    const check = route.body === undefined ? undefined : compileCheck<JsonObject>(route.body);
    on({ method: route.method, url: route.path }, async (call) => {
      const query = Object.fromEntries(Object.keys(call.query).map((name) => [name, textParameterOf(call.query, name) ?? '']));
      const body = route.method === 'GET' ? undefined : bodyOf(call);
      if (check !== undefined && body !== undefined) assertBody(check, body);
      const { batchId, idempotency: key } = writeOptionsOf(call);
      const handle = async (): Promise<JsonObject> => {
        const { status = 200, body: answer, batchId: made } = await route.handle({ actor: call.actor, parameters: call.parameters, query, body, batchId, idempotency: key });
        return { status, body: answer, ...(made === undefined ? {} : { batchId: made }) };
      };
      return (await services.records.answerOnce(call.actor, route.method === 'GET' ? undefined : key, handle)) as unknown as Answer;
    });
  }
}
