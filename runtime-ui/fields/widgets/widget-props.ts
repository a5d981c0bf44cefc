import type { InputWrapperProps } from '@mantine/core';
import type { DropdownDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { FieldIssue } from '../../headless/index.ts';

/** Label, help or error, and required mark, as the props of Mantine's inputs. `aria-label`: of an input without a visible label. */
export type FieldWrapperProps = Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required' | 'inputWrapperOrder'> & {
  readonly id: string;
  readonly 'aria-label'?: string;
};

/** An option of a select. */
export type Option = DropdownDefinition['options'][number];

/** What widgets show of the description of a value: of a field of a module, or of a property of a JSON Schema. */
export type WidgetField = Pick<FieldView, 'label' | 'refs'> &
  Partial<
    Pick<
      FieldView,
      | 'inputType'
      | 'required'
      | 'placeholder'
      | 'sensitive'
      | 'validators'
      | 'mask'
      | 'numberFormat'
      | 'textAreaRowCount'
      | 'integer'
      | 'unit'
      | 'choices'
    >
  > & {
    /** Most characters of a text; default: the limit of the input type. */
    readonly maxLength?: number;
  };

/** Props of the widgets that need no module: those of records and those of JSON Schemas are the same. */
export interface ValueWidgetProps {
  readonly field: WidgetField;
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined removes it. */
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onBlur: () => void;
  readonly readOnly: boolean;
  readonly wrapperProps: FieldWrapperProps;
  /** The options of a select. */
  readonly options?: readonly Option[] | undefined;
  /** The only options that may be chosen, given the other values; undefined: all of them. */
  readonly allowed?: readonly string[] | undefined;
  /** Reports that the typed text is not a valid value, and why; undefined clears the error. */
  readonly onParseError: (message: string | undefined) => void;
  /** A short hint under an option, such as what it requires. */
  readonly hintOf?: ((value: string) => string | undefined) | undefined;
}

/** Props of every widget of a field of a module. */
export interface WidgetProps extends ValueWidgetProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly issues: readonly FieldIssue[];
}
