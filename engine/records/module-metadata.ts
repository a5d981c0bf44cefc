import { formatName, nameSourcesOf, normalizeField, readNameTemplate, type NameTemplate } from '#engine/model/keys';
import { compileFormula, orderDefaultFormulas, type CompiledFormula } from '#engine/model/calculations';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { DateChoice } from '#engine/model/field-types';
import type { FilterNode } from '#engine/model/filter';
import type { JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';

type NamedRecord = RecordDraft | RecordDocument;

/** The default of a field: a value in its stored form, or a day that is counted from the day of the save. */
export interface FieldDefault {
  readonly field: CompiledField;
  /** Null if there is a choice. */
  readonly value: JsonValue;
  readonly choice: DateChoice | undefined;
}

/** A default that is worked out from other fields. */
export interface DefaultFormula {
  readonly field: CompiledField;
  readonly formula: CompiledFormula;
}

/** Data about a module that the save pipeline needs often, computed once. */
export interface ModuleMetadata {
  readonly required: readonly CompiledField[];
  /** Fields with a default that does not depend on other fields. */
  readonly defaults: readonly FieldDefault[];
  /** Fields whose default is worked out from other fields, each after those that it reads. */
  readonly defaultFormulas: readonly DefaultFormula[];
  readonly autoIncrements: readonly CompiledField[];
  /** Derives the name of a record from its other fields, if the module's names are derived. */
  readonly deriveName: ((record: NamedRecord) => string | undefined) | undefined;
  /** The template of a name from other fields and related records, if the module has one. */
  readonly nameTemplate: NameTemplate | undefined;
  /** The template contains a number that a new record gets only after it was validated. */
  readonly isNamedByNumber: boolean;
  /** The fields that a name is derived from; empty if names are typed. */
  readonly nameSources: ReadonlySet<string>;
  /** Fields whose messages get their author and time from the save pipeline. */
  readonly messageLists: readonly CompiledField[];
  /** Fields whose values require others. */
  readonly transitionFields: readonly CompiledField[];
  /** Fields that contain uploaded files. */
  readonly files: readonly CompiledField[];
  readonly deletedField: CompiledField | undefined;
  /** Names of the fields whose changes are audited. */
  readonly audited: ReadonlySet<string>;
  readonly sensitive: ReadonlySet<string>;
}

/** System fields that are not audited: each audit entry says itself who made a change, and when. */
const NOT_AUDITED: ReadonlySet<string> = new Set(['created_by', 'modified_by', 'createdAt', 'updatedAt']);

const known = new WeakMap<CompiledModule, ModuleMetadata>();

/** The metadata of a module. Compiled modules never change, so it is cached. */
export function metadataOf(module: CompiledModule): ModuleMetadata {
  let metadata = known.get(module);
  if (metadata === undefined) {
    metadata = createMetadata(module);
    known.set(module, metadata);
  }
  return metadata;
}

function createMetadata(module: CompiledModule): ModuleMetadata {
  const fields = [...module.fields.values()];
  const template = module.definition.name_template;
  const nameTemplate = template === undefined || !module.fields.has('name') ? undefined : readNameTemplate(template);
  return {
    required: fields.filter((field) => field.definition.required === true && !field.system),
    defaults: fields.flatMap(readDefault),
    defaultFormulas: orderDefaultFormulas(fields.map(({ definition }) => definition)).flatMap(({ fieldName, defaultFormula }) => {
      const field = module.fields.get(fieldName);
      return field === undefined || defaultFormula === undefined ? [] : [{ field, formula: compileFormula(defaultFormula) }];
    }),
    autoIncrements: fields.filter((field) => field.definition.inputType === 'AutoIncrement'),
    deriveName: makeNaming(module),
    nameTemplate,
    isNamedByNumber: nameTemplate?.fields.some((name) => module.fields.get(name)?.definition.inputType === 'AutoIncrement') === true,
    nameSources: new Set(nameSourcesOf(module)),
    messageLists: fields.filter((field) => field.definition.inputType === 'MessageListField'),
    transitionFields: fields.filter((field) => field.definition.transitionRequirements !== undefined),
    files: fields.filter((field) => field.definition.inputType === 'File'),
    deletedField: module.fields.get('deleted'),
    audited: new Set(
      fields
        .filter(({ name, definition }) => !NOT_AUDITED.has(name) && definition.audited !== false)
        .filter(({ definition }) => definition.internal !== true && definition.inputType !== 'MessageListField')
        .map((field) => field.name),
    ),
    sensitive: new Set(fields.filter((field) => field.definition.sensitive === true).map((field) => field.name)),
  };
}

/** A person's name is first and last name. If another field names the records, the name is that field's text. */
function makeNaming({ definition, fields, nameField }: CompiledModule): ModuleMetadata['deriveName'] {
  if (!fields.has('name') || definition.name_template !== undefined) return undefined;
  if (fields.has('first_name') && fields.has('last_name')) {
    return (record) => formatName({ first_name: record['first_name'] ?? null, last_name: record['last_name'] ?? null });
  }
  if (nameField === 'name') return undefined;
  return (record) => (typeof record[nameField] === 'string' ? record[nameField] : undefined);
}

function readDefault(field: CompiledField): FieldDefault[] {
  const { defaultDate } = field.definition;
  if (defaultDate !== undefined) return [{ field, value: null, choice: defaultDate }];
  if (field.definition.default === undefined) return [];
  const normalized = normalizeField(field, field.definition.default as JsonValue, () => true);
  return normalized.ok && normalized.value !== undefined ? [{ field, value: normalized.value, choice: undefined }] : [];
}

/** Excludes deleted records. */
export function notDeleted(module: CompiledModule): readonly FilterNode[] {
  const key = metadataOf(module).deletedField?.keys[0];
  return key === undefined ? [] : [{ kind: 'equals', key, values: [0] }];
}
