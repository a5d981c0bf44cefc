import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { useShell } from '../../client/index.ts';
import { isObject, useNamesById, type RecordValues } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { collectRecordIds, findOperandModule, formatOperand, listOperands } from '../search/condition-labels.ts';
import { readEntryCondition, type EntryCondition } from '../search/entry-condition.ts';
import { FieldValue } from '../values/field-value.tsx';
import { WithNamedModule } from '../values/named-module.tsx';

export interface OperandValueProps {
  readonly module: ModuleView;
  readonly columns: readonly FieldView[];
  readonly column: FieldView;
  readonly entry: JsonObject;
  readonly record: RecordValues | undefined;
}

/** A range with one end says which. */
function describeEnd(operand: JsonValue | undefined): string {
  if (!isObject(operand) || Object.keys(operand).length !== 1) return '';
  return `${t('gt' in operand || 'gte' in operand ? 'saved.from' : 'saved.to')} `;
}

function ConditionText({ module, item, test }: EntryCondition) {
  const declared = useShell().data?.userVariables ?? [];
  const operands = listOperands(test);
  const related = findOperandModule(item, operands);
  const loaded = useNamesById(related, related === undefined ? [] : collectRecordIds(operands));
  const isRange = test.operator === 'between';
  const texts = operands.map((operand) => formatOperand(module, item, operand, loaded, declared));
  return (
    <span className="mv-text">
      {isRange && describeEnd(test.operand)}
      {texts.join(isRange ? ' – ' : ', ')}
    </span>
  );
}

/** The value of a condition in an entry, as in a filter: options by their labels, days as people write them. */
export function OperandValue({ module, columns, column, entry, record }: OperandValueProps) {
  const { operandOf } = column;
  const value = entry[column.fieldName];
  const fieldsOf = columns.find(({ fieldName }) => fieldName === operandOf?.field)?.fieldsOf;
  const plain = <FieldValue module={module} field={column} value={value} look="detail" record={record} />;
  if (operandOf === undefined || fieldsOf === undefined || record === undefined) return plain;
  return (
    <WithNamedModule module={module} by={{ fieldsOf }} record={record}>
      {(named) => {
        const condition = named.module && readEntryCondition(named.module, operandOf, entry, value);
        if (condition === undefined) return plain;
        if (condition.test.operator === 'exists') return t(value === false ? 'views.fields.no' : 'views.fields.yes');
        return <ConditionText {...condition} />;
      }}
    </WithNamedModule>
  );
}
