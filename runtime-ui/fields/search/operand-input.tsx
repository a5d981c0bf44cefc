import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { parseRunningNumber } from '#engine/model/field-types';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { useShell } from '../../client/index.ts';
import {
  findDropdown,
  isObject,
  relatedModules,
  searchKindOf,
  useModuleSummaries,
  useNamesById,
  listVariables,
  type FilterCondition,
  type LayoutItem,
} from '../../headless/index.ts';
import { Icon, IconButton, t } from '../../kit/index.ts';
import { formatDayInput, parseDayInput } from '../dates/date-input.ts';
import { RelatePicker } from '../relate/relate-picker.tsx';
import { nameOfId } from '../values/format-value.ts';
import { DateWidget } from '../widgets/date-widgets.tsx';
import { parseNumberInput } from '../widgets/number-widgets.tsx';
import { STATES } from '../widgets/us-states.ts';
import { YesNoSelect } from '../widgets/yes-no-select.tsx';
import { variableLabel } from './condition-labels.ts';
import '../styles/search.css';

export interface OperandInputProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly test: FilterCondition;
  /** The label for screen readers; default: "Value". */
  readonly label?: string;
  /** Undefined: no value. */
  readonly onChange: (operand: JsonValue | undefined) => void;
}

interface OneProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly label: string;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

const CHEVRON = <Icon of={ChevronDown} />;
const kindOf = (item: LayoutItem) => (item.field === undefined ? 'text' : searchKindOf(item.field, item.part));
const optionsOf = (module: ModuleView, item: LayoutItem) =>
  (item.part === 'state' ? STATES : ((item.field && findDropdown(module, item.field)?.options) ?? [])).map(({ value, label }) => ({
    value,
    label,
  }));

function TextOne({ label, value, onChange }: OneProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}

const parseNumber = ({ field }: LayoutItem, text: string): number | undefined | null =>
  parseRunningNumber(field?.numberFormat, text) ?? parseNumberInput(text);

function NumberOne({ item, label, value, onChange }: OneProps) {
  const [typed, setTyped] = useState(typeof value === 'number' ? String(value) : '');
  const isWrong = parseNumber(item, typed) === null;
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      value={typed}
      error={isWrong ? t('views.fields.notANumber') : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseNumber(item, event.currentTarget.value) ?? undefined);
      }}
    />
  );
}

