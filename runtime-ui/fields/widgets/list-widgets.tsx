import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import { isObject, useUserId } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { FieldValue } from '../values/field-value.tsx';
import { GrowingTextarea } from './growing-textarea.tsx';
import type { ValueWidgetProps, WidgetProps } from './widget-props.ts';

const listOf = (value: WidgetProps['value']) => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);

/** A list of texts: Enter adds one. */
export function ListWidget({ value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const current = listOf(value)
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map(String);
  return (
    <TagsInput
      {...wrapperProps}
      value={current}
      readOnly={readOnly}
      placeholder={current.length === 0 ? t('views.fields.listHint') : ''}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      onBlur={onBlur}
      acceptValueOnBlur
    />
  );
}

/** The existing messages, and an input for one more below them. */
export function MessageListWidget({ module, field, value, onChange, onBlur, readOnly, wrapperProps }: WidgetProps) {
  const userId = useUserId();
  const list = listOf(value).filter(isObject);
  // Messages present when the form opened are read-only; later ones are being written.
  const [initialCount] = useState(list.length);
  const text = list[initialCount]?.text;
  const write = (next: string) => {
    const message = { text: next, at: new Date().toISOString(), ...(userId === undefined ? {} : { by: userId }) };
    const all: JsonValue[] = next === '' ? list.slice(0, initialCount) : [...list.slice(0, initialCount), message];
    onChange(all.length === 0 ? undefined : all);
  };
  return (
    <div>
      <GrowingTextarea
        {...wrapperProps}
        minRows={2}
        maxRows={12}
        value={typeof text === 'string' ? text : ''}
        readOnly={readOnly}
        placeholder={t('views.fields.newMessage')}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {initialCount > 0 && (
        <div className="mf-messages">
          <FieldValue module={module} field={field} value={list.slice(0, initialCount)} look="detail" />
        </div>
      )}
    </div>
  );
}

/** Any JSON as text; invalid JSON shows an error and blocks the save. */
export function JsonWidget({ field, value, onChange, onBlur, onParseError, readOnly, wrapperProps }: ValueWidgetProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const shown = typed ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2));
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === '') {
      onParseError(undefined);
      return onChange(undefined);
    }
    try {
      onChange(JSON.parse(text) as JsonValue);
      onParseError(undefined);
    } catch (error) {
      onParseError(t('views.fields.notJson', { reason: error instanceof Error ? error.message : '' }));
    }
  };
  return (
    <GrowingTextarea
      {...wrapperProps}
      className="mf-json"
      minRows={field.textAreaRowCount ?? 3}
      maxRows={16}
      spellCheck={false}
      value={shown}
      readOnly={readOnly}
      placeholder={field.placeholder ?? (field.inputType === 'Array' ? '[ ]' : '{ }')}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
