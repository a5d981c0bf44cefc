import { Select, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '#ui';
import {
  COMPARISON_OPERATORS,
  CONDITION_RESULTS,
  type ConditionCriterion,
  type DocumentInput,
  type InputCondition,
} from '../../shared/document.ts';
import { tEditor } from './texts.ts';

/** Operators that compare with nothing. */
const WITHOUT_VALUE: readonly string[] = ['Empty', 'Not Empty'];
const LISTS: readonly string[] = ['In', 'Not In'];

interface CriterionProps {
  readonly criterion: ConditionCriterion;
  readonly fields: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (criterion: ConditionCriterion) => void;
  readonly onRemove: () => void;
}

function valueText({ comparisonValue: value }: ConditionCriterion): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined || value === null ? '' : String(value as string | number | boolean);
}

function Criterion({ criterion, fields, onChange, onRemove }: CriterionProps) {
  const { comparisonOperator: operator, relatedField } = criterion;
  const hasValue = !WITHOUT_VALUE.includes(operator);
  const isList = LISTS.includes(operator);
  const known = fields.some(({ value }) => value === relatedField) ? fields : [...fields, { value: relatedField, label: relatedField }];
  const setOperator = (next: string | null): void => {
    const comparisonOperator = COMPARISON_OPERATORS.find((one) => one === next) ?? operator;
    onChange(WITHOUT_VALUE.includes(comparisonOperator) ? { relatedField, comparisonOperator } : { ...criterion, comparisonOperator });
  };
  return (
    <li className="sg-criterion">
      <Select
        size="xs"
        aria-label={tEditor('field')}
        data={[...known]}
        value={relatedField}
        allowDeselect={false}
        onChange={(value) => onChange({ ...criterion, relatedField: value ?? relatedField })}
      />
      <Select
        size="xs"
        aria-label={tEditor('operator')}
        data={[...COMPARISON_OPERATORS]}
        value={operator}
        allowDeselect={false}
        onChange={setOperator}
      />
      <TextInput
        size="xs"
        aria-label={tEditor('value')}
        placeholder={isList ? tEditor('valueHelp') : tEditor('value')}
        disabled={!hasValue}
        value={hasValue ? valueText(criterion) : ''}
        onChange={(event) => onChange({ ...criterion, comparisonValue: event.target.value })}
      />
      <IconButton icon={X} size="xs" label={tEditor('removeCondition')} onClick={onRemove} />
    </li>
  );
}

interface ConditionPanelProps {
  readonly input: DocumentInput;
  /** The other inputs of the document. */
  readonly others: readonly DocumentInput[];
  readonly onChange: (condition: InputCondition | undefined) => void;
}

/** When an input is shown, or can be filled in. */
export function ConditionPanel({ input, others, onChange }: ConditionPanelProps) {
  const condition = input.conditionsControl;
  const fields = others
    .map(({ field }) => ({ value: field.systemFieldName ?? field.name, label: field.label }))
    .filter(({ value }, index, all) => all.findIndex((one) => one.value === value) === index);
  const [first] = fields;
  const create = (): ConditionCriterion => ({ relatedField: first?.value ?? '', comparisonOperator: 'Not Empty' });
  if (condition === undefined)
    return (
      <Button
        size="sm"
        icon={Plus}
        disabled={first === undefined}
        onClick={() => onChange({ whenOption: 'All', conditionActionResult: 'Show', criteria: [create()] })}
      >
        {tEditor('addCondition')}
      </Button>
    );
  const setCriteria = (criteria: readonly ConditionCriterion[]) => onChange(criteria.length === 0 ? undefined : { ...condition, criteria });
  return (
    <div className="sg-form">
      <div className="sg-columns">
        <Select
          size="xs"
          label={tEditor('result')}
          data={[...CONDITION_RESULTS]}
          value={condition.conditionActionResult}
          allowDeselect={false}
          onChange={(value) => {
            const conditionActionResult = CONDITION_RESULTS.find((one) => one === value);
            if (conditionActionResult !== undefined) onChange({ ...condition, conditionActionResult });
          }}
        />
        <Select
          size="xs"
          label={tEditor('when')}
          data={[
            { value: 'All', label: tEditor('all') },
            { value: 'Any', label: tEditor('any') },
          ]}
          value={condition.whenOption}
          allowDeselect={false}
          onChange={(value) => onChange({ ...condition, whenOption: value === 'Any' ? 'Any' : 'All' })}
        />
      </div>
      <ul className="sg-criteria">
        {condition.criteria.map((criterion, index) => (
          <Criterion
            key={index}
            criterion={criterion}
            fields={fields}
            onChange={(next) => setCriteria(condition.criteria.map((one, at) => (at === index ? next : one)))}
            onRemove={() => setCriteria(condition.criteria.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <Button size="xs" variant="quiet" icon={Plus} onClick={() => setCriteria([...condition.criteria, create()])}>
        {tEditor('addCriterion')}
      </Button>
      <p className="ms-muted">{tEditor('hiddenHelp')}</p>
    </div>
  );
}
