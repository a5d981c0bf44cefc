import type { FieldProps } from '@rjsf/utils';
import type { JsonValue } from '#engine/model';
import { findFieldSlot } from '../../extensions/index.ts';
import { FieldInput } from '../../fields/widgets/index.ts';
import { findField, type FieldIssue } from '../../headless/index.ts';
import { inputId, useFormScope } from './form-context.ts';

const NO_ISSUES: readonly FieldIssue[] = [];

/** The field that rjsf renders for every property: the widget of its input type, or the one that a plugin brings. */
export function RecordField({ name }: FieldProps) {
  const { module, form, prefix, sections, isReadOnly } = useFormScope();
  const field = findField(module, name);
  if (field === undefined) return null;
  const item = sections.flatMap((section) => section.items).find((one) => one.field?.fieldName === name);
  const readOnly = isReadOnly(field, item);
  const value = form.state.draft[name];
  const issues = form.issues[name] ?? NO_ISSUES;
  const id = inputId(prefix, name);
  const set = (next: JsonValue | undefined) => form.setValue(name, next);
  const Slot = findFieldSlot(module.name, name);
  if (Slot) return <Slot id={id} field={field} module={module} value={value} onChange={set} draft={form.state.draft} readOnly={readOnly} {...(issues[0] === undefined ? {} : { error: issues[0].message })} />;
  const labelled = item === undefined || item.layout.label === undefined ? field : { ...field, label: item.layout.label };
  return <FieldInput id={id} module={module} field={labelled} value={value} onChange={set} readOnly={readOnly} issues={issues} onUnreadable={(message) => form.setUnreadable(name, message)} />;
}
