import type { RJSFSchema, WidgetProps as SchemaWidgetProps } from '@rjsf/utils';
import { deepEquals } from '@rjsf/utils';
import { use, useEffect, useState, type ComponentType } from 'react';
import type { JsonValue } from '#engine/model/values';
import {
  buildWrapperProps,
  VALUE_WIDGETS,
  type FieldWrapperProps,
  type ValueWidgetName,
  type WidgetField,
} from '../../fields/widgets/index.ts';
import { readRelate } from '../../headless/index.ts';
import { FieldPathContext, HiddenLabelContext, useFormScope } from './form-scope.ts';
import { readLabel, readModules, readPlaceholder, readText } from './schema-hints.ts';

/** The props that rjsf passes to a widget, with the JSON value that its property has. */
type Props = Pick<
  SchemaWidgetProps,
  | 'id'
  | 'name'
  | 'label'
  | 'schema'
  | 'options'
  | 'placeholder'
  | 'required'
  | 'readonly'
  | 'disabled'
  | 'rawErrors'
  | 'onChange'
  | 'onBlur'
> & { readonly value: JsonValue | undefined };

function toField({ schema, label, name, required, placeholder }: Props): WidgetField {
  const shown = placeholder === undefined || placeholder === '' ? readPlaceholder(schema) : placeholder;
  const unit = readText(schema, 'x-unit');
  return {
    label: readLabel(label, name),
    refs: readModules(schema.type === 'array' && typeof schema.items === 'object' ? schema.items : schema),
    required: required === true,
    integer: schema.type === 'integer',
    ...(shown === undefined ? {} : { placeholder: shown }),
    ...(unit === undefined ? {} : { unit }),
    ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
  };
}

/** Keeps the problem of a text that is not a valid value with the form, for as long as the input is shown. */
function useParseError(): { readonly message: string | undefined; readonly onParseError: (message: string | undefined) => void } {
  const [message, onParseError] = useState<string | undefined>(undefined);
  const { reportUnreadable } = useFormScope();
  const path = use(FieldPathContext);
  const key = JSON.stringify(path);
  useEffect(() => {
    if (message === undefined) return undefined;
    const place = JSON.parse(key) as readonly (string | number)[];
    reportUnreadable(place, message);
    return () => reportUnreadable(place, undefined);
  }, [message, key, reportUnreadable]);
  return { message, onParseError };
}

function useWrapperProps({ id, label, name, schema, required = false, readonly = false, rawErrors = [] }: Props): FieldWrapperProps {
  const hiddenLabel = use(HiddenLabelContext);
  const issues = [...new Set(rawErrors)].map((message) => ({ message }));
  const described = { label: readLabel(label, name), description: schema.description };
  const wrapping = buildWrapperProps(id, described, issues, required && !readonly);
  if (hiddenLabel === undefined) return wrapping;
  return { ...wrapping, label: undefined, description: undefined, required: false, 'aria-label': hiddenLabel };
}

/** The options of a select by their index: a value may be a number, a truth value or null. */
function toOptions({ options }: Props) {
  return (options.enumOptions ?? []).map(({ label }, index) => ({ value: String(index), label }));
}

function indexOf({ options }: Props, value: JsonValue): string | undefined {
  const index = (options.enumOptions ?? []).findIndex((option) => deepEquals(option.value, value));
  return index === -1 ? undefined : String(index);
}

function valueOf({ options }: Props, index: JsonValue | undefined): JsonValue | undefined {
  return options.enumOptions?.[Number(index)]?.value as JsonValue | undefined;
}

/** Converts between the value of the schema and that of the widget. */
interface Conversion {
  readonly read: (props: Props) => JsonValue | undefined;
  readonly write: (props: Props, value: JsonValue | undefined) => JsonValue | undefined;
}

const AS_IT_IS: Conversion = { read: ({ value }) => value, write: (_props, value) => value };

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);

