import { useContext, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { WithNamedModule } from '../values/named-module.tsx';
import { EditedRecordContext } from '../widgets/edited-record.ts';
import { findInputField, NamedValueInput } from '../widgets/named-value-input.tsx';
import type { CellEntry } from './condition-cell.tsx';
import type { CellInputProps } from './typed-text.tsx';

interface NamedValueCellProps extends CellInputProps {
  readonly module: ModuleView;
  readonly entry: CellEntry;
  /** The column that names the field. */
  readonly nameColumn: string;
  /** The input without a known field. */
  readonly plain: ReactNode;
}

/** A value of the field that another column of the entry names: an input of its type. */
export function NamedValueCell({ module, entry, nameColumn, plain, field, ...input }: NamedValueCellProps) {
  const record = useContext(EditedRecordContext);
  const naming = entry.columns.find(({ fieldName }) => fieldName === nameColumn);
  if (record === undefined || naming?.fieldsOf === undefined) return plain;
  return (
    <WithNamedModule module={module} by={naming} record={record}>
      {(of) => {
        const named = findInputField(of.module, entry.values[nameColumn]);
        if (of.module === undefined || named === undefined) return plain;
        // Another field has another input.
        return <NamedValueInput {...input} key={`${of.module.name}.${named.fieldName}`} holder={field} of={of.module} named={named} />;
      }}
    </WithNamedModule>
  );
}
