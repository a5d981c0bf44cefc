export { endsWithChoice, hasParts, isFixedHere, isInlineEditable, isLocked, takesLines } from './inline-fields.ts';
export { missingFields, troubleOf, type MoveTrouble } from './move-trouble.ts';
export { type EditedRecord, type SavedField } from './save-field.ts';
export { useFieldEdit, type FieldEdit, type FieldSave, type FieldTrouble } from './use-field-edit.ts';
export { useFieldMove, type FieldMove, type FieldMoveInput } from './use-field-move.ts';
export { valueForText } from './zip-fills.ts';
