import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import { t } from '../../../kit/index.ts';

/** What a text contains: a value (undefined: the text is empty), or why it cannot be used. */
export type ReadJson<Value> = { readonly value: Value | undefined } | { readonly problem: string };

interface JsonInputProps<Value extends JsonValue> {
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  /** Checks the value of a text that is JSON. */
  readonly check: (value: JsonValue) => ReadJson<Value>;
}

function readJson<Value>(text: string, check: (value: JsonValue) => ReadJson<Value>): ReadJson<Value> {
  if (text.trim() === '') return { value: undefined };
  try {
    return check(JSON.parse(text) as JsonValue);
  } catch {
    return { problem: t('studioFields.conditions.notJson') };
  }
}

/** A condition or a filter as JSON. What is not valid is not applied. */
export function JsonInput<Value extends JsonValue>({ value, onChange, check }: JsonInputProps<Value>) {
  const [typed, setTyped] = useState(() => (value === undefined ? '' : JSON.stringify(value, undefined, 2)));
  const typedNow = readJson(typed, check);
  return (
    <Textarea
      aria-label={t('studioFields.conditions.json')}
      className="sf-json"
      autosize
      minRows={2}
      maxRows={16}
      spellCheck={false}
      value={typed}
      error={'problem' in typedNow ? typedNow.problem : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const next = readJson(text, check);
        if ('value' in next) onChange(next.value);
      }}
    />
  );
}
