import { fieldContext, nameSourcesOf } from '#engine/model/keys';
import { DEFINITION_SCHEMAS, isCalculated, type DefinitionKind } from '#engine/model/definitions';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Rights } from '../../access/index.ts';
import { withoutNames } from '../request/write-input.ts';
import { cyclicSchemas, plain, reference, TEXT } from './schema-parts.ts';

/** The schemas of a module's records: for reading, creating and updating. */
interface RecordSchemas {
  readonly record: JsonObject;
  readonly create: JsonObject;
  readonly changes: JsonObject;
}

/** Builds the schemas for a user with these rights: fields that they may never read or write are left out. */
export function buildRecordSchemas(
  module: CompiledModule,
  rights: Rights,
  hasModule: (name: string) => boolean,
  isReachable: (name: string) => boolean,
): RecordSchemas {
  const fields = [...module.fields.values()];
  const readable = fields.filter((field) => rights.field(module.name, field.name).read !== 'none');
  const writable = fields.filter((field) => isWritable(module, field, rights));
  const valueOf = (field: CompiledField): JsonObject => valueSchema(field, hasModule);
  const inputs = Object.fromEntries(writable.map((field) => [field.name, titled(field, { anyOf: [valueOf(field), { type: 'null' }] })]));
  const outputs = Object.fromEntries(readable.map((field) => [field.name, titled(field, outputOf(module, field, valueOf(field)))]));
  const made = nameSourcesOf(module).length > 0;
  const required = writable.filter(
    (field) =>
      !(made && field.name === 'name') &&
      // A new record gets these from its name.
      !['last_name', 'first_name', module.nameField].includes(made ? field.name : '') &&
      field.definition.required === true &&
      field.definition.default === undefined &&
      field.definition.dependent !== true,
  );
  return {
    record: {
      title: module.labelSingular,
      type: 'object',
      required: ['_id', '_version'],
      additionalProperties: false,
      properties: {
        _id: { type: 'string' },
        _version: { type: 'integer', minimum: 1 },
        ...outputs,
        ...reverseLists(module, isReachable),
        _warnings: { $ref: '#/components/schemas/Warnings' },
      },
    },
    create: {
      type: 'object',
      additionalProperties: false,
      properties: inputs,
      ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
    },
    changes: {
      type: 'object',
      additionalProperties: false,
      properties: {
        _id: { type: 'string', description: 'The id of the record, as in the path.' },
        _version: {
          type: 'integer',
          minimum: 1,
          description: 'The version that the change was made from; an outdated one is rejected with 409.',
        },
        ...inputs,
      },
    },
  };
}

/** Lists of the records that refer to this one, which a read may request. */
function reverseLists(module: CompiledModule, isReachable: (name: string) => boolean): JsonObject {
  const reverse = [...module.relations.values()].filter(
    (relation) => relation.direction === 'reverse' && relation.modules.every(isReachable),
  );
  return Object.fromEntries(
    reverse.map(({ name, label }) => [name, { title: label, type: 'array', items: { $ref: '#/components/schemas/PopulatedRelate' } }]),
  );
}

/**
 * The components of entries that a record contains, by name: one for each readable field with an entry schema. Stored entries may be from
 * before a column was added or removed.
 */
export function buildEntrySchemas(
  module: CompiledModule,
  rights: Rights,
  hasModule: (name: string) => boolean,
): { readonly [name: string]: JsonObject } {
  const fields = [...module.fields.values()].filter(({ columns }) => columns.length > 0);
  const readable = fields.filter(
    ({ name, definition }) => rights.field(module.name, name).read !== 'none' && definition.sensitive !== true,
  );
  return Object.fromEntries(
    readable.map((field) => [
      entryNameOf(module, field),
      {
        title: field.label,
        type: 'object',
        properties: Object.fromEntries(
          field.columns.map((column) => [column.name, titled(column, columnOutput(module, column, hasModule))]),
        ),
        additionalProperties: true,
      },
    ]),
  );
}

/** A column with columns of its own: stored values may be from before these were changed. */
function columnOutput(module: CompiledModule, column: CompiledField, hasModule: (name: string) => boolean): JsonObject {
  if (column.columns.length === 0) return outputOf(module, column, valueSchema(column, hasModule));
  const entry: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(column.columns.map((inner) => [inner.name, titled(inner, columnOutput(module, inner, hasModule))])),
    additionalProperties: true,
  };
  return column.definition.inputType === 'Array' ? { type: 'array', items: entry } : entry;
}

function entryNameOf(module: CompiledModule, field: CompiledField): string {
  return `Entry.${module.name}.${field.name}`;
}

function valueSchema(field: CompiledField, hasModule: (name: string) => boolean): JsonObject {
  return field.type.jsonSchema(fieldContext(field, hasModule));
}

/** A relate may be populated, and a sensitive value may be masked. */
function outputOf(module: CompiledModule, field: CompiledField, value: JsonObject): JsonObject {
  if (field.definition.sensitive === true) return { description: 'Masked unless a role says otherwise.' };
  const { name } = field.type;
  if (field.columns.length > 0) {
    const entry = reference(entryNameOf(module, field));
    return name === 'Array' ? { type: 'array', items: entry } : entry;
  }
  if (name === 'Relate' || name === 'FlexRelate') return { anyOf: [value, { $ref: '#/components/schemas/PopulatedRelate' }] };
  if (name === 'MultiRelate' || name === 'MultiFlexRelate')
    return { anyOf: [value, { type: 'array', items: { $ref: '#/components/schemas/PopulatedRelate' } }] };
  return value;
}

function isWritable(module: CompiledModule, field: CompiledField, rights: Rights): boolean {
  return !field.system && field.definition.readOnly !== true && rights.field(module.name, field.name).write !== 'none';
}

function titled(field: CompiledField, schema: JsonObject): JsonObject {
  const description = field.definition.description;
  const readOnly = isCalculated(field.definition) ? { readOnly: true } : {};
  return { title: field.label, ...(description === undefined ? {} : { description }), ...readOnly, ...schema };
}

/** Properties for which the server sets a default in a new definition. */
const DEFAULTED: { readonly [kind in DefinitionKind]?: readonly string[] } = {
  dropdown: ['options'],
  role: ['module_access'],
  module: ['labelSingular', 'kind', 'fields'],
  workflow: ['executionOccurs'],
};

/** Schemas of the definitions in requests and responses, derived from those that publishing validates with. */
export function definitionSchemas(): { readonly [name: string]: JsonObject } {
  const kinds: readonly DefinitionKind[] = ['dropdown', 'setting', 'role', 'layout', 'module', 'workflow'];
  return Object.assign({}, cyclicSchemas(DEFINITION_SCHEMAS.workflow), ...kinds.map(schemasOf)) as { [name: string]: JsonObject };
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
    [`Definition.${kind}.update`]: closed({ _id: TEXT, ...nullable }, []),
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