function ChoiceOne({ module, item, label, value, onChange }: OneProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      rightSection={CHEVRON}
      searchable
      data={optionsOf(module, item)}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

function YesNo({ label, value, onChange }: OneProps) {
  return <YesNoSelect aria-label={label} placeholder={label} value={value} onChange={onChange} />;
}

type When = 'exact' | 'today' | 'daysAgo' | 'daysAhead' | 'now';

function whenOf(value: JsonValue | undefined): When {
  if (!isObject(value)) return 'exact';
  const days = typeof value['days'] === 'number' ? value['days'] : 0;
  if (days !== 0) return days < 0 ? 'daysAgo' : 'daysAhead';
  return value['$'] === 'now' ? 'now' : 'today';
}

/** A date, or a date relative to today. */
function DateOne({ item, label, value, onChange }: OneProps) {
  const [when, setWhen] = useState<When>(() => whenOf(value));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const days = isObject(value) && typeof value['days'] === 'number' ? Math.abs(value['days']) : 7;
  const count = (next: number, at: When): JsonObject => ({ $: 'today', days: at === 'daysAgo' ? -next : next });
  const choose = (next: When) => {
    setWhen(next);
    onChange(next === 'exact' ? undefined : next === 'today' || next === 'now' ? { $: next } : count(days, next));
  };
  const choices: readonly When[] = [
    'exact',
    'today',
    'daysAgo',
    'daysAhead',
    ...(item.field?.inputType === 'DateTime' ? ['now' as const] : []),
  ];
  return (
    <div className="mv-operand-date">
      <Select
        aria-label={`${label}: ${t('saved.when')}`}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={choices.map((one) => ({ value: one, label: t(`saved.${one}`) }))}
        value={when}
        onChange={(next) => {
          if (next !== null) choose(next);
        }}
      />
      {when === 'exact' && item.field && (
        <DateWidget
          field={{ ...item.field, label, inputType: 'Date' }}
          value={typeof value === 'string' ? value : undefined}
          onChange={onChange}
          onBlur={() => undefined}
          readOnly={false}
          onParseError={setProblem}
          wrapperProps={{
            id: `operand-${item.fieldName}-${label}`,
            label: <span className="ms-visually-hidden">{label}</span>,
            error: problem,
          }}
        />
      )}
      {(when === 'daysAgo' || when === 'daysAhead') && (
        <NumberInput
          aria-label={t('saved.days')}
          min={1}
          max={36_500}
          allowDecimal={false}
          value={days}
          onChange={(next) => {
            const whole = Number(next);
            if (Number.isInteger(whole) && whole >= 1 && whole <= 36_500) onChange(count(whole, when));
          }}
        />
      )}
    </div>
  );
}

/** A related record, or a variable for the current user. */
function RelateOne({ item, label, value, onChange }: OneProps) {
  const declared = useShell().data?.userVariables ?? [];
  const variables = listVariables(item, declared);
  const [isRecord, setRecord] = useState(!isObject(value));
  const target = useModuleSummaries(relatedModules(item))[0];
  const id = typeof value === 'string' ? value : undefined;
  const names = useNamesById(target?.name, id === undefined ? [] : [id]);
  const current = isRecord ? 'record' : isObject(value) && typeof value['$'] === 'string' ? value['$'] : '';
  return (
    <div className="mv-operand-relate">
      {variables.length > 0 && (
        <Select
          aria-label={`${label}: ${t('saved.who')}`}
          rightSection={CHEVRON}
          allowDeselect={false}
          value={current}
          data={[
            ...variables.map((name) => ({ value: name, label: variableLabel(name, declared) })),
            { value: 'record', label: t('saved.someone') },
          ]}
          onChange={(next) => {
            setRecord(next === 'record');
            onChange(next === 'record' || next === null ? undefined : { $: next });
          }}
        />
      )}
      {isRecord && (
        <RelatePicker
          module={target}
          value={id === undefined ? undefined : { _id: id, name: nameOfId(names, id) }}
          onPick={(choice) => onChange(choice?._id)}
          wrapping={{ 'aria-label': label }}
        />
      )}
    </div>
  );
}

/** A record of any related module, as stored in a FlexRelate. */
function FlexOne({ item, label, value, onChange }: OneProps) {
  const modules = useModuleSummaries(relatedModules(item));
  const current = isObject(value) ? value : {};
  const [name, setName] = useState(typeof current['module'] === 'string' ? current['module'] : null);
  const id = typeof current['id'] === 'string' ? current['id'] : undefined;
  const names = useNamesById(name ?? undefined, id === undefined ? [] : [id]);
  return (
    <div className="mv-operand-relate">
      <Select
        aria-label={`${label}: ${t('saved.relatedTo')}`}
        placeholder={t('saved.relatedTo')}
        rightSection={CHEVRON}
        searchable
        data={modules.map((module) => ({ value: module.name, label: module.label }))}
        value={name}
        onChange={(next) => {
          setName(next);
          onChange(undefined);
        }}
      />
      <RelatePicker
        module={modules.find((module) => module.name === name)}
        value={id === undefined ? undefined : { _id: id, name: nameOfId(names, id) }}
        onPick={(choice) => onChange(choice === undefined || name === null ? undefined : { module: name, id: choice._id })}
        wrapping={{ 'aria-label': label }}
      />
    </div>
  );
}

function ModuleOne({ item, label, value, onChange }: OneProps) {
  const modules = useModuleSummaries(item.field?.refs ?? []);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      rightSection={CHEVRON}
      searchable
      data={modules.map((module) => ({ value: module.name, label: module.label }))}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** One value of the field's type. */
function OneInput(props: OneProps) {
  switch (kindOf(props.item)) {
    case 'choice':
      return <ChoiceOne {...props} />;
    case 'boolean':
      return <YesNo {...props} />;
    case 'dates':
      return <DateOne {...props} />;
    case 'numbers':
      return <NumberOne {...props} />;
    case 'relate':
      return <RelateOne {...props} />;
    case 'flex':
      return <FlexOne {...props} />;
    case 'module':
      return <ModuleOne {...props} />;
    default:
      return <TextOne {...props} />;
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined ? [] : [value];
}

/** Several values: options of a list, typed values as tags, or a list of records. */
function ManyInput({ module, item, label, value, onChange }: OneProps) {
  const modules = useModuleSummaries(item.field?.refs ?? []);
  const current = listOf(value);
  const kind = kindOf(item);
  const set = (next: readonly JsonValue[]) => onChange(next.length === 0 ? undefined : next);
  if (kind === 'choice' || kind === 'module') {
    const data = kind === 'choice' ? optionsOf(module, item) : modules.map((one) => ({ value: one.name, label: one.label }));
    return (
      <MultiSelect
        aria-label={label}
        placeholder={current.length === 0 ? label : ''}
        rightSection={CHEVRON}
        searchable
        data={data}
        value={current.filter((one) => typeof one === 'string')}
        onChange={set}
      />
    );
  }
  if (kind === 'relate' || kind === 'flex') {
    return (
      <div className="mv-operand-list">
        {[...current, undefined].map((one, at) => (
          <div key={`${at}:${JSON.stringify(one)}`} className="mv-operand-member">
            <OneInput
              module={module}
              item={item}
              label={`${label} ${at + 1}`}
              value={one}
              onChange={(next) =>
                set(
                  next === undefined
                    ? current.filter((_, place) => place !== at)
                    : [...current.slice(0, at), next, ...current.slice(at + 1)],
                )
              }
            />
            {one !== undefined && (
              <IconButton
                icon={X}
                size="xs"
                label={`${t('views.fields.clear')} ${at + 1}`}
                onClick={() => set(current.filter((_, place) => place !== at))}
              />
            )}
          </div>
        ))}
      </div>
    );
  }
  const texts = new Map<string, JsonValue>(
    current.map((one) => [
      kind === 'dates' && typeof one === 'string' ? formatDayInput(one) : typeof one === 'object' ? JSON.stringify(one) : String(one),
      one,
    ]),
  );
  const read = (text: string): JsonValue | undefined =>
    texts.get(text) ?? (kind === 'dates' ? parseDayInput(text) : kind === 'numbers' ? (parseNumberInput(text) ?? undefined) : text);
  return (
    <TagsInput
      aria-label={label}
      placeholder={current.length === 0 ? t('saved.listHint') : ''}
      value={[...texts.keys()]}
      onChange={(next) => set(next.map(read).filter((one) => one !== undefined))}
    />
  );
}

/** Two bounds; exclusive bounds stay exclusive. */
function BetweenInput({ module, item, label, value, onChange }: OneProps) {
  const range = isObject(value) ? value : {};
  const low = range['gt'] === undefined ? 'gte' : 'gt';
  const high = range['lt'] === undefined ? 'lte' : 'lt';
  const set = (bound: string, next: JsonValue | undefined) => {
    const bounds = Object.fromEntries(Object.entries({ ...range, [bound]: next }).filter(([, one]) => one !== undefined)) as JsonObject;
    onChange(Object.keys(bounds).length === 0 ? undefined : bounds);
  };
  const one = (bound: string, labels: string) => (
    <OneInput
      module={module}
      item={item}
      label={`${label}, ${labels.toLowerCase()}`}
      value={range[bound]}
      onChange={(next) => set(bound, next)}
    />
  );
  return (
    <div className="mv-operand-between">
      {one(low, t('saved.from'))}
      {one(high, t('saved.to'))}
    </div>
  );
}

/** The operand of a condition, by the type of its field and its operator. */
export function OperandInput({ module, item, test, label = t('saved.value'), onChange }: OperandInputProps) {
  const props: OneProps = { module, item, label, value: test.operand, onChange };
  if (test.operator === 'exists' || test.operator === 'related') return null;
  if (test.operator === 'between') return <BetweenInput {...props} />;
  if (test.operator === 'in' && (Array.isArray(test.operand) || test.operand === undefined)) return <ManyInput {...props} />;
  return <OneInput {...props} />;
}
