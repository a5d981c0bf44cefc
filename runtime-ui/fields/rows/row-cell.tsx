import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../kit/index.ts';
import { parseNumberInput } from '../widgets/number-widgets.tsx';
import type { CellKind, CellValue } from './row-list.ts';

interface RowCellProps {
  readonly id: string | undefined;
  readonly kind: CellKind;
  /** The label of column and row, for screen readers. */
  readonly label: string;
  readonly value: CellValue | undefined;
  /** Typed text that is not a valid value of the column. */
  readonly invalidText: string | undefined;
  readonly onWrite: (value: CellValue | undefined) => void;
  readonly onInvalid: (text: string) => void;
  readonly onBlur: () => void;
}

const textOf = (value: CellValue | undefined): string => (value === undefined || value === null ? '' : String(value));

/** A number while it is typed; invalid text stays in the input with an error. */
function NumberCell({ id, label, value, invalidText, onWrite, onInvalid, onBlur }: RowCellProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const number = parseNumberInput(text);
    if (number === null) onInvalid(text);
    else onWrite(number);
  };
  return (
    <TextInput
      id={id}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      className="mf-number"
      value={invalidText ?? typed ?? textOf(value)}
      error={invalidText === undefined ? undefined : t('views.fields.notANumber')}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}

/** One cell: a text, a number or a checkbox. */
export function RowCell(props: RowCellProps) {
  const { id, kind, label, value, onWrite, onBlur } = props;
  if (kind === 'number') return <NumberCell {...props} />;
  if (kind === 'checkbox')
    return (
      <Checkbox
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        checked={value === true}
        onChange={(event) => onWrite(event.currentTarget.checked)}
        onBlur={onBlur}
      />
    );
  return (
    <TextInput
      id={id}
      aria-label={label}
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => onWrite(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
