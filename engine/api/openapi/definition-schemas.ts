import { DEFINITION_SCHEMAS, type DefinitionKind, type JsonObject, type JsonValue } from '#engine/model';
import { withoutNames } from '../request/write-input.ts';
import { plain, TEXT } from './schema-parts.ts';

/** What the server gives a new definition of itself. */
const DEFAULTED: { readonly [kind in DefinitionKind]?: readonly string[] } = { dropdown: ['options'], role: ['module_access'], module: ['labelSingular', 'kind', 'fields'] };

/** Schemas of the definitions that the calls answer and take, from those that publishing holds them to. */
export function definitionSchemas(): { readonly [name: string]: JsonObject } {
  const kinds: readonly DefinitionKind[] = ['dropdown', 'setting', 'role', 'layout', 'module'];
  return Object.assign({}, ...kinds.map(schemasOf)) as { [name: string]: JsonObject };
}

function schemasOf(kind: DefinitionKind): { readonly [name: string]: JsonObject } {
  const { properties, required } = plain(DEFINITION_SCHEMAS[kind]) as unknown as { readonly properties: { readonly [name: string]: JsonValue }; readonly required: readonly string[] };
  const own = withoutNames(kind === 'module' ? { ...properties, fields: withoutRequiredId(properties['fields'] as JsonObject) } : properties, ['id']);
  const given = ['id', ...(DEFAULTED[kind] ?? [])];
  const nullable = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]));
  return {
    // Staff see no more of a role than its name, and a search may ask for some properties alone: an answer is sure of `_id`.
    [`Definition.${kind}`]: closed({ _id: TEXT, ...own }, ['_id']),
    [`Definition.${kind}.create`]: closed(own, required.filter((name) => !given.includes(name))),
    [`Definition.${kind}.changes`]: closed({ _id: TEXT, ...nullable }, []),
  };
}

function closed(properties: { readonly [name: string]: JsonValue }, required: readonly string[]): JsonObject {
  return { type: 'object', required, properties, additionalProperties: false };
}

/** Fields of a module get their ids from the server where they have none. */
function withoutRequiredId(fields: JsonObject): JsonObject {
  const items = fields['items'] as { readonly required: readonly string[] };
  return { ...fields, items: { ...items, required: items.required.filter((name) => name !== 'id') } };
}
