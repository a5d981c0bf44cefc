import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../kit/index.ts';
import type { ValueWidgetProps } from './widget-props.ts';

const PLAIN = /^-?(\d+(\.\d*)?|\.\d+)$/;

/** Parses `1,234.5`, `$58` or `-3` to a number; undefined if empty, null if it is not a number. */
export function parseNumberInput(text: string): number | undefined | null {
  const plain = text.replace(/[\s,$]/g, '');
  if (plain === '') return undefined;
  return PLAIN.test(plain) ? Number(plain) : null;
}

function textOfNumber(value: ValueWidgetProps['value'], money: boolean): string {
  if (typeof value !== 'number') return '';
  return money ? value.toFixed(2) : String(value);
}

/** A number as text: invalid text stays as typed with an error; nothing is changed silently. */
function NumberText({ props, money }: { readonly props: ValueWidgetProps; readonly money: boolean }) {
  const { field, value, onChange, onBlur, onParseError, readOnly, wrapperProps } = props;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const type = (text: string) => {
    setTyped(text);
    const number = parseNumberInput(text);
    onParseError(number === null ? t('views.fields.notANumber') : undefined);
    onChange(number ?? undefined);
  };
  const leave = () => {
    // A valid number is formatted; anything else stays as typed.
    if (typed !== undefined && parseNumberInput(typed) !== null) setTyped(undefined);
    onBlur();
  };
  return (
    <TextInput
      {...wrapperProps}
      inputMode={field.integer === true ? 'numeric' : 'decimal'}
      autoComplete="off"
      className="mf-number"
      placeholder={field.placeholder}
      value={typed ?? textOfNumber(value, money)}
      readOnly={readOnly}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      {...(money ? { leftSection: '$', leftSectionWidth: 26 } : {})}
      {...(field.unit === undefined
        ? {}
        : {
            rightSection: <span className="mf-unit">{field.unit}</span>,
            rightSectionWidth: field.unit.length * 7 + 16,
            rightSectionPointerEvents: 'none' as const,
          })}
    />
  );
}

export function NumberWidget(props: ValueWidgetProps) {
  return <NumberText props={props} money={false} />;
}

export function CurrencyWidget(props: ValueWidgetProps) {
  return <NumberText props={props} money />;
}
