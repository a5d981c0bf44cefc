import { isSchema, type SchemaKeywords } from '#engine/model/forms';
import type { JsonObject } from '#engine/model/values';
import type { DefinitionSnapshot } from '../contract.ts';

interface TargetOption {
  readonly value: string;
  readonly label: string;
}

type Targets = Pick<DefinitionSnapshot, 'dropdowns' | 'modules'>;

/** What a text may be: an option of a dropdown, a field of a module, a module. Undefined: anything, or what it refers to does not exist. */
function listOptions(schema: SchemaKeywords, { dropdowns, modules }: Targets): readonly TargetOption[] | undefined {
  const { format, 'x-dropdown': dropdown, 'x-fields': module } = schema;
  // Retired options too: they stay valid where they are chosen already.
  if (typeof dropdown === 'string') return dropdowns.get(dropdown)?.options;
  if (typeof module === 'string') {
    const fields = modules.get(module)?.fields;
    return fields && [...fields.values()].map(({ name, label }) => ({ value: name, label }));
  }
  return format === 'module' ? [...modules.values()].map(({ name, label }) => ({ value: name, label })) : undefined;
}

/** The schema with the options, as `oneOf`, that the texts in it have now: forms offer them, and other values are refused. */
export function resolveReferences(schema: SchemaKeywords, targets: Targets): JsonObject {
  const changed: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of ['items', 'additionalProperties', 'propertyNames'] as const) {
    const part = schema[keyword];
    if (isSchema(part)) changed[keyword] = resolveReferences(part, targets);
  }
  const { properties } = schema;
  if (isSchema(properties))
    changed['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, isSchema(part) ? resolveReferences(part, targets) : part]),
    );
  const options = listOptions(schema, targets);
  if (options !== undefined) changed['oneOf'] = options.map(({ value, label }) => ({ const: value, title: label }));
  return changed as JsonObject;
}
