import type { InputWrapperProps } from '@mantine/core';
import type { FieldView, JsonValue, ModuleView } from '#engine/model';
import type { FieldIssue } from '../../headless/index.ts';

/** Label, help or error, and required mark, in the shape that every input of the kit's library takes. */
export type FieldWrapperProps = Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required' | 'inputWrapperOrder'> & { readonly id: string };

/** What a form widget of any type is given. */
export interface WidgetProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined takes it away. */
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onBlur: () => void;
  readonly readOnly: boolean;
  readonly wrapperProps: FieldWrapperProps;
  readonly issues: readonly FieldIssue[];
  /** The only values that may be chosen beside the others of the record; undefined: all of the dropdown. */
  readonly allowed?: readonly string[] | undefined;
  /** Says that what was typed is no value, and why; undefined takes it back. */
  readonly onParseError: (message: string | undefined) => void;
  /** A few words under an option that can be chosen, such as what it asks for. */
  readonly hintOf?: ((value: string) => string | undefined) | undefined;
}
