import { ADDRESS_PARTS, getFieldType } from '#engine/model/field-types';
import type { CollectionSchema, CompiledField, CompiledModule, CompiledRelation, KeySchema } from '#engine/model/compiled';
import type { DropdownDefinition, FieldDefinition, InputType } from '#engine/model/definitions';

export interface FixtureField {
  readonly name: string;
  readonly type: InputType;
  readonly refs?: readonly string[];
  readonly options?: readonly string[];
  readonly system?: boolean;
}

export interface FixtureModule {
  readonly name: string;
  readonly fields: readonly FixtureField[];
  readonly relations: readonly Omit<CompiledRelation, 'label'>[];
  readonly teamEnabled?: boolean;
  /** Lists of key ids (`f_` and the field's name). */
  readonly indexes: CollectionSchema['indexes'];
  readonly contains: readonly string[];
}

/** A compiled module for tests that need no registry: real field types, hand-written relations and indexes. */
export function createFixtureModule(fixture: FixtureModule): CompiledModule {
  const fields = fixture.fields.map(compileField);
  const keys = fields.flatMap((field) => field.keys);
  return {
    id: fixture.name,
    name: fixture.name,
    keyName: fixture.name,
    label: fixture.name,
    labelSingular: fixture.name,
    path: `/api/${fixture.name}`,
    definition: { id: fixture.name, name: fixture.name, label: fixture.name, labelSingular: fixture.name, kind: 'plain', fields: [] },
    definitionVersion: 1,
    teamEnabled: fixture.teamEnabled ?? false,
    nameField: 'name',
    fields: new Map(fields.map((field) => [field.name, field])),
    fieldsById: new Map(fields.map((field) => [field.id, field])),
    relations: new Map(fixture.relations.map((relation) => [relation.name, { ...relation, label: relation.name }])),
    finders: [],
    layouts: [],
    defaultSort: { sortField: 'name', sortOrder: 'asc' },
    pageSize: 10,
    validations: [],
    rowRules: {},
    roleRules: [],
    searchable: [],
    indexPlan: [],
    storage: { name: `m_${fixture.name}`, keys, indexes: fixture.indexes, contains: fixture.contains },
  };
}

function compileField(fixture: FixtureField): CompiledField {
  const type = getFieldType(fixture.type);
  const id = `f_${fixture.name}`;
  const dropdown = fixture.options === undefined ? undefined : createDropdown(fixture.name, fixture.options);
  const definition: FieldDefinition = { id, fieldName: fixture.name, label: fixture.name, inputType: fixture.type };
  const keys: readonly KeySchema[] =
    type.comparison === 'address'
      ? ADDRESS_PARTS.map((part) => ({ id: `${id}.${part}`, kind: 'text' as const, list: false }))
      : type.comparison === 'none'
        ? [{ id, kind: 'number', list: false }]
        : [{ id, kind: type.keyKind, list: type.list }];
  return {
    id,
    name: fixture.name,
    label: fixture.name,
    definition,
    type,
    dropdown,
    refs: fixture.refs ?? [],
    columns: [],
    keys,
    linksKey: undefined,
    trigger: undefined,
    system: fixture.system ?? false,
    relationship: undefined,
  };
}

function createDropdown(name: string, options: readonly string[]): DropdownDefinition {
  return { id: name, name, options: options.map((value) => ({ value, label: value })) };
}
