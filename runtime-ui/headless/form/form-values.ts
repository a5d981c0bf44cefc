import type { RJSFSchema } from '@rjsf/utils';

type Values = { readonly [name: string]: unknown };

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function propertySchema(schema: RJSFSchema, name: string): RJSFSchema | undefined {
  const property = schema.properties?.[name];
  return typeof property === 'object' ? property : undefined;
}

/**
 * The value of a form as it is validated and saved: without properties that have no value, and without objects that nothing was typed
 * into, unless the schema requires them.
 */
export function cleanFormValue(value: unknown, schema: RJSFSchema = {}): unknown {
  if (Array.isArray(value)) {
    const items = isObject(schema.items) ? (schema.items as RJSFSchema) : {};
    return value.map((item) => cleanFormValue(item, items) ?? null);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, part]): (readonly [string, unknown])[] => {
    const cleaned = cleanFormValue(part, propertySchema(schema, name));
    const isEmpty = isObject(cleaned) && Object.keys(cleaned).length === 0;
    const isNeeded = schema.required?.includes(name) === true || propertySchema(schema, name)?.type !== 'object';
    return cleaned === undefined || (isEmpty && !isNeeded) ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(entries);
}

/** The value at a path; undefined: none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return (inner as readonly unknown[])[Number(step)];
    return isObject(inner) ? inner[String(step)] : undefined;
  }, value);
}
