import type { JsonObject, JsonValue } from '../values/json.ts';

/** A JSON Schema without schemas inside, and those that it refers to, by their names. */
export interface LiftedSchema {
  readonly schema: JsonObject;
  readonly lifted: { readonly [name: string]: JsonObject };
}

/**
 * Takes the schemas that refer to themselves out of a schema, so that a document can have them at one place: `{ "$ref": "Step" }` becomes
 * a reference to where the document has them.
 */
export function liftCycles(schema: object, referTo: (name: string) => string): LiftedSchema {
  const lifted: { [name: string]: JsonObject } = {};
  const lift = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(lift);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, $id: _id, $ref, ...rest } = value as JsonObject;
    for (const [name, inner] of Object.entries(($defs ?? {}) as JsonObject)) lifted[name] ??= lift(inner) as JsonObject;
    if (typeof $ref === 'string') return { $ref: referTo($ref) };
    return Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, lift(member)]));
  };
  return { schema: lift(JSON.parse(JSON.stringify(schema)) as JsonObject) as JsonObject, lifted };
}
