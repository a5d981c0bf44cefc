import type { ComponentType } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { findDropdown, type FieldIssue } from '../../headless/index.ts';
import { createLazyComponent, LazyBoundary, SkeletonBar, t } from '../../kit/index.ts';
import { FileWidget } from '../files/file-widget.tsx';
import { FlexRelateWidget, MultiFlexRelateWidget } from '../relate/relate-widgets.tsx';
import { EntryWidget } from '../rows/entry-widget.tsx';
import { AddressWidget } from './address-widget.tsx';
import { EmailWidget } from './email-widget.tsx';
import { buildWrapperProps } from './issue-text.tsx';
import { MessageListWidget } from './list-widgets.tsx';
import { AutoIncrementWidget } from './text-widgets.tsx';
import type { WidgetProps } from './widget-props.ts';
import { VALUE_WIDGETS } from './widget-registry.tsx';
import '../styles/widgets.css';

// Few forms have one.
const LazyFieldNames = createLazyComponent(async () => (await import('./field-names-widget.tsx')).FieldNamesWidget, 'place');

function FieldNamesInput(props: WidgetProps) {
  return (
    <LazyBoundary fallback={<SkeletonBar />}>
      <LazyFieldNames {...props} />
    </LazyBoundary>
  );
}

const LazyNamedValue = createLazyComponent(async () => (await import('./named-value-widget.tsx')).NamedValueWidget, 'place');

function ValueForInput(props: WidgetProps) {
  return (
    <LazyBoundary fallback={<SkeletonBar />}>
      <LazyNamedValue {...props} />
    </LazyBoundary>
  );
}

function findWidget({ inputType, fieldsOf, valueFor }: FieldView): ComponentType<WidgetProps> {
  if (valueFor !== undefined) return ValueForInput;
  return fieldsOf === undefined ? WIDGETS[inputType] : FieldNamesInput;
}

const WIDGETS: { readonly [type in InputType]: ComponentType<WidgetProps> } = {
  Address: AddressWidget,
  Array: EntryWidget,
  AutoIncrement: AutoIncrementWidget,
  Checkbox: VALUE_WIDGETS.checkbox,
  Currency: VALUE_WIDGETS.currency,
  Date: VALUE_WIDGETS.date,
  DateTime: VALUE_WIDGETS.dateTime,
  Dropdown: VALUE_WIDGETS.select,
  EmailAddress: EmailWidget,
  File: FileWidget,
  FlexRelate: FlexRelateWidget,
  ListField: VALUE_WIDGETS.list,
  MessageListField: MessageListWidget,
  Module: VALUE_WIDGETS.module,
  MultiFlexRelate: MultiFlexRelateWidget,
  MultiModule: VALUE_WIDGETS.modules,
  MultiRelate: VALUE_WIDGETS.records,
  MultiSelect: VALUE_WIDGETS.multiSelect,
  Number: VALUE_WIDGETS.number,
  Object: EntryWidget,
  Phone: VALUE_WIDGETS.phone,
  Relate: VALUE_WIDGETS.record,
  TextArea: VALUE_WIDGETS.textArea,
  TextField: VALUE_WIDGETS.text,
  Url: VALUE_WIDGETS.url,
};

/** Props of the form widget of a field. */
export interface FieldInputProps {
  /** Id of its main input; the label points to it. */
  readonly id: string;
  /** The module of the field. */
  readonly module: ModuleView;
  /** The edited field. */
  readonly field: FieldView;
  /** The value, as in the API; undefined: missing. */
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined clears it. */
  readonly onChange: (value: JsonValue | undefined) => void;
  /** Called when the focus leaves the widget. */
  readonly onBlur?: () => void;
  /** The user may not change the value; default false. */
  readonly readOnly?: boolean;
  /** Marked as required; default: as the field is defined. */
  readonly required?: boolean;
  /** Problems of the value, shown below it; default: none. */
  readonly issues?: readonly FieldIssue[];
  /** The only values that may be chosen, given the other values of the record. */
  readonly allowed?: readonly string[] | undefined;
  /** Called with a message while the typed text cannot be read, and with undefined when it can again. */
  readonly onParseError?: (message: string | undefined) => void;
  /** A short hint under an option, such as what it requires. */
  readonly hintOf?: (value: string) => string | undefined;
}

const NO_ISSUES: readonly FieldIssue[] = [];

/** The form widget of a field: label above, help below, an error in its place. */
export function FieldInput({
  id,
  module,
  field: given,
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
  const field = given.calculatedLater ? { ...given, placeholder: t('views.fields.calculatedLater') } : given;
  const Widget = findWidget(field);
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
      options={findDropdown(module, field)?.options}
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
