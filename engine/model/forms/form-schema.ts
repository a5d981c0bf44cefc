import type { JsonValue } from '../values/index.ts';
import type { FormFormat } from './formats.ts';

/**
 * JSON Schema (draft 7) of a value that a form edits. The keywords that begin with `x-` and the formats choose the widget; a keyword that is
 * not listed is a type error, so that a misspelled limit is found when it is written.
 */
export type FormSchema = {
  /** The type of the value; absent: any, or that of a variant. */
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /** The label. */
  readonly title?: string;
  /** The help below the label. */
  readonly description?: string;
  /** The value of a new entry, and of a property that is not set. */
  readonly default?: JsonValue;
  /** The first one is the placeholder. */
  readonly examples?: readonly JsonValue[];
  /** The values that are allowed, as options. */
  readonly enum?: readonly JsonValue[];
  /** The only value that is allowed. */
  readonly const?: JsonValue;
  /** Options with labels (`const` and `title` each), or variants. */
  readonly oneOf?: readonly FormSchema[];
  /** At least one of them must match. */
  readonly anyOf?: readonly FormSchema[];
  /** All of them must match. */
  readonly allOf?: readonly FormSchema[];
  /** See FORM_FORMATS; 'checkboxes' shows the options of a list as checkboxes, 'currency' a number as dollars. */
  readonly format?: FormFormat | 'checkboxes' | 'currency';
  /** Characters of a text. */
  readonly minLength?: number;
  /** Characters of a text. */
  readonly maxLength?: number;
  /** Regular expression. */
  readonly pattern?: string;
  /** The smallest number that is allowed. */
  readonly minimum?: number;
  /** The largest number that is allowed. */
  readonly maximum?: number;
  /** Numbers must be greater. */
  readonly exclusiveMinimum?: number;
  /** Numbers must be less. */
  readonly exclusiveMaximum?: number;
  /** Numbers must be a multiple of it: 0.01 for cents. */
  readonly multipleOf?: number;
  /** Of a list: its entries. With `uniqueItems`, texts are edited as tags. */
  readonly items?: FormSchema;
  /** Entries of a list. */
  readonly minItems?: number;
  /** Entries of a list. */
  readonly maxItems?: number;
  /** No entry of a list may occur twice. */
  readonly uniqueItems?: boolean;
  /** Of an object: its properties by name, in the order of the form. */
  readonly properties?: { readonly [name: string]: FormSchema };
  /** Names of properties that must be set. */
  readonly required?: readonly string[];
  /** Of an object with free names: its entries. */
  readonly additionalProperties?: boolean | FormSchema;
  /** Of an object with free names: the names. With `x-dropdown` they are chosen from its options. */
  readonly propertyNames?: FormSchema;
  /** Entries of an object with free names. */
  readonly minProperties?: number;
  /** Entries of an object with free names. */
  readonly maxProperties?: number;
  /** What to do about a problem: one text, or texts by keyword. */
  readonly errorMessage?: string | { readonly [keyword: string]: string };
  /** Name of a dropdown: its values are the options. */
  readonly 'x-dropdown'?: string;
  /** Name of a module: the names of its fields are the options. */
  readonly 'x-fields'?: string;
  /** Of the format 'record': the module whose records can be chosen. */
  readonly 'x-module'?: string;
  /** Instead of `x-module`, if there are several; of the format 'module', the modules that can be chosen. Default: all. */
  readonly 'x-modules'?: readonly string[];
  /** The unit behind a number, such as 'days'. */
  readonly 'x-unit'?: string;
  /** 'half': beside another property, where there is space. */
  readonly 'x-width'?: 'half';
};
