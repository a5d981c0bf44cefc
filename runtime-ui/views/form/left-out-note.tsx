import { CornerUpLeft } from 'lucide-react';
import type { DropdownDefinition, FieldView, JsonValue } from '#engine/model';
import { textOf } from '../../fields/values/index.ts';
import { Icon, t } from '../../kit/index.ts';

interface LeftOutNoteProps {
  /** The field that the options follow. */
  readonly parent: FieldView | undefined;
  /** What was chosen, and what of it is left. */
  readonly value: JsonValue | undefined;
  readonly left: JsonValue | undefined;
  readonly options: DropdownDefinition['options'];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined || value === null ? [] : [value];
}

/** Under a field whose value does not fit its parent any more: what was left out, and how it comes back. */
export function LeftOutNote({ parent, value, left, options }: LeftOutNoteProps) {
  const kept = listOf(left);
  const gone = listOf(value).filter((one) => !kept.includes(one)).map((one) => options.find((option) => option.value === one)?.label ?? textOf(one));
  if (gone.length === 0 || parent === undefined) return null;
  return <p className="mv-left-out" role="status"><Icon of={CornerUpLeft} size={14} /><span>{t(gone.length === 1 ? 'views.form.leftOut' : 'views.form.leftOutMany', { values: gone.join(', '), parent: parent.label })}</span></p>;
}
