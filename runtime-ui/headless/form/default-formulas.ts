// Loaded only for the form of a module that has defaults which are worked out from other fields.
import { compileFormula, evaluateFormula, orderDefaultFormulas, prepareResult } from '#engine/model/calculations';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { findDropdown } from '../module/module-finders.ts';
import { isEmptyValue } from '../module/record-value.ts';
import { toConditionRecord } from './condition-record.ts';
import type { DefaultFormulaContext } from './default-formula-context.ts';
import { isWritable } from '../record/ownership.ts';
import type { Draft } from './draft.ts';

/** Whether the user, or the caller of the form, set the value; also to nothing. */
function isTouched({ base }: DefaultFormulaContext, { fieldName }: FieldView, draft: Draft): boolean {
  if (!Object.hasOwn(draft, fieldName)) return false;
  return !Object.hasOwn(base, fieldName) || draft[fieldName] !== base[fieldName];
}

/** Whether the form fills the field in: it is shown, for the first time if the record is stored, and has no value. */
function isOpen(context: DefaultFormulaContext, field: FieldView, draft: Draft): boolean {
  const { base, isShown } = context;
  if (isTouched(context, field, draft) || !isEmptyValue(draft[field.fieldName]) || !isShown(field, draft, base)) return false;
  return base['_id'] === undefined || !isShown(field, base, base);
}

/** The name of the field that a formula copies; undefined: it does more than that. */
function findCopied({ defaultFormula = {} }: FieldView): string | undefined {
  const { var: name } = defaultFormula;
  const [source, field, ...parts] = typeof name === 'string' ? name.split('.') : [];
  return source === 'record' && parts.length === 0 ? field : undefined;
}

function workOut(module: ModuleView, field: FieldView, draft: Draft): JsonValue | undefined {
  const copied = module.fields.find(({ fieldName }) => fieldName === findCopied(field));
  // A relate is copied with the name of its record, which the form shows.
  if (copied?.inputType === field.inputType) return draft[copied.fieldName];
  const result = evaluateFormula(compileFormula(field.defaultFormula ?? {}), { record: toConditionRecord(module, draft), related: {} });
  if (!result.ok || isEmptyValue(result.value) || result.value === undefined) return undefined;
  const value = prepareResult(field.inputType, result.value);
  const dropdown = findDropdown(module, field);
  return dropdown === undefined || dropdown.options.some((option) => option.value === value) ? value : undefined;
}

/**
 * The draft with the defaults that are worked out from other fields. The draft itself does not contain them, so that they follow the other
 * fields until the user types a value.
 */
export function fillDefaultFormulas(context: DefaultFormulaContext, draft: Draft): Draft {
  const { module } = context;
  const fields = orderDefaultFormulas(module.fields).filter((field) => isWritable(field, true));
  let filled = draft;
  // A default may show another field. Each field is filled once, so it ends.
  for (let isChanged = true; isChanged; ) {
    const before: Draft = filled;
    for (const field of fields) {
      const value = isOpen(context, field, filled) ? workOut(module, field, filled) : undefined;
      if (!isEmptyValue(value)) filled = { ...filled, [field.fieldName]: value };
    }
    isChanged = filled !== before;
  }
  return filled;
}
