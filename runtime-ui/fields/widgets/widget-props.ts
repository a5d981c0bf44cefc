import type { InputWrapperProps } from '@mantine/core';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { FieldIssue } from '../../headless/index.ts';

/** Label, help or error, and required mark, as the props of Mantine's inputs. */
export type FieldWrapperProps = Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required' | 'inputWrapperOrder'> & {
  readonly id: string;
};

/** Props of every form widget. */
export interface WidgetProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined removes it. */
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onBlur: () => void;
  readonly readOnly: boolean;
  readonly wrapperProps: FieldWrapperProps;
  readonly issues: readonly FieldIssue[];
  /** The only values that may be chosen, given the other values of the record; undefined: all values of the dropdown. */
  readonly allowed?: readonly string[] | undefined;
  /** Reports that the typed text is not a valid value, and why; undefined clears the error. */
  readonly onParseError: (message: string | undefined) => void;
  /** A short hint under an option, such as what it requires. */
  readonly hintOf?: ((value: string) => string | undefined) | undefined;
}
