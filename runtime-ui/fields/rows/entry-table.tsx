import type { InputType } from '#engine/model/definitions';
import { shownColumnsOf } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { EntryCell } from './entry-cell.tsx';
import { RowFrame } from './row-frame.tsx';
import { useEntries } from './use-entries.ts';

/** Minimum width of a column in pixels, and its share of the remaining space; default: those of a text. */
const WIDTHS: { readonly [type in InputType]?: readonly [minWidth: number, share: string] } = {
  Number: [96, '1fr'],
  Currency: [112, '1fr'],
  Date: [136, '1fr'],
  DateTime: [260, '1fr'],
  Checkbox: [64, '0fr'],
  Dropdown: [136, '1fr'],
  Relate: [176, '2fr'],
  TextArea: [200, '2fr'],
  ListField: [176, '2fr'],
  Object: [200, '2fr'],
};
const TEXT_WIDTHS = [136, '2fr'] as const;
/** Two inputs of the value of a condition next to each other. */
const CONDITION_WIDTHS = [264, '3fr'] as const;

/** The entries of an Array with an entry schema as a table of the inputs of its columns. */
export function EntryTable(props: WidgetProps) {
  const { module, field, issues, onBlur, wrapperProps } = props;
  const entries = useEntries(props);
  const columns = shownColumnsOf(field);
  const byName = new Map(columns.map((column) => [column.fieldName, column]));
  return (
    <RowFrame
      id={wrapperProps.id}
      label={field.label}
      problemId={issues.length === 0 ? undefined : `${wrapperProps.id}-entries-error`}
      rows={entries}
      columns={columns.map(({ fieldName, label, inputType, required, entry, operandOf }) => {
        const [minWidth, share] = operandOf === undefined ? (WIDTHS[inputType] ?? TEXT_WIDTHS) : CONDITION_WIDTHS;
        const isNested = entry !== undefined;
        return { name: fieldName, label, isRequired: required === true, isCheckbox: inputType === 'Checkbox', isNested, minWidth, share };
      })}
      renderCell={(at, name, id) => {
        const row = entries.rows[at];
        const column = byName.get(name);
        return (
          row &&
          column && (
            <EntryCell
              id={id ?? `${wrapperProps.id}-${row.id}-${name}`}
              module={module}
              column={column}
              entry={{ columns, values: row.entry, write: (other, cell) => entries.write(row.id, other, cell) }}
              label={column.entry === undefined ? t('views.rows.cell', { column: column.label, number: at + 1 }) : column.label}
              value={row.entry[name]}
              path={`${at}.${name}`}
              issues={issues}
              unread={row.unread[name]}
              onChange={(cell) => entries.write(row.id, name, cell)}
              onBlur={onBlur}
              onParseError={(message) => entries.setUnread(row.id, name, message)}
            />
          )
        );
      }}
    />
  );
}
