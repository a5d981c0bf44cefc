import { useId } from 'react';
import type { WorkflowSpan, WorkflowValue } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { FieldInput } from '../../../../fields/widgets/index.ts';
import { t } from '../../../../kit/index.ts';
import { useNamesHere } from '../builder-context.ts';
import { findPath } from '../model/workflow-names.ts';
import { Choice, isDay, PathChoice } from './field-selects.tsx';
import { SpanInput } from './span-input.tsx';
import { TextWithFields } from './text-with-fields.tsx';

/** Where a value comes from; 'clear': it is removed. */
type ValueKind = 'constant' | 'field' | 'today' | 'now' | 'current' | 'owner' | 'text' | 'clear';

const NO_SPAN: WorkflowSpan = { amount: 0, unit: 'days' };

export function kindOfValue(value: WorkflowValue): ValueKind {
  if ('field' in value) return 'field';
  if ('date' in value) return value.date;
  if ('user' in value) return value.user;
  if ('text' in value) return 'text';
  return value.value === null ? 'clear' : 'constant';
}

const TEXTS = new Set(['TextField', 'TextArea', 'Url']);

/** The kinds of values that fit a field; undefined: any value of a request. */
export function kindsFor(field: FieldView | undefined): readonly ValueKind[] {
  const isUser = field?.refs.includes('users') === true;
  return [
    'constant',
    'field',
    ...(field?.inputType === 'DateTime' ? (['now'] as const) : []),
    ...(field === undefined || isDay(field) ? (['today'] as const) : []),
    ...(isUser ? (['current', 'owner'] as const) : []),
    ...(field === undefined || TEXTS.has(field.inputType) ? (['text'] as const) : []),
    ...(field === undefined || field.required === true ? [] : (['clear'] as const)),
  ];
}

/** A new value of a kind. */
export function newValue(kind: ValueKind, field: FieldView | undefined): WorkflowValue {
  switch (kind) {
    case 'constant':
      return { value: field?.inputType === 'Checkbox' ? true : '' };
    case 'clear':
      return { value: null };
    case 'field':
      return { field: '' };
    case 'today':
    case 'now':
      return { date: kind };
    case 'current':
    case 'owner':
      return { user: kind };
    case 'text':
      return { text: '' };
  }
}

interface ValueInputProps {
  /** Of the module that is written; undefined: the value of a request. */
  readonly field: FieldView | undefined;
  readonly owner: ModuleView | undefined;
  readonly label: string;
  readonly value: WorkflowValue;
  readonly onChange: (value: WorkflowValue) => void;
}

/** The value of a step: where it comes from, and the input for that. */
export function ValueInput(props: ValueInputProps) {
  const { field, label, value, onChange } = props;
  const kind = kindOfValue(value);
  const kinds = kindsFor(field);
  return (
    <div className="sw-value">
      <Choice
        isLabelHidden
        label={t('studioWorkflows.valueInput.kindOf', { label })}
        options={[...new Set([...kinds, kind])].map((one) => ({ value: one, label: t(`studioWorkflows.valueInput.${one}`) }))}
        value={kind}
        onChange={(next) => {
          const chosen = kinds.find((one) => one === next);
          if (chosen !== undefined) onChange(newValue(chosen, field));
        }}
      />
      <ValueOperand {...props} />
    </div>
  );
}

function ValueOperand({ field, owner, label, value, onChange }: ValueInputProps) {
  const names = useNamesHere();
  if ('field' in value) {
    const source = findPath(value.field, names.module, names)?.field;
    return (
      <>
        <PathChoice
          isLabelHidden
          label={t('studioWorkflows.valueInput.fieldFor', { label })}
          value={value.field}
          accepts={(one) => field === undefined || fits(one, field)}
          onChange={(path) => onChange({ field: path })}
        />
        {source !== undefined && isDay(source) && <AddedSpan label={label} value={value} onChange={onChange} />}
      </>
    );
  }
  if ('date' in value) return <AddedSpan label={label} value={value} onChange={onChange} />;
  if ('text' in value)
    return (
      <TextWithFields
        label={label}
        isLong={field?.inputType === 'TextArea'}
        maxLength={10_000}
        value={value.text}
        onChange={(text) => onChange({ text })}
      />
    );
  if ('user' in value || value.value === null) return null;
  return <ConstantInput field={field} owner={owner} label={label} value={value.value} onChange={(next) => onChange({ value: next })} />;
}

/** Whether the value of a field can be written into another one. The server checks it. */
function fits(from: FieldView, to: FieldView): boolean {
  if (isDay(to)) return isDay(from);
  if (to.refs.length > 0) return from.refs.some((ref) => to.refs.includes(ref));
  if (TEXTS.has(to.inputType)) return from.refs.length === 0 && from.inputType !== 'Array' && from.inputType !== 'Object';
  return from.inputType === to.inputType && (to.dropdown === undefined || from.dropdown === to.dropdown);
}

type Dated = Extract<WorkflowValue, { readonly field: string } | { readonly date: string }>;

function AddedSpan({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Dated;
  readonly onChange: (value: WorkflowValue) => void;
}) {
  return (
    <SpanInput
      label={t('studioWorkflows.valueInput.spanOf', { label })}
      value={value.add ?? NO_SPAN}
      directions={{ after: t('studioWorkflows.spanInput.after'), before: t('studioWorkflows.spanInput.before') }}
      onChange={(add) => {
        const { add: _before, ...rest } = value;
        onChange(add.amount === 0 ? rest : { ...rest, add });
      }}
    />
  );
}

interface ConstantProps extends Omit<ValueInputProps, 'value' | 'onChange'> {
  readonly value: unknown;
  readonly onChange: (value: JsonValue) => void;
}

/** The input that forms have for the field. */
export function ConstantInput({ field, owner, label, value, onChange }: ConstantProps) {
  const id = useId();
  const plain = { id: '', fieldName: 'value', label, inputType: 'TextField', refs: [], system: false } as const;
  if (owner === undefined) return null;
  const shown: FieldView = {
    ...(field ?? { ...plain, rights: { read: 'all', write: 'all' }, sortable: false, filterable: false }),
    label,
    required: false,
  };
  return (
    <FieldInput
      id={id}
      module={owner}
      field={shown}
      value={value === '' ? undefined : (value as JsonValue | undefined)}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
