import { t } from '../../kit/index.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { RowCell } from './row-cell.tsx';
import { RowFrame } from './row-frame.tsx';
import { columnLabel, type CellKind } from './row-list.ts';
import { useRows } from './use-rows.ts';

/** Minimum widths of columns in pixels, and their share of the remaining space. */
const MIN_WIDTHS: { readonly [kind in CellKind]: number } = { text: 120, number: 80, checkbox: 72 };
const SHARE: { readonly [kind in CellKind]: string } = { text: '2fr', number: '1fr', checkbox: '0fr' };

/**
 * A list of flat entries as a table: rows can be added, removed and moved; cells are texts, numbers and checkboxes. Alt with an arrow key
 * moves a row.
 */
export function RowsTable({ field, value, onChange, onBlur, onParseError, wrapperProps }: WidgetProps) {
  const rows = useRows(field.entryColumns, value, onChange, onParseError);
  const columns = rows.columns.map(({ name, kind }) => ({
    name,
    label: columnLabel(name),
    isCheckbox: kind === 'checkbox',
    minWidth: MIN_WIDTHS[kind],
    share: SHARE[kind],
  }));
  return (
    <RowFrame
      id={wrapperProps.id}
      label={field.label}
      columns={columns}
      rows={rows}
      renderCell={(at, name, id) => {
        const row = rows.rows[at];
        const kind = rows.columns.find((column) => column.name === name)?.kind ?? 'text';
        return (
          row && (
            <RowCell
              id={id}
              kind={kind}
              label={t('views.rows.cell', { column: columnLabel(name), number: at + 1 })}
              value={row.row[name]}
              invalidText={row.unread[name]}
              onWrite={(cell) => rows.write(row.id, name, cell)}
              onInvalid={(text) => rows.setInvalid(row.id, name, text)}
              onBlur={onBlur}
            />
          )
        );
      }}
    />
  );
}
