import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMonth, formatTimeOfDay, parseMonth, parseTimeOfDay } from '#engine/model/field-types';
import type { JsonValue } from '#engine/model/values';
import { t } from '../../kit/index.ts';
import { buildWrapperProps } from '../widgets/issue-text.tsx';
import { GrowingTextarea } from '../widgets/growing-textarea.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { readAnyValue, writeAnyValue } from './any-value.ts';

export type CellInputProps = Pick<WidgetProps, 'field' | 'value' | 'issues' | 'onChange' | 'onBlur' | 'onParseError'> & {
  readonly id: string;
};

const shown = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** A time of day or a month, typed as people write it. Text that is neither stays in the input with an error. */
export function TypedTextInput({ id, field, value, issues, onChange, onBlur, onParseError }: CellInputProps) {
  const [typed, setTyped] = useState<string>();
  const isTime = field.timeOfDay === true;
  const text = isTime ? formatTimeOfDay(shown(value)) : formatMonth(shown(value));
  const type = (next: string) => {
    const read = isTime ? parseTimeOfDay(next) : parseMonth(next);
    setTyped(next);
    if (next.trim() === '' || read !== undefined) onChange(read);
    onParseError(next.trim() === '' || read !== undefined ? undefined : t(isTime ? 'views.rows.notTime' : 'views.rows.notMonth'));
  };
  return (
    <TextInput
      {...buildWrapperProps(id, field, issues, field.required === true)}
      value={typed ?? text}
      placeholder={field.placeholder}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        if (issues.length === 0) setTyped(undefined);
        onBlur();
      }}
    />
  );
}

/** A value of any kind: a text, a number, or several of them, one on each line. */
export function AnyValueInput({ id, field, value, issues, onChange, onBlur, onParseError }: CellInputProps) {
  const [typed, setTyped] = useState<string>();
  const type = (next: string) => {
    setTyped(next);
    try {
      onChange(readAnyValue(next));
      onParseError(undefined);
    } catch (error) {
      onParseError(t('views.fields.notJson', { reason: error instanceof Error ? error.message : '' }));
    }
  };
  return (
    <GrowingTextarea
      {...buildWrapperProps(id, field, issues, field.required === true)}
      minRows={1}
      maxRows={8}
      value={typed ?? writeAnyValue(value)}
      placeholder={field.placeholder ?? t('views.rows.linesHint')}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
