import type { FieldView, ModuleView } from '#engine/model/wire';
import { findField } from './module-finders.ts';

/**
 * Names of the other fields that a value is shown with: those that say which module the fields that it names are of, and the field that it
 * is a value of.
 */
export function listModuleSources(module: ModuleView, field: FieldView): readonly string[] {
  const naming = field.valueFor === undefined ? field : findField(module, field.valueFor);
  const { fieldsOf, propertiesOf, fieldsElseOf } = naming ?? {};
  const first = fieldsOf ?? propertiesOf ?? '';
  // The first is used only while it is shown.
  const parent = fieldsElseOf === undefined ? undefined : findField(module, first)?.parentField;
  return [field.valueFor, first, fieldsElseOf, parent].filter((name): name is string => name !== undefined && name !== '');
}
