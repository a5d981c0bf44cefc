import type { FieldView } from '#engine/model/wire';

/** Whether values of the field are read by other values of their record: they name fields of a module, or are values of such fields. */
export function isReadByRecord({ fieldsOf, valueFor, propertiesOf, entry }: FieldView): boolean {
  const names = fieldsOf ?? valueFor ?? propertiesOf;
  return names !== undefined || (entry?.columns.some((column) => column.fieldsOf !== undefined) ?? false);
}
