import {
  getKeySchemas,
  getTriggerCondition,
  toSensitiveType,
  typeOfField,
  type CompiledField,
  type DropdownDefinition,
  type FieldDefinition,
  type SettingDefinition,
} from '#engine/model';
import type { ResolvedField } from './resolve-fields.ts';

/** The input for compiling a field. */
export interface FieldCompileContext {
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
  readonly moduleNames: ReadonlySet<string>;
  /** By key; absent: defaults are used as they are written. */
  readonly settings?: ReadonlyMap<string, SettingDefinition>;
  /** The fields of the same module by name, for triggers; absent: they are not compiled. */
  readonly siblings?: ReadonlyMap<string, FieldDefinition>;
}

/** Compiles a checked field. */
export function compileField(resolved: ResolvedField, context: FieldCompileContext): CompiledField {
  const definition = withDefault(resolved.definition, context);
  const own = typeOfField(definition.inputType, definition.fieldType);
  const type = definition.sensitive === true ? toSensitiveType(own) : own;
  return {
    id: definition.id,
    name: definition.fieldName,
    label: definition.label,
    definition,
    type,
    dropdown: definition.dropdown === undefined ? undefined : context.dropdowns.get(definition.dropdown),
    refs: [definition.ref ?? []].flat().filter((name) => context.moduleNames.has(name)),
    keys: getKeySchemas(definition.id, type),
    trigger: compileTriggerOf(definition, context),
    system: resolved.system,
    relationship: resolved.relationship,
  };
}

function compileTriggerOf(definition: FieldDefinition, { siblings }: FieldCompileContext): CompiledField['trigger'] {
  const parent = definition.dependent === true ? siblings?.get(definition.parentField ?? '') : undefined;
  return parent === undefined || definition.fieldsToTrigger === undefined
    ? undefined
    : getTriggerCondition(definition.fieldsToTrigger, parent);
}

/** The default from a setting. It is ignored if the dropdown does not have the value, so that records can still be created. */
function withDefault(definition: FieldDefinition, { dropdowns, settings }: FieldCompileContext): FieldDefinition {
  const value = definition.defaultSetting === undefined ? undefined : settings?.get(definition.defaultSetting)?.setting;
  if (value === undefined) return definition;
  const options = new Set<unknown>(dropdowns.get(definition.dropdown ?? '')?.options.map((option) => option.value));
  const known = [value].flat().filter((one) => options.has(one));
  const { default: written, ...rest } = definition;
  if (definition.inputType === 'MultiSelect') return known.length === 0 ? rest : { ...rest, default: known };
  return { ...rest, default: known[0] ?? written };
}
