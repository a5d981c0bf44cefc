import { createContext, use, type ComponentType } from 'react';
import type { JsonValue } from '#engine/model/values';

/** The steps from the root of a form's value to one of its parts. */
export type FormPath = readonly (string | number)[];

/** Props of a field that a form brings along, for a property that no widget of the registry fits. */
export interface CustomFieldProps {
  /** Id of its main input. */
  readonly id: string;
  /** Its label. */
  readonly label: string;
  /** Its help; undefined: none. */
  readonly description: string | undefined;
  /** The value; undefined: missing. */
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined clears it. */
  readonly onChange: (value: JsonValue | undefined) => void;
  /** The value of the whole form. */
  readonly values: { readonly [name: string]: JsonValue | undefined };
  /** The user may not change it. */
  readonly readOnly: boolean;
  /** The problems of the value, as sentences. */
  readonly problems: readonly string[];
}

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
