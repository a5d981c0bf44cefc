import { DEFINITION_SCHEMAS, type DefinitionKind, type JsonObject, type JsonValue } from '#engine/model';
import { withoutNames } from '../request/write-input.ts';
import { plain, TEXT } from './schema-parts.ts';

/** Properties for which the server sets a default in a new definition. */
const DEFAULTED: { readonly [kind in DefinitionKind]?: readonly string[] } = {
  dropdown: ['options'],
  role: ['module_access'],
  module: ['labelSingular', 'kind', 'fields'],
};

/** Schemas of the definitions in requests and responses, derived from those that publishing validates with. */
export function definitionSchemas(): { readonly [name: string]: JsonObject } {
  const kinds: readonly DefinitionKind[] = ['dropdown', 'setting', 'role', 'layout', 'module'];
  return Object.assign({}, ...kinds.map(schemasOf)) as { [name: string]: JsonObject };
}

function schemasOf(kind: DefinitionKind): { readonly [name: string]: JsonObject } {
  const { properties, required } = plain(DEFINITION_SCHEMAS[kind]) as unknown as {
    readonly properties: { readonly [name: string]: JsonValue };
    readonly required: readonly string[];
  };
  const own = withoutNames(
    kind === 'module' ? { ...properties, fields: withoutRequiredId(properties['fields'] as JsonObject) } : properties,
    ['id'],
  );
  const given = ['id', ...(DEFAULTED[kind] ?? [])];
  const nullable = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]));
  return {
    // Staff see only the name of a role, and a search may request only some properties: only `_id` is always in a response.
    [`Definition.${kind}`]: closed({ _id: TEXT, ...own }, ['_id']),
    [`Definition.${kind}.create`]: closed(
      own,
      required.filter((name) => !given.includes(name)),
    ),
    [`Definition.${kind}.changes`]: closed({ _id: TEXT, ...nullable }, []),
  };
}

function closed(properties: { readonly [name: string]: JsonValue }, required: readonly string[]): JsonObject {
  return { type: 'object', required, properties, additionalProperties: false };
}

/** Makes the ids of a module's fields optional: the server generates missing ones. */
function withoutRequiredId(fields: JsonObject): JsonObject {
  const items = fields['items'] as { readonly required: readonly string[] };
  return { ...fields, items: { ...items, required: items.required.filter((name) => name !== 'id') } };
}
