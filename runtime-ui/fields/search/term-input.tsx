import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { findDropdown, isObject, searchKindOf, useModuleSummaries, useNamesById, type LayoutItem } from '../../headless/index.ts';
import { ChevronDown } from 'lucide-react';
import { Icon, t } from '../../kit/index.ts';
import { RelatePicker } from '../relate/relate-picker.tsx';
import { nameOfId } from '../values/format-value.ts';
import { DateWidget } from '../widgets/date-widgets.tsx';
import { parseNumberInput } from '../widgets/number-widgets.tsx';
import { STATES } from '../widgets/us-states.ts';

export interface TermInputProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  /** The field's entry in the filter. */
  readonly entry: JsonValue | undefined;
  readonly onChange: (entry: JsonValue | undefined) => void;
}

const CHEVRON = <Icon of={ChevronDown} />;

function operand(entry: JsonValue | undefined, operator: string): JsonValue | undefined {
  return isObject(entry) ? entry[operator] : undefined;
}

function textsOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter((one) => typeof one === 'string') : [];
}

function TextTerm({ item, entry, onChange }: TermInputProps) {
  const current = operand(entry, 'contains') ?? operand(entry, 'startsWith') ?? operand(entry, 'equals') ?? entry;
  return (
    <TextInput
      label={item.label}
      value={typeof current === 'string' ? current : ''}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : { contains: event.currentTarget.value })}
    />
  );
}

function ChoiceTerm({ module, item, entry, onChange }: TermInputProps) {
  const options = item.part === 'state' ? STATES : ((item.field && findDropdown(module, item.field)?.options) ?? []);
  const current = textsOf(operand(entry, 'in') ?? operand(entry, 'equals') ?? entry);
  return (
    <MultiSelect
      rightSection={CHEVRON}
      label={item.label}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={current}
      searchable
      clearable
      hidePickedOptions
      placeholder={current.length === 0 ? t('views.list.anyValue') : ''}
      nothingFoundMessage={t('views.fields.noMatch')}
      maxDropdownHeight={260}
      onChange={(next) => onChange(next.length === 0 ? undefined : { in: next })}
    />
  );
}

/** Two choices and "any"; `yes` and `no` are the filter entries of the choices. */
function EitherTerm({
  item,
  entry,
  onChange,
  yes,
  no,
  labels,
}: TermInputProps & { readonly yes: JsonObject; readonly no: JsonObject; readonly labels: readonly [string, string] }) {
  const text = JSON.stringify(entry);
  const current = text === JSON.stringify(yes) ? 'yes' : text === JSON.stringify(no) ? 'no' : null;
  return (
    <Select
      rightSection={CHEVRON}
      label={item.label}
      clearable
      placeholder={t('views.list.anyValue')}
      data={[
        { value: 'yes', label: labels[0] },
        { value: 'no', label: labels[1] },
      ]}
      value={current}
      onChange={(next) => onChange(next === null ? undefined : next === 'yes' ? yes : no)}
    />
  );
}

function withBound(entry: JsonValue | undefined, bound: 'gte' | 'lte', value: JsonValue | undefined): JsonValue | undefined {
  const range = operand(entry, 'range');
  const before = isObject(range) ? range : {};
  const next = Object.fromEntries(Object.entries({ ...before, [bound]: value }).filter(([, one]) => one !== undefined));
  return Object.keys(next).length === 0 ? undefined : { range: next as JsonObject };
}

function boundOf(entry: JsonValue | undefined, bound: 'gte' | 'lte'): JsonValue | undefined {
  const range = operand(entry, 'range');
  return isObject(range) ? range[bound] : undefined;
}

function DatesTerm({ item, entry, onChange }: TermInputProps) {
  const one = (bound: 'gte' | 'lte', label: string) =>
    item.field && (
      <DateWidget
        field={{ ...item.field, label: `${item.label}, ${label.toLowerCase()}`, placeholder: label }}
        value={boundOf(entry, bound)}
        onChange={(day) => onChange(withBound(entry, bound, day))}
        onBlur={() => undefined}
        readOnly={false}
        onParseError={() => undefined}
        wrapperProps={{
          id: `term-${item.fieldName}-${bound}`,
          label:
            bound === 'gte' ? (
              item.label
            ) : (
              <span className="ms-visually-hidden">
                {item.label}, {label}
              </span>
            ),
        }}
      />
    );
  return (
    <div className="mf-range">
      {one('gte', t('views.list.from'))}
      {one('lte', t('views.list.to'))}
    </div>
  );
}

function NumbersTerm({ item, entry, onChange }: TermInputProps) {
  const one = (bound: 'gte' | 'lte', label: string) => {
    const current = boundOf(entry, bound);
    return (
      <TextInput
        label={
          bound === 'gte' ? (
            item.label
          ) : (
            <span className="ms-visually-hidden">
              {item.label}, {label}
            </span>
          )
        }
        inputMode="decimal"
        placeholder={label}
        defaultValue={typeof current === 'number' ? String(current) : ''}
        onBlur={(event) => {
          const number = parseNumberInput(event.currentTarget.value);
          if (number !== null) onChange(withBound(entry, bound, number));
        }}
      />
    );
  };
  return (
    <div className="mf-range">
      {one('gte', t('views.list.from'))}
      {one('lte', t('views.list.to'))}
    </div>
  );
}

function RelateTerm({ item, entry, onChange }: TermInputProps) {
  const module = useModuleSummaries(item.field?.refs ?? [])[0];
  const id = textsOf(operand(entry, 'equals') ?? entry)[0];
  const names = useNamesById(module?.name, id === undefined ? [] : [id]);
  return (
    <RelatePicker
      module={module}
      value={id === undefined ? undefined : { _id: id, name: nameOfId(names, id) }}
      onPick={(choice) => onChange(choice === undefined ? undefined : { equals: choice._id })}
      wrapping={{ label: item.label }}
      placeholder={t('views.list.anyValue')}
    />
  );
}

function ModuleTerm({ item, entry, onChange }: TermInputProps) {
  const modules = useModuleSummaries(item.field?.refs ?? []);
  return (
    <MultiSelect
      rightSection={CHEVRON}
      label={item.label}
      data={modules.map((module) => ({ value: module.name, label: module.label }))}
      value={textsOf(operand(entry, 'in'))}
      searchable
      clearable
      onChange={(next) => onChange(next.length === 0 ? undefined : { in: next })}
    />
  );
}

/** The input for one field of a search: text, choices, a range of dates or numbers, or a record. */
export function TermInput(props: TermInputProps) {
  const field = props.item.field;
  if (field === undefined) return null;
  switch (searchKindOf(field, props.item.part)) {
    case 'text':
      return <TextTerm {...props} />;
    case 'choice':
      return <ChoiceTerm {...props} />;
    case 'boolean':
      return <EitherTerm {...props} yes={{ equals: true }} no={{ equals: false }} labels={[t('views.fields.yes'), t('views.fields.no')]} />;
    case 'dates':
      return <DatesTerm {...props} />;
    case 'numbers':
      return <NumbersTerm {...props} />;
    case 'relate':
      return <RelateTerm {...props} />;
    case 'module':
      return <ModuleTerm {...props} />;
    case 'flex':
    case 'exists':
      return (
        <EitherTerm {...props} yes={{ exists: true }} no={{ exists: false }} labels={[t('views.list.isFilled'), t('views.list.isEmpty')]} />
      );
  }
}
