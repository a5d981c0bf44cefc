import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../kit/index.ts';
import { parseNumberInput } from '../widgets/number-widgets.tsx';
import type { CellKind, CellValue } from './row-list.ts';

interface RowCellProps {
  readonly id: string | undefined;
  readonly kind: CellKind;
  /** Column and row in words. */
  readonly label: string;
  readonly value: CellValue | undefined;
  /** What was typed and is no value of the column. */
  readonly invalidText: string | undefined;
  readonly onWrite: (value: CellValue | undefined) => void;
  readonly onInvalid: (text: string) => void;
  readonly onBlur: () => void;
}

const textOf = (value: CellValue | undefined): string => (value === undefined || value === null ? '' : String(value));

/** A number as it is typed; what cannot be read stays and is said. */
function NumberCell({ id, label, value, invalidText, onWrite, onInvalid, onBlur }: RowCellProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const number = parseNumberInput(text);
    if (number === null) onInvalid(text);
    else onWrite(number);
  };
  return <TextInput id={id} aria-label={label} inputMode="decimal" autoComplete="off" className="mf-number" value={invalidText ?? typed ?? textOf(value)} error={invalidText === undefined ? undefined : t('views.fields.notANumber')} onChange={(event) => type(event.currentTarget.value)} onBlur={() => { setTyped(undefined); onBlur(); }} />;
}

/** One cell: a text, a number or a tick. */
export function RowCell(props: RowCellProps) {
  const { id, kind, label, value, onWrite, onBlur } = props;
  if (kind === 'number') return <NumberCell {...props} />;
  if (kind === 'checkbox') return <Checkbox {...(id === undefined ? {} : { id })} aria-label={label} checked={value === true} onChange={(event) => onWrite(event.currentTarget.checked)} onBlur={onBlur} />;
  return <TextInput id={id} aria-label={label} autoComplete="off" value={textOf(value)} onChange={(event) => onWrite(event.currentTarget.value === '' ? undefined : event.currentTarget.value)} onBlur={onBlur} />;
}
