import type { JsonValue } from '../values/index.ts';
import type { FormFormat } from './formats.ts';

/**
 * JSON Schema (draft 7) of a value that a form edits. The keywords that begin with `x-` and the formats choose the widget; a keyword that is
 * not listed is a type error, so that a misspelled limit is found when it is written.
 */
export type FormSchema = {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /** The label. */
  readonly title?: string;
  /** The help below the label. */
  readonly description?: string;
  readonly default?: JsonValue;
  /** The first one is the placeholder. */
  readonly examples?: readonly JsonValue[];
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  /** Options with labels (`const` and `title` each), or variants. */
  readonly oneOf?: readonly FormSchema[];
  readonly anyOf?: readonly FormSchema[];
  readonly allOf?: readonly FormSchema[];
  /** See FORM_FORMATS; 'checkboxes' shows the options of a list as checkboxes, 'currency' a number as dollars. */
  readonly format?: FormFormat | 'checkboxes' | 'currency';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Regular expression. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** Of a list: its entries. With `uniqueItems`, texts are edited as tags. */
  readonly items?: FormSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [name: string]: FormSchema };
  readonly required?: readonly string[];
  /** Of an object with free names: its entries. */
  readonly additionalProperties?: boolean | FormSchema;
  /** Of an object with free names: the names. With `x-dropdown` they are chosen from its options. */
  readonly propertyNames?: FormSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** What to do about a problem: one text, or texts by keyword. */
  readonly errorMessage?: string | { readonly [keyword: string]: string };
  /** Name of a dropdown: its values are the options. */
  readonly 'x-dropdown'?: string;
  /** Name of a module: the names of its fields are the options. */
  readonly 'x-fields'?: string;
  /** Of the format 'record': the module whose records can be chosen. */
  readonly 'x-module'?: string;
  readonly 'x-modules'?: readonly string[];
  /** The unit behind a number, such as 'days'. */
  readonly 'x-unit'?: string;
  /** 'half': beside another property, where there is space. */
  readonly 'x-width'?: 'half';
};
