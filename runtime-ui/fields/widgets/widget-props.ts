import type { InputWrapperProps } from '@mantine/core';
import type { FieldView, JsonValue, ModuleView } from '#engine/model';
import type { FieldIssue } from '../../headless/index.ts';

/** Label, help or error, and required mark, in the shape that every input of the kit's library takes. */
export type Wrapping = Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'required' | 'inputWrapperOrder'> & { readonly id: string };

/** What a form widget of any type is given. */
export interface WidgetProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined takes it away. */
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onBlur: () => void;
  readonly readOnly: boolean;
  readonly wrapping: Wrapping;
  readonly issues: readonly FieldIssue[];
  /** Says that what was typed is no value, and why; undefined takes it back. */
  readonly onUnreadable: (message: string | undefined) => void;
}
