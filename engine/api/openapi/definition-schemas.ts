import { DEFINITION_SCHEMAS, type DefinitionKind, type JsonObject, type JsonValue } from '#engine/model';
import { withoutNames } from '../request/write-input.ts';
import { TEXT } from './schema-parts.ts';
import { plain } from './view-schemas.ts';

/** What the server gives a new definition of itself. */
const FILLED: { readonly [kind in DefinitionKind]?: readonly string[] } = { dropdown: ['options'], role: ['module_access'], module: ['labelSingular', 'kind', 'fields'] };

/** Schemas of the definitions that the calls answer and take, from those that publishing holds them to. */
export function definitionSchemas(): { readonly [name: string]: JsonObject } {
  const kinds: readonly DefinitionKind[] = ['dropdown', 'setting', 'role', 'layout', 'module'];
  return Object.fromEntries(kinds.flatMap((kind) => {
    const { properties, required } = plain(DEFINITION_SCHEMAS[kind]) as unknown as { readonly properties: { readonly [name: string]: JsonValue }; readonly required: readonly string[] };
    const own = withoutNames(kind === 'module' ? { ...properties, fields: withoutRequiredId(properties['fields'] as JsonObject) } : properties, ['id']);
    // Staff see no more of a role than its name, so that an answer is sure of `_id` alone.
    const shown: JsonObject = { type: 'object', required: ['_id'], properties: { _id: TEXT, ...own }, additionalProperties: false };
    const filled = FILLED[kind] ?? [];
    const made: JsonObject = { type: 'object', required: required.filter((name) => name !== 'id' && !filled.includes(name)), properties: own, additionalProperties: false };
    const nullable = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]));
    return [[`Definition.${kind}`, shown], [`Definition.${kind}.create`, made], [`Definition.${kind}.changes`, { type: 'object', properties: { _id: TEXT, ...nullable }, additionalProperties: false }]] as const;
  }));
}

/** Fields of a module get their ids from the server where they have none. */
function withoutRequiredId(fields: JsonObject): JsonObject {
  const items = fields['items'] as { readonly required: readonly string[] };
  return { ...fields, items: { ...items, required: items.required.filter((name) => name !== 'id') } };
}
