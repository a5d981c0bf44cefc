import type { InputType } from '#engine/model/definitions';
import { findField, toWireValue } from '../../headless/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { FieldInput, type FieldInputProps } from './field-input.tsx';
import { buildWrapperProps } from './issue-text.tsx';
import { YesNoSelect } from './yes-no-select.tsx';

/** Types whose values are typed as text here. */
const AS_TEXT: readonly InputType[] = ['Array', 'File', 'MessageListField', 'Object'];

/** The named field of a module, without what depends on a record of that module. Undefined: there is none with an input. */
export function findInputField(module: ModuleView | undefined, name: JsonValue | undefined): FieldView | undefined {
  const field = module && typeof name === 'string' ? findField(module, name) : undefined;
  if (field === undefined || AS_TEXT.includes(field.inputType)) return undefined;
  const {
    fieldsOf: _fieldsOf,
    fieldsElseOf: _fieldsElseOf,
    valueFor: _valueFor,
    placeholder: _placeholder,
    description: _description,
    ...plain
  } = field;
  return { ...plain, required: false };
}

interface NamedValueInputProps extends Omit<FieldInputProps, 'module' | 'field' | 'onChange'> {
  /** The field for which the value is edited; its label and help are shown. */
  readonly holder: FieldView;
  /** The named field, and its module. */
  readonly of: ModuleView;
  readonly named: FieldView;
  /** Sets the value in the API format: relates are ids. */
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** The input of a field of another module, for a value that is stored in this record. */
export function NamedValueInput({ holder, of, named, onChange, ...input }: NamedValueInputProps) {
  const { id, value, onBlur, readOnly = false, issues = [] } = input;
  const { label, description, required } = holder;
  const field = { ...named, label, ...(description === undefined ? {} : { description }), required: required === true };
  if (named.inputType === 'Checkbox')
    return (
      <YesNoSelect
        {...buildWrapperProps(id, field, issues, required === true)}
        value={value}
        readOnly={readOnly}
        clearable={required !== true && !readOnly}
        onChange={onChange}
        {...(onBlur === undefined ? {} : { onBlur })}
      />
    );
  return <FieldInput {...input} module={of} field={field} onChange={(next) => onChange(toWireValue(field, next) ?? undefined)} />;
}
