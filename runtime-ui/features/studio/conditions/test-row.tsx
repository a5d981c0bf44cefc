import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { nameOfId } from '../../../fields/values/index.ts';
import { DateWidget, RelatePicker } from '../../../fields/widgets/index.ts';
import { useModuleSummaries, useNamesById } from '../../../headless/index.ts';
import { Icon, t } from '../../../kit/index.ts';
import { WITH_LIST, WITHOUT_OPERAND, type ConditionOperand, type ConditionOperator, type ConditionTest } from './condition-tree.ts';
import { operatorText } from './describe-condition.ts';
import { listOperators, type ConditionSubject } from './subjects.ts';
import { useSubjectOptions } from './use-condition-labels.ts';

const CHEVRON = <Icon of={ChevronDown} />;

interface TestRowProps {
  readonly test: ConditionTest;
  readonly subjects: readonly ConditionSubject[];
  readonly module: ModuleDefinition;
  readonly onChange: (test: ConditionTest) => void;
}

/** One test: its field, its operator and its value. */
export function TestRow({ test, subjects, module, onChange }: TestRowProps) {
  const subject = subjects.find((one) => one.name === test.subject);
  const operators = subject === undefined ? [test.operator] : listOperators(subject);
  return (
    <div className="sf-test">
      <Select
        aria-label={t('studioFields.conditions.field')}
        rightSection={CHEVRON}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        maxDropdownHeight={280}
        nothingFoundMessage={t('views.fields.noMatch')}
        data={subjects.map((one) => ({ value: one.name, label: one.label }))}
        value={test.subject}
        onChange={(name) => {
          const next = subjects.find((one) => one.name === name);
          if (next !== undefined) onChange(withSubject(test, next));
        }}
      />
      <Select
        aria-label={t('studioFields.conditions.operator')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={operators.map((operator) => ({ value: operator, label: operatorText(operator, subject?.kind) }))}
        value={test.operator}
        onChange={(operator) => {
          if (operator !== null) onChange(withOperator(test, operator));
        }}
      />
      {subject !== undefined && !WITHOUT_OPERAND.has(test.operator) && (
        <OperandInput
          key={`${subject.name} ${WITH_LIST.has(test.operator)}`}
          subject={subject}
          isList={WITH_LIST.has(test.operator)}
          subjects={subjects}
          module={module}
          operand={test.operand}
          onChange={(operand) => onChange({ ...test, operand })}
        />
      )}
    </div>
  );
}

function withSubject(test: ConditionTest, subject: ConditionSubject): ConditionTest {
  const operators = listOperators(subject);
  const operator = operators.includes(test.operator) ? test.operator : (operators[0] ?? 'filled');
  return { ...test, subject: subject.name, operator, operand: undefined };
}

function withOperator(test: ConditionTest, operator: ConditionOperator): ConditionTest {
  const fits = WITH_LIST.has(operator) === WITH_LIST.has(test.operator) && !WITHOUT_OPERAND.has(operator);
  return { ...test, operator, operand: fits ? test.operand : undefined };
}

interface OperandProps {
  readonly subject: ConditionSubject;
  readonly isList: boolean;
  readonly subjects: readonly ConditionSubject[];
  readonly module: ModuleDefinition;
  readonly operand: ConditionOperand | undefined;
  readonly onChange: (operand: ConditionOperand | undefined) => void;
}

const toValue = (value: JsonValue | undefined): ConditionOperand | undefined =>
  value === undefined ? undefined : { kind: 'value', value };

function valueOf(operand: ConditionOperand | undefined): JsonValue | undefined {
  return operand?.kind === 'value' ? operand.value : undefined;
}

function OperandInput(props: OperandProps) {
  const { subject, isList } = props;
  if (isList) return <ListOperand {...props} />;
  switch (subject.kind) {
    case 'yesNo':
      return <YesNoOperand {...props} />;
    case 'record':
      return <RecordOperand {...props} />;
    case 'number':
      return <WithFields {...props} own={<NumberOperand {...props} />} />;
    case 'date':
    case 'dateTime':
      return <DayOperand {...props} />;
    default:
      return <TextOperand {...props} />;
  }
}

const VALUE = () => t('studioFields.conditions.value');

function TextOperand({ operand, onChange }: OperandProps) {
  const value = valueOf(operand);
  return (
    <TextInput
      aria-label={VALUE()}
      placeholder={VALUE()}
      maxLength={2000}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : toValue(event.currentTarget.value))}
    />
  );
}

function NumberOperand({ operand, onChange }: OperandProps) {
  const value = valueOf(operand);
  return (
    <NumberInput
      aria-label={VALUE()}
      placeholder={VALUE()}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? toValue(next) : undefined)}
    />
  );
}

function YesNoOperand({ operand, onChange }: OperandProps) {
  const value = valueOf(operand);
  return (
    <Select
      aria-label={VALUE()}
      placeholder={VALUE()}
      rightSection={CHEVRON}
      allowDeselect={false}
      data={[
        { value: 'yes', label: t('studioFields.conditions.yes') },
        { value: 'no', label: t('studioFields.conditions.no') },
      ]}
      value={value === true ? 'yes' : value === false ? 'no' : null}
      onChange={(next) => onChange(next === null ? undefined : toValue(next === 'yes'))}
    />
  );
}

