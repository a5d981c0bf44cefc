import { isObject } from '#engine/model/field-types';
import type { JsonObject, JsonValue } from '#engine/model/values';

/** With one of these, a schema says itself which other names an object may have. */
export const OPEN_KEYWORDS = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref'] as const;

const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * The schema of a body in which nested objects refuse names that are not in their `properties`. An object without `properties` is a map,
 * and stays open.
 */
export function closeNestedObjects(schema: JsonObject): JsonObject {
  return closeParts(schema);
}

function close(value: JsonValue | undefined): JsonValue {
  if (!isObject(value)) return value ?? null;
  const closed = closeParts(value);
  const isOpen = value['type'] === 'object' && isObject(value['properties']) && !OPEN_KEYWORDS.some((word) => word in value);
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** Closes what a schema contains. The branches of an object with `properties` are conditions on it, not objects of their own. */
function closeParts(schema: JsonObject): JsonObject {
  const { properties, items } = schema;
  const branches = properties !== undefined ? [] : BRANCHES.filter((word) => Array.isArray(schema[word]));
  return {
    ...schema,
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, close(one)])) }
      : {}),
    ...(isObject(items) ? { items: close(items) } : {}),
    ...Object.fromEntries(branches.map((word) => [word, (schema[word] as readonly JsonValue[]).map(close)])),
  };
}
