import { useContext, useMemo, type ReactNode } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { filterItems, resolveItem } from '../../headless/index.ts';
import { convertOperand, listEntryOperators, readEntryCondition } from '../search/entry-condition.ts';
import { OperandInput } from '../search/operand-input.tsx';
import { WithNamedModule } from '../values/named-module.tsx';
import { EditedRecordContext } from '../widgets/edited-record.ts';
import { FieldInput } from '../widgets/field-input.tsx';
import { FieldPicker } from '../widgets/field-names-widget.tsx';
import { buildWrapperProps, IssueText } from '../widgets/issue-text.tsx';
import { YesNoSelect } from '../widgets/yes-no-select.tsx';
import type { CellInputProps } from './typed-text.tsx';

type ConditionColumns = NonNullable<FieldView['operandOf']>;

/** The entry that a cell is in. */
export interface CellEntry {
  readonly columns: readonly FieldView[];
  readonly values: JsonObject;
  readonly write: (column: string, value: JsonValue | undefined) => void;
}

export interface ConditionCellProps extends CellInputProps {
  readonly module: ModuleView;
  readonly entry: CellEntry;
  /** The input without a known field. */
  readonly plain: ReactNode;
}

type PartProps = ConditionCellProps & { readonly of: ModuleView; readonly condition: ConditionColumns };

/** The condition whose field, operator or value a column is. */
export function findCondition(columns: readonly FieldView[], { fieldName }: FieldView): ConditionColumns | undefined {
  return columns.find(
    (one) => one.operandOf !== undefined && [one.fieldName, one.operandOf.field, one.operandOf.operator].includes(fieldName),
  )?.operandOf;
}

const findOperand = ({ columns }: CellEntry, condition: ConditionColumns): string =>
  columns.find(({ operandOf }) => operandOf === condition)?.fieldName ?? '';

/** Sets the operator, and the value where it is still one. */
function writeOperator(entry: CellEntry, condition: ConditionColumns, operator: string | undefined): void {
  const operand = findOperand(entry, condition);
  entry.write(condition.operator, operator);
  const value = operator === undefined ? undefined : convertOperand(entry.values[condition.operator], operator, entry.values[operand]);
  entry.write(operand, value);
}

function FieldPart({ of, condition, entry, id, field, value, issues, onBlur, onParseError }: PartProps) {
  const items = useMemo(() => filterItems(of).filter((item) => listEntryOperators(item).length > 0), [of]);
  const pick = (name: JsonValue | undefined) => {
    if (name === value) return;
    entry.write(condition.field, name);
    const item = items.find(({ fieldName }) => fieldName === name);
    const operators = item === undefined ? [] : listEntryOperators(item);
    const before = entry.values[condition.operator];
    const operator = operators.find((one) => one === before) ?? operators[0];
    if (operator !== undefined) entry.write(condition.operator, operator);
    entry.write(findOperand(entry, condition), operator === 'exists' ? true : undefined);
  };
  return (
    <FieldPicker
      field={field}
      items={items}
      value={value}
      onChange={pick}
      onBlur={onBlur}
      readOnly={false}
      onParseError={onParseError}
      wrapperProps={buildWrapperProps(id, field, issues, field.required === true)}
    />
  );
}

function OperatorPart({ of, condition, entry, module, plain: _, ...input }: PartProps) {
  const name = entry.values[condition.field];
  const item = typeof name === 'string' ? resolveItem(of, { fieldName: name }) : undefined;
  return (
    <FieldInput
      {...input}
      module={module}
      {...(item === undefined ? {} : { allowed: listEntryOperators(item) })}
      onChange={(operator) => writeOperator(entry, condition, typeof operator === 'string' ? operator : undefined)}
    />
  );
}

/** "Has a value" is true or false. */
function HasValueInput({ id, field, value, onChange }: CellInputProps) {
  return (
    <YesNoSelect
      id={id}
      aria-label={field.label}
      allowDeselect={false}
      value={value !== false}
      onChange={(next) => onChange(next === true)}
    />
  );
}

function OperandPart(props: PartProps) {
  const { of, condition, entry, field, value, issues, onChange, plain } = props;
  const found = readEntryCondition(of, condition, entry.values, value);
  if (found === undefined) return plain;
  const { item, test } = found;
  return (
    <>
      {test.operator === 'exists' ? (
        <HasValueInput {...props} />
      ) : (
        // Another field has another input.
        <OperandInput
          key={`${test.fieldName}:${test.operator}`}
          module={of}
          item={item}
          test={test}
          label={field.label}
          onChange={onChange}
        />
      )}
      {issues.length > 0 && <IssueText issues={issues} />}
    </>
  );
}

/** A part of a condition: its field is chosen from the module that the record names, its value is an input of the type of that field. */
export function ConditionCell(props: ConditionCellProps & { readonly condition: ConditionColumns }) {
  const record = useContext(EditedRecordContext);
  const { module, field, entry, condition, plain } = props;
  const fieldsOf = entry.columns.find(({ fieldName }) => fieldName === condition.field)?.fieldsOf;
  if (record === undefined || fieldsOf === undefined) return plain;
  const Part = field.fieldName === condition.field ? FieldPart : field.fieldName === condition.operator ? OperatorPart : OperandPart;
  return (
    <WithNamedModule module={module} by={{ fieldsOf }} record={record}>
      {(named) => (named.module === undefined ? plain : <Part {...props} of={named.module} />)}
    </WithNamedModule>
  );
}
