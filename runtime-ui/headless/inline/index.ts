export { savesOnChange, hasParts, isReadOnlyByLayout, isReadOnlyByRule, isInlineEditable, isLocked, isMultiline } from './inline-fields.ts';
export { missingFields, toMoveProblem, type MoveProblem } from './move-problem.ts';
export { type EditedRecord, type SavedField } from './save-field.ts';
export { useFieldEdit, type FieldEdit, type FieldSaveResult, type FieldEditProblem } from './use-field-edit.ts';
export { useFieldMove, type FieldMove, type FieldMoveInput } from './use-field-move.ts';
export { valueForText } from './compute-zip-fills.ts';
