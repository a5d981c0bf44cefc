import type { CompiledField, CompiledRelation } from '#engine/model/compiled';
import type { FieldDefinition } from '#engine/model/definitions';
import type { ResolvedModule } from './resolve-fields.ts';

const RELATING = new Set(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);

/** Whether a field contains ids of other records. */
export function isRelating(field: CompiledField): boolean {
  return RELATING.has(field.definition.inputType);
}

function isFlex(field: CompiledField): boolean {
  return field.definition.inputType === 'FlexRelate' || field.definition.inputType === 'MultiFlexRelate';
}

/** The relations by a module's own fields. */
export function listForwardRelations(fields: Iterable<CompiledField>): CompiledRelation[] {
  return [...fields].filter(isRelating).map((field) => ({
    name: field.name,
    label: field.label,
    direction: 'forward',
    modules: field.refs,
    fieldName: field.name,
    many: field.type.list,
    flex: isFlex(field),
  }));
}

/** 'Related ' and the capitalized singular name of the module at the other end. */
function labelReverse(other: ResolvedModule): string {
  const singular = other.definition.labelSingular;
  return `Related ${singular.charAt(0).toUpperCase()}${singular.slice(1)}`;
}

/** The relations of a module by relationship fields of other modules. */
export function listReverseRelations(module: ResolvedModule, all: ReadonlyMap<string, ResolvedModule>): CompiledRelation[] {
  return module.reverse.flatMap((relationship) => {
    const other = all.get(relationship.related_module.name);
    if (!other) return [];
    return [
      {
        name: relationship.reverseName ?? relationship.name,
        label: labelReverse(other),
        direction: 'reverse',
        modules: [other.definition.name],
        fieldName: relationship.name,
        many: true,
        flex: false,
      },
    ];
  });
}

/** A FlexRelate or MultiFlexRelate, and its module. */
export interface FlexField {
  readonly module: ResolvedModule;
  readonly field: FieldDefinition;
  /** Names of the modules that it may point to; empty: all. */
  readonly targets: readonly string[];
}

/** The FlexRelate fields of all modules. */
export function listFlexFields(all: Iterable<ResolvedModule>): FlexField[] {
  return [...all].flatMap((module) =>
    module.fields
      .filter(({ definition: { inputType } }) => inputType === 'FlexRelate' || inputType === 'MultiFlexRelate')
      .map(({ definition: field }) => ({ module, field, targets: [field.ref ?? []].flat() })),
  );
}

/**
 * FlexRelate fields also have a reverse relation, so that a record can list the records that point to it: on every
 * module that the field may point to, as `<module>_<field>`.
 */
export function listFlexReverseRelations(module: ResolvedModule, flexFields: readonly FlexField[]): CompiledRelation[] {
  return flexFields
    .filter(({ targets }) => targets.length === 0 || targets.includes(module.definition.name))
    .map(({ module: other, field }) => ({
      name: `${other.definition.name}_${field.fieldName}`,
      label: labelReverse(other),
      direction: 'reverse',
      modules: [other.definition.name],
      fieldName: field.fieldName,
      many: true,
      flex: true,
    }));
}
