import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { FieldIssue } from '../../headless/index.ts';
import { FieldInput } from '../widgets/field-input.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';

interface EntryCellProps extends Pick<WidgetProps, 'module' | 'issues' | 'onBlur' | 'onChange' | 'onParseError'> {
  readonly id: string;
  readonly column: FieldView;
  readonly label: string;
  readonly value: JsonValue | undefined;
  /** The path of the value, as in the problems of a save: '2.amount'. */
  readonly path: string;
  /** Why the typed text is not a value. */
  readonly unread: string | undefined;
}

/** The input of a column's type, with the problems of this value. */
export function EntryCell({ id, module, column, label, value, path, issues, unread, onChange, onBlur, onParseError }: EntryCellProps) {
  const own = issues.filter((issue) => issue.path === path);
  const shown: readonly FieldIssue[] =
    unread === undefined ? own : [{ field: column.fieldName, path: '', code: 'unreadable', message: unread }];
  return (
    <FieldInput
      id={id}
      module={module}
      field={column.label === label ? column : { ...column, label }}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      issues={shown}
      onParseError={onParseError}
    />
  );
}
