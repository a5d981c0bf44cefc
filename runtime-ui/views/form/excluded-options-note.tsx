import { CornerUpLeft } from 'lucide-react';
import type { DropdownDefinition, FieldView, JsonValue } from '#engine/model';
import { textOf } from '../../fields/values/index.ts';
import { Icon, t } from '../../kit/index.ts';

interface ExcludedOptionsNoteProps {
  /** The field that the options follow. */
  readonly parent: FieldView | undefined;
  /** What was chosen, and what of it is left. */
  readonly value: JsonValue | undefined;
  readonly remaining: JsonValue | undefined;
  readonly options: DropdownDefinition['options'];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined || value === null ? [] : [value];
}

/** Under a field whose value does not fit its parent any more: what was left out, and how it comes back. */
export function ExcludedOptionsNote({ parent, value, remaining, options }: ExcludedOptionsNoteProps) {
  const remainingValues = listOf(remaining);
  const excluded = listOf(value).filter((one) => !remainingValues.includes(one)).map((one) => options.find((option) => option.value === one)?.label ?? textOf(one));
  if (excluded.length === 0 || parent === undefined) return null;
  return <p className="mv-excluded-options" role="status"><Icon of={CornerUpLeft} size={14} /><span>{t(excluded.length === 1 ? 'views.form.leftOut' : 'views.form.leftOutMany', { values: excluded.join(', '), parent: parent.label })}</span></p>;
}
