import type { FieldView, JsonValue, ModuleView } from '#engine/model';
import { findGate } from '../../extensions/index.ts';
import { missingFields, type EditedRecord, type MoveTrouble } from '../../headless/inline/index.ts';

/** What is known to be asked for before a value is sent; undefined: nothing that this user could fill in. */
export function gateTrouble(module: ModuleView, field: FieldView, record: EditedRecord, value: JsonValue | undefined, userId: string | undefined): MoveTrouble | undefined {
  const gate = value === undefined || value === null ? undefined : findGate(module.name, field.fieldName, value, record);
  const fields = gate === undefined ? [] : missingFields(module, gate.fields, record, userId);
  return gate === undefined || fields.length === 0 ? undefined : { kind: 'asks', message: gate.why, fields, issues: {} };
}
