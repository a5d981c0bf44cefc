import type { PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';

type Refuse = Pick<PluginRouteContext, 'refuse'>;

function refuse(context: Refuse, reason: string): never {
  return context.refuse('body_invalid', { message: `The body is not valid: ${reason}.` });
}

/** The body of a request, which must be a JSON object. */
export function readBody(context: Pick<PluginRouteContext, 'body' | 'refuse'>): JsonObject {
  const { body } = context;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : refuse(context, 'send an object');
}

export function readText(context: Refuse, body: JsonObject, name: string): string {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : refuse(context, `${name} is missing`);
}
