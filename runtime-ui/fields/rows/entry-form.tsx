import type { JsonValue } from '#engine/model/values';
import { shownColumnsOf } from '../../headless/index.ts';
import { wantsFullWidth } from '../widgets/field-input.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { EntryCell } from './entry-cell.tsx';
import { useEntries } from './use-entries.ts';

/** The value of an Object with an entry schema as a group of the inputs of its columns. */
export function EntryForm(props: WidgetProps) {
  const { module, field, issues, onBlur, wrapperProps } = props;
  const entries = useEntries(props);
  const columns = shownColumnsOf(field);
  const row = entries.rows[0] ?? { id: 0, entry: {}, unread: {} };
  const write = (column: string, value: JsonValue | undefined) => entries.write(row.id, column, value);
  return (
    <div
      className="mf-entry-form"
      role="group"
      aria-label={field.label}
      aria-describedby={issues.length === 0 ? undefined : `${wrapperProps.id}-entries-error`}
    >
      {columns.map((column, at) => {
        const { fieldName } = column;
        return (
          <div key={column.id} data-wide={wantsFullWidth(column) || undefined}>
            <EntryCell
              id={at === 0 ? wrapperProps.id : `${wrapperProps.id}-${fieldName}`}
              module={module}
              column={column}
              entry={{ columns, values: row.entry, write }}
              label={column.label}
              value={row.entry[fieldName]}
              path={fieldName}
              issues={issues}
              unread={row.unread[fieldName]}
              onChange={(value) => write(fieldName, value)}
              onBlur={onBlur}
              onParseError={(message) => entries.setUnread(row.id, fieldName, message)}
            />
          </div>
        );
      })}
    </div>
  );
}
