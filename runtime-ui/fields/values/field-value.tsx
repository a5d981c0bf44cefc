import type { ComponentType } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { isEmptyValue, type RecordValues } from '../../headless/index.ts';
import { createLazyComponent, LazyBoundary, t } from '../../kit/index.ts';
import { RelateName, RelateNames } from './relate-value.tsx';
import {
  CheckboxValue,
  ChoiceValue,
  DateValue,
  EmailsValue,
  FileValue,
  InstantValue,
  JsonValueText,
  MessagesValue,
  ModulesValue,
  NumberValue,
  PhoneValue,
  TagsValue,
  TextValue,
  UrlValue,
} from './simple-values.tsx';
import type { ValueProps } from './value-props.ts';
import '../styles/values.css';

// Deadlines are first shown as plain days.
const DueValue = createLazyComponent(async () => (await import('./due-value.tsx')).DueValue);
// Few lists show the names of fields and their values, which are first as words.
const NamedFieldValue = createLazyComponent(async () => (await import('./named-values.tsx')).NamedFieldValue);

const VALUES: { readonly [type in InputType]: ComponentType<ValueProps> } = {
  Address: TextValue,
  Array: JsonValueText,
  AutoIncrement: NumberValue,
  Checkbox: CheckboxValue,
  Currency: NumberValue,
  Date: DateValue,
  DateTime: InstantValue,
  Dropdown: ChoiceValue,
  EmailAddress: EmailsValue,
  File: FileValue,
  FlexRelate: RelateName,
  ListField: TagsValue,
  MessageListField: MessagesValue,
  Module: ModulesValue,
  MultiFlexRelate: RelateNames,
  MultiModule: ModulesValue,
  MultiRelate: RelateNames,
  MultiSelect: TagsValue,
  Number: NumberValue,
  Object: JsonValueText,
  Phone: PhoneValue,
  Relate: RelateName,
  TextArea: TextValue,
  TextField: TextValue,
  Url: UrlValue,
};

interface FieldValueProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  readonly look?: 'cell' | 'detail';
  /** Whether the value is a part of an Address. */
  readonly isPart?: boolean;
  /** The record of the value: with it, deadlines show whether they are late, and names of fields are their labels. */
  readonly record?: RecordValues | undefined;
}

/** Shows a value of any of the 25 types. An empty value is blank in a cell, and a grey dash in a detail view. */
export function FieldValue({ module, field, value, look = 'cell', isPart = false, record }: FieldValueProps) {
  if (isPart) return <span className="ms-clip">{typeof value === 'string' ? value : ''}</span>;
  if (field.calculatedLater) return <span className="ms-muted">{t('views.fields.calculatedLater')}</span>;
  if (isEmptyValue(value) && field.inputType !== 'Checkbox')
    return look === 'cell' ? null : (
      <span className="ms-muted" aria-label="Not set">
        –
      </span>
    );
  const Value = VALUES[field.inputType];
  const props = { module, field, value: value ?? null, look, record };
  const plain = <Value {...props} />;
  const Lazy = field.openWhen === undefined ? (field.fieldsOf ?? field.valueFor ?? field.propertiesOf) && NamedFieldValue : DueValue;
  if (!Lazy || record === undefined) return plain;
  return (
    <LazyBoundary fallback={plain}>
      <Lazy {...props} record={record} />
    </LazyBoundary>
  );
}

const RIGHT: readonly InputType[] = ['Number', 'Currency', 'AutoIncrement'];

/** Whether the column of the type is right-aligned, as numbers are. */
export function isNumericField(field: FieldView | undefined): boolean {
  return field !== undefined && RIGHT.includes(field.inputType);
}
