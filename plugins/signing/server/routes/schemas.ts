import type { JsonObject } from '#engine/model';

export const PDF = ['application/pdf'] as const;
export const STRING: JsonObject = { type: 'string' };
export const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
export const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
export const EMAIL: JsonObject = { type: 'string', minLength: 3, maxLength: 254 };
export const NOTES: JsonObject = { type: 'string', maxLength: 2_000 };
export const REASON: JsonObject = { type: 'string', minLength: 1, maxLength: 1_000 };

/** The schema of a body with these properties. */
export function bodyOf(properties: { readonly [name: string]: JsonObject }, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required: [...required] }) };
}
