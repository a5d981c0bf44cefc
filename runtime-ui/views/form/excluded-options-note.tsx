import { CornerUpLeft } from 'lucide-react';
import type { DropdownDefinition } from '#engine/model/definitions';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { textOf } from '../../fields/values/index.ts';
import { Icon, t } from '../../kit/index.ts';

interface ExcludedOptionsNoteProps {
  /** The parent field that restricts the options. */
  readonly parent: FieldView | undefined;
  /** The chosen value, and the part of it that is still allowed. */
  readonly value: JsonValue | undefined;
  readonly remaining: JsonValue | undefined;
  readonly options: DropdownDefinition['options'];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined || value === null ? [] : [value];
}

/** A note under a field with values that its parent no longer allows: which were excluded, and how to restore them. */
export function ExcludedOptionsNote({ parent, value, remaining, options }: ExcludedOptionsNoteProps) {
  const remainingValues = listOf(remaining);
  const excluded = listOf(value)
    .filter((one) => !remainingValues.includes(one))
    .map((one) => options.find((option) => option.value === one)?.label ?? textOf(one));
  if (excluded.length === 0 || parent === undefined) return null;
  return (
    <p className="mv-excluded-options" role="status">
      <Icon of={CornerUpLeft} size={14} />
      <span>
        {t(excluded.length === 1 ? 'views.form.leftOut' : 'views.form.leftOutMany', { values: excluded.join(', '), parent: parent.label })}
      </span>
    </p>
  );
}
