import type { PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';

type Refuse = Pick<PluginRouteContext, 'refuse'>;

function refuse(context: Refuse, reason: string): never {
  return context.refuse('body_invalid', { message: `The body is not valid: ${reason}.` });
}

/** The body of a call, which must be a JSON object. */
export function readBody(context: Pick<PluginRouteContext, 'body' | 'refuse'>): JsonObject {
  const { body } = context;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as JsonObject) : refuse(context, 'send an object');
}

export function readText(context: Refuse, body: JsonObject, name: string): string {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : refuse(context, `${name} is missing`);
}

/** A list of ids, each once. */
export function readTexts(context: Refuse, body: JsonObject, name: string, { least, most }: { readonly least: number; readonly most: number }): string[] {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  const texts = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : [];
  if (!Array.isArray(value) || texts.length !== value.length || texts.length < least) return refuse(context, `${name} is a list of ids`);
  return texts.length > most ? refuse(context, `${name} holds at most ${most} ids`) : [...new Set(texts)];
}

export function readFields(context: Refuse, body: JsonObject, name: string): JsonObject {
  const value: JsonValue | undefined = Object.hasOwn(body, name) ? body[name] : {};
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : refuse(context, `${name} is an object`);
}
