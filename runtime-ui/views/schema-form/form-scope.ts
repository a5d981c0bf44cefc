import { createContext, use, type ComponentType } from 'react';
import type { CustomFieldProps } from '../../extensions/index.ts';

/** The steps from the root of a form's value to one of its parts. */
export type FormPath = readonly (string | number)[];

/** What the parts of a form share. */
export interface FormScope {
  readonly values: CustomFieldProps['values'];
  readonly customFields: { readonly [property: string]: ComponentType<CustomFieldProps> };
  /** Reports that the text at a place is not a valid value, and why; undefined clears the problem. */
  readonly reportUnreadable: (path: FormPath, message: string | undefined) => void;
}

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** The form of a field. */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext);
  if (scope === undefined) throw new TypeError('A field of a form was rendered outside of a form.');
  return scope;
}

/** The place of the field that is rendered. */
export const FieldPathContext = createContext<FormPath>([]);

/** What the entries of an object with free names may be called. */
export interface EntryNames {
  /** What a name is called: 'Profession'. Undefined: 'Name'. */
  readonly title: string | undefined;
  /** The names to choose from; undefined: any text. */
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined;
  /** The names that are used. */
  readonly taken: readonly string[];
}

export const EntryNamesContext = createContext<EntryNames>({ title: undefined, options: undefined, taken: [] });

/** The label of an input that shows none, such as one in a list: for screen readers. Undefined: it shows its own. */
export const HiddenLabelContext = createContext<string | undefined>(undefined);
