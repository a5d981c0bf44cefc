import { useState, type ReactElement } from 'react';
import type { ImportColumnView, ImportFieldView } from '#engine/model/wire';
import type { ImportChange } from '../../client/index.ts';
import { Popover, t } from '../../kit/index.ts';
import { changeOptions, chooseField } from './choices.ts';
import { ColumnOptions, hasOptions } from './column-options.tsx';
import { FieldList } from './field-list.tsx';

export interface ColumnMenuProps {
  readonly column: ImportColumnView;
  readonly columns: readonly ImportColumnView[];
  readonly fields: readonly ImportFieldView[];
  readonly onChange: (change: ImportChange) => void;
  /** The button that opens it, which gets the function for that. */
  readonly children: (toggle: () => void) => ReactElement;
}

/** What a column is imported as, and how its texts are read. It stays open while there are options to choose. */
export function ColumnMenu({ column, columns, fields, onChange, children }: ColumnMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (field: string | null) => {
    onChange({ columns: chooseField(columns, column.index, field) });
    const inputType = fields.find((one) => one.field === field)?.inputType ?? null;
    if (!hasOptions(inputType)) setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onClose={() => setOpen(false)}
      label={t('imports.columns.menu', { header: column.header })}
      target={children(() => setOpen(!isOpen))}
    >
      <FieldList fields={fields} columns={columns} column={column} onChoose={choose} />
      {hasOptions(column.inputType) && (
        <ColumnOptions
          choice={column}
          inputType={column.inputType}
          onChange={(options) => onChange({ columns: changeOptions(columns, column.index, options) })}
        />
      )}
    </Popover>
  );
}
