import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { FieldIssue } from '../../headless/index.ts';
import { FieldInput } from '../widgets/field-input.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { ConditionCell, findCondition, type CellEntry } from './condition-cell.tsx';
import { NamedValueCell } from './named-value-cell.tsx';
import { AnyValueInput, TypedTextInput } from './typed-text.tsx';

interface EntryCellProps extends Pick<WidgetProps, 'module' | 'issues' | 'onBlur' | 'onChange' | 'onParseError'> {
  readonly id: string;
  readonly column: FieldView;
  readonly entry: CellEntry;
  readonly label: string;
  readonly value: JsonValue | undefined;
  /** The path of the value, as in the problems of a save: '2.amount'. */
  readonly path: string;
  /** Why the typed text is not a value. */
  readonly unread: string | undefined;
}

/** The problems of this value; those of the values in it have the paths in it. */
function issuesAt(issues: readonly FieldIssue[], path: string): readonly FieldIssue[] {
  return issues.flatMap((issue) => {
    if (issue.path === path) return { ...issue, path: '' };
    return issue.path.startsWith(`${path}.`) ? { ...issue, path: issue.path.slice(path.length + 1) } : [];
  });
}

/** The input of a column's type, with the problems of this value. */
export function EntryCell({
  id,
  module,
  column,
  entry,
  label,
  value,
  path,
  issues,
  unread,
  onChange,
  onBlur,
  onParseError,
}: EntryCellProps) {
  const own = issuesAt(issues, path);
  // A column with columns of its own shows the problem where the text is.
  const isUnread = unread !== undefined && column.entry === undefined;
  const shown: readonly FieldIssue[] = isUnread ? [{ field: column.fieldName, path: '', code: 'unreadable', message: unread }] : own;
  const field = column.label === label ? column : { ...column, label };
  const input = { id, field, value, onChange, onBlur, issues: shown, onParseError };
  if (column.timeOfDay === true || column.month === true) return <TypedTextInput {...input} />;
  const isAny = column.inputType === 'Object' && column.entry === undefined;
  const plain = isAny ? <AnyValueInput {...input} /> : <FieldInput {...input} module={module} />;
  if (column.valueFor !== undefined)
    return <NamedValueCell {...input} module={module} entry={entry} nameColumn={column.valueFor} plain={plain} />;
  const condition = findCondition(entry.columns, column);
  return condition === undefined ? plain : <ConditionCell {...input} module={module} entry={entry} condition={condition} plain={plain} />;
}