const ONE_OPTION: Conversion = {
  read: (props) => (props.value === undefined ? undefined : indexOf(props, props.value)),
  write: (props, value) => (value === undefined ? undefined : valueOf(props, value)),
};

const OPTIONS: Conversion = {
  read: (props) => listOf(props.value).flatMap((one) => indexOf(props, one) ?? []),
  write: (props, value) => listOf(value).flatMap((index) => valueOf(props, index) ?? []),
};

/** A record is stored by its id. */
const ONE_ID: Conversion = { read: ({ value }) => value, write: (_props, value) => readRelate(value)?._id };
const IDS: Conversion = {
  read: ({ value }) => value,
  write: (_props, value) => listOf(value).flatMap((one) => readRelate(one)?._id ?? []),
};
/** A list that was emptied is an empty list. */
const A_LIST: Conversion = { read: ({ value }) => value, write: (_props, value) => value ?? [] };

/** Makes a widget of the registry a widget of rjsf. `choose` names it, by the schema. */
function adapt(choose: (schema: RJSFSchema) => ValueWidgetName, { read, write }: Conversion = AS_IT_IS): ComponentType<SchemaWidgetProps> {
  return function SchemaWidget(given: SchemaWidgetProps) {
    const props: Props = given;
    const { schema, disabled = false, readonly = false, onChange, onBlur, id } = props;
    const Widget = VALUE_WIDGETS[choose(schema)];
    const { onParseError } = useParseError();
    const wrapperProps = useWrapperProps(props);
    return (
      <Widget
        field={toField(props)}
        value={read(props)}
        onChange={(value) => onChange(write(props, value))}
        onBlur={() => onBlur(id, props.value)}
        readOnly={disabled || readonly}
        wrapperProps={wrapperProps}
        options={toOptions(props)}
        onParseError={onParseError}
      />
    );
  };
}

const named = (name: ValueWidgetName, conversion?: Conversion) => adapt(() => name, conversion);

const text = adapt(({ type }) => (type === 'number' || type === 'integer' ? 'number' : 'text'));
const select = named('select', ONE_OPTION);

function SelectWidget(props: SchemaWidgetProps) {
  return props.multiple === true ? <ManyWidget {...props} /> : <OneWidget {...props} />;
}
const OneWidget = select;
const ManyWidget = named('multiSelect', OPTIONS);

/**
 * The widgets of rjsf, by the format of a property: those of records. The names at the end are the ones that rjsf chooses by itself; they
 * are all here, so that none of its own is ever shown.
 */
export const SCHEMA_WIDGETS: { readonly [name: string]: ComponentType<SchemaWidgetProps> } = {
  checkboxes: named('checkboxGroup', OPTIONS),
  color: named('color'),
  currency: named('currency'),
  date: named('date'),
  'date-time': named('dateTime'),
  email: named('email'),
  image: named('image'),
  list: named('list', A_LIST),
  module: named('module'),
  modules: named('modules', A_LIST),
  phone: named('phone'),
  record: named('record', ONE_ID),
  records: named('records', IDS),
  secret: named('secret'),
  'text-area': named('textArea'),
  'time-zone': named('timeZone'),
  uri: named('url'),
  user: named('record', ONE_ID),
  AltDateTimeWidget: named('dateTime'),
  AltDateWidget: named('date'),
  CheckboxWidget: named('checkbox'),
  CheckboxesWidget: named('checkboxGroup', OPTIONS),
  ColorWidget: named('color'),
  DateTimeWidget: named('dateTime'),
  DateWidget: named('date'),
  EmailWidget: named('email'),
  FileWidget: text,
  PasswordWidget: named('secret'),
  RadioWidget: select,
  RangeWidget: text,
  SelectWidget,
  TextWidget: text,
  TextareaWidget: named('textArea'),
  TimeWidget: text,
  URLWidget: named('url'),
  UpDownWidget: text,
};
