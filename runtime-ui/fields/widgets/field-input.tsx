import type { ComponentType } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { FieldIssue } from '../../headless/index.ts';
import { FileWidget } from '../files/file-widget.tsx';
import { FlexRelateWidget, MultiFlexRelateWidget, MultiRelateWidget, RelateWidget } from '../relate/relate-widgets.tsx';
import { ArrayWidget, ObjectWidget } from '../rows/array-widget.tsx';
import { AddressWidget } from './address-widget.tsx';
import { CheckboxWidget, DropdownWidget, ModuleWidget, MultiModuleWidget, MultiSelectWidget } from './choice-widgets.tsx';
import { DateTimeWidget, DateWidget } from './date-widgets.tsx';
import { EmailWidget } from './email-widget.tsx';
import { buildWrapperProps } from './issue-text.tsx';
import { ListWidget, MessageListWidget } from './list-widgets.tsx';
import { CurrencyWidget, NumberWidget } from './number-widgets.tsx';
import { AutoIncrementWidget, PhoneWidget, TextAreaWidget, TextWidget, UrlWidget } from './text-widgets.tsx';
import type { WidgetProps } from './widget-props.ts';
import '../styles/widgets.css';

const WIDGETS: { readonly [type in InputType]: ComponentType<WidgetProps> } = {
  Address: AddressWidget,
  Array: ArrayWidget,
  AutoIncrement: AutoIncrementWidget,
  Checkbox: CheckboxWidget,
  Currency: CurrencyWidget,
  Date: DateWidget,
  DateTime: DateTimeWidget,
  Dropdown: DropdownWidget,
  EmailAddress: EmailWidget,
  File: FileWidget,
  FlexRelate: FlexRelateWidget,
  ListField: ListWidget,
  MessageListField: MessageListWidget,
  Module: ModuleWidget,
  MultiFlexRelate: MultiFlexRelateWidget,
  MultiModule: MultiModuleWidget,
  MultiRelate: MultiRelateWidget,
  MultiSelect: MultiSelectWidget,
  Number: NumberWidget,
  Object: ObjectWidget,
  Phone: PhoneWidget,
  Relate: RelateWidget,
  TextArea: TextAreaWidget,
  TextField: TextWidget,
  Url: UrlWidget,
};

export interface FieldInputProps {
  /** Id of its main input; the label points to it. */
  readonly id: string;
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onBlur?: () => void;
  readonly readOnly?: boolean;
  readonly required?: boolean;
  readonly issues?: readonly FieldIssue[];
  /** The only values that may be chosen, given the other values of the record. */
  readonly allowed?: readonly string[] | undefined;
  readonly onParseError?: (message: string | undefined) => void;
  /** A short hint under an option, such as what it requires. */
  readonly hintOf?: (value: string) => string | undefined;
}

const NO_ISSUES: readonly FieldIssue[] = [];

/** The form widget of a field: label above, help below, an error in its place. */
export function FieldInput({
  id,
  module,
  field,
  value,
  onChange,
  onBlur = () => undefined,
  readOnly = false,
  required,
  issues = NO_ISSUES,
  allowed,
  onParseError = () => undefined,
  hintOf,
}: FieldInputProps) {
  const Widget = WIDGETS[field.inputType];
  const wrapping = buildWrapperProps(id, field, issues, (required ?? field.required === true) && !readOnly);
  return (
    <Widget
      module={module}
      field={field}
      value={value ?? undefined}
      onChange={onChange}
      onBlur={onBlur}
      readOnly={readOnly}
      wrapperProps={wrapping}
      issues={issues}
      allowed={allowed}
      onParseError={onParseError}
      hintOf={hintOf}
    />
  );
}

const WIDE: readonly InputType[] = ['TextArea', 'Object', 'Array', 'MessageListField', 'MultiFlexRelate'];

/** Whether the type needs the full width of a two-column form. */
export function wantsFullWidth(field: FieldView): boolean {
  return WIDE.includes(field.inputType);
}