/** Options of the subject's dropdown, or typed texts where there are none. */
function ListOperand({ subject, operand, onChange }: OperandProps) {
  const options = useSubjectOptions(subject);
  const value = valueOf(operand);
  const current = (Array.isArray(value) ? (value as readonly JsonValue[]) : []).filter((one) => typeof one === 'string');
  const common = {
    'aria-label': VALUE(),
    placeholder: current.length === 0 ? VALUE() : '',
    value: current,
    onChange: (next: string[]) => onChange(next.length === 0 ? undefined : toValue(next)),
  };
  if (options === undefined) return <TagsInput {...common} />;
  const known = new Set(options.map((option) => option.value));
  const unknown = current.filter((one) => !known.has(one)).map((one) => ({ value: one, label: one }));
  return <MultiSelect {...common} rightSection={CHEVRON} searchable hidePickedOptions data={[...options, ...unknown]} />;
}

/** A value, or another field of the same kind. */
function WithFields({ subject, subjects, operand, onChange, own }: OperandProps & { readonly own: ReactNode }) {
  const others = subjects.filter((one) => one.kind === subject.kind && one.name !== subject.name);
  if (others.length === 0) return own;
  return (
    <div className="sf-operand">
      <Select
        aria-label={t('studioFields.conditions.compareWith')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={[{ value: '', label: t('studioFields.conditions.aValue') }, ...others.map((one) => ({ value: one.name, label: one.label }))]}
        value={operand?.kind === 'field' ? operand.subject : ''}
        onChange={(name) => onChange(name === null || name === '' ? undefined : { kind: 'field', subject: name, days: 0 })}
      />
      {operand?.kind !== 'field' && own}
    </div>
  );
}

/** A record, or the user who saves. */
function RecordOperand({ subject, operand, onChange }: OperandProps) {
  const target = useModuleSummaries(subject.refs)[0];
  const value = valueOf(operand);
  const id = typeof value === 'string' ? value : undefined;
  const names = useNamesById(target?.name, id === undefined ? [] : [id]);
  const isUser = subject.refs.includes('users');
  return (
    <div className="sf-operand">
      {isUser && (
        <Select
          aria-label={t('studioFields.conditions.compareWith')}
          rightSection={CHEVRON}
          allowDeselect={false}
          data={[
            { value: 'record', label: t('studioFields.conditions.aRecord') },
            { value: 'me', label: t('studioFields.conditions.me') },
          ]}
          value={operand?.kind === 'me' ? 'me' : 'record'}
          onChange={(next) => onChange(next === 'me' ? { kind: 'me' } : undefined)}
        />
      )}
      {operand?.kind !== 'me' && (
        <RelatePicker
          module={target}
          value={id === undefined ? undefined : { _id: id, name: nameOfId(names, id) }}
          onPick={(choice) => onChange(toValue(choice?._id))}
          wrapping={{ 'aria-label': VALUE() }}
        />
      )}
    </div>
  );
}

/** A day, today, now or the day of another field; with days before or after it. */
function DayOperand({ subject, subjects, operand, onChange }: OperandProps) {
  const others = subjects.filter((one) => (one.kind === 'date' || one.kind === 'dateTime') && one.name !== subject.name);
  const current = operand?.kind === 'field' ? operand.subject : operand === undefined || operand.kind === 'value' ? 'value' : operand.kind;
  const choose = (next: string | null) => {
    if (next === 'today') onChange({ kind: 'today', days: 0 });
    else if (next === 'now') onChange({ kind: 'now' });
    else if (next === 'value' || next === null) onChange(undefined);
    else onChange({ kind: 'field', subject: next, days: 0 });
  };
  const value = valueOf(operand);
  return (
    <div className="sf-operand">
      <Select
        aria-label={t('studioFields.conditions.compareWith')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={[
          { value: 'value', label: t('studioFields.conditions.aDay') },
          { value: 'today', label: t('studioFields.conditions.today') },
          ...(subject.kind === 'dateTime' ? [{ value: 'now', label: t('studioFields.conditions.now') }] : []),
          ...others.map((one) => ({ value: one.name, label: one.label })),
        ]}
        value={current}
        onChange={choose}
      />
      {current === 'value' && (
        <DateWidget
          field={{ label: VALUE(), refs: [] }}
          value={typeof value === 'string' ? value : undefined}
          onChange={(day) => onChange(toValue(day))}
          onBlur={() => undefined}
          readOnly={false}
          onParseError={() => undefined}
          wrapperProps={{ id: `day-${subject.name}`, label: <span className="ms-visually-hidden">{VALUE()}</span> }}
        />
      )}
      {(operand?.kind === 'today' || operand?.kind === 'field') && (
        <NumberInput
          aria-label={t('studioFields.conditions.days')}
          allowDecimal={false}
          min={-36_500}
          max={36_500}
          suffix={t('studioFields.conditions.daysSuffix')}
          value={operand.days}
          onChange={(days) => {
            if (typeof days === 'number' && Number.isInteger(days)) onChange({ ...operand, days });
          }}
        />
      )}
    </div>
  );
}
