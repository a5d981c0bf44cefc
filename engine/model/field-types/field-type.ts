import type { KeyKind, KeyValue } from '../compiled/collection-schema.ts';
import type { DropdownDefinition, FieldDefinition, InputType } from '../definitions/index.ts';
import type { FilterOperator } from '../filter/operators.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

/** The properties of a field that its field type uses. */
export interface FieldContext {
  /** The definition of the field. */
  readonly field: FieldDefinition;
  /** The dropdown of a Dropdown or MultiSelect; undefined: it has none. */
  readonly dropdown: DropdownDefinition | undefined;
  /** Modules that a relate field may point to; empty: any. */
  readonly refs: readonly string[];
  /** Names of the modules that exist, for Module, MultiModule and FlexRelate. */
  hasModule(name: string): boolean;
  /** The columns of an Array or Object with an entry schema; absent or empty: it has none. */
  readonly columns?: readonly FieldColumn[];
  /** The names that keys have for modules that were renamed, by their current names; absent: keys have the current names. */
  readonly moduleKeys?: ModuleKeys | undefined;
  /** Values that the field has in stored records: their entries and options are accepted, whatever the columns and options are now. */
  readonly stored?: readonly (JsonValue | undefined)[];
}

/**
 * Names of modules in keys, by their current names, where they differ: a key never changes when a module is renamed. A former name that no
 * module has now leads to one that no key has.
 */
export type ModuleKeys = ReadonlyMap<string, string>;

/** The name that keys have for a module, by its current name. */
export function moduleKeyOf({ moduleKeys }: { readonly moduleKeys?: ModuleKeys | undefined }, name: string): string {
  return moduleKeys?.get(name) ?? name;
}

/** A column of an entry schema: the type of its values, and the properties of the column that the type uses. */
export interface FieldColumn extends FieldContext {
  /** The type of its values. */
  readonly type: FieldType;
}

/** One problem with a value. */
export interface FieldProblem {
  /** For programs, such as 'too_long'. */
  readonly code: string;
  /** For people: a sentence. */
  readonly message: string;
  /** The path inside a structured value ('zip', '1.email_address'); absent: the value itself. */
  readonly path?: string;
}

/** A value in its stored form (`undefined`: missing), or its problems. */
export type NormalizeResult =
  | { readonly ok: true; readonly value: JsonValue | undefined }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** How a field is compared: determines its key and its operators. `none`: it cannot be filtered. */
export type Comparison = 'text' | 'phone' | 'exact' | 'number' | 'money' | 'day' | 'instant' | 'boolean' | 'flex' | 'address' | 'none';

/** The kinds of stored values, named as in the specification. */
export const SCHEMA_TYPES = ['String', 'Number', 'Boolean', 'Date', 'Object', 'Array'] as const;

/** The kind of a stored value. */
export type SchemaType = (typeof SCHEMA_TYPES)[number];

/**
 * One of the input types. Pure: the same object is used on the server and in the browser. A value is normalized by
 * `normalize`, then stored; `toKey` creates its keys and `format` its display text.
 */
export interface FieldType {
  /** One of the 25 types of the specification, or the name of a type added by a plugin. */
  readonly name: string;
  /** The specification's schema type. */
  readonly schemaType: SchemaType;
  /** How its values are compared. */
  readonly comparison: Comparison;
  /** How its keys are sorted. */
  readonly keyKind: KeyKind;
  /** Its values are lists. */
  readonly list: boolean;
  /** The filter operators that its fields accept. */
  readonly operators: readonly FilterOperator[];
  /**
   * Converts a value sent by a caller to the stored form and returns all problems with its type and limits. null, "" and
   * [] become missing.
   */
  normalize(value: JsonValue, context: FieldContext): NormalizeResult;
  /** The key of a stored value; for an Address, of one part. `undefined` when missing. */
  toKey(value: JsonValue | undefined, context: FieldContext, part?: string): KeyValue | undefined;
  /** The display text of a stored value; relates are shown as ids. */
  format(value: JsonValue | undefined, context: FieldContext): string;
  /** JSON Schema of the stored form, which is also the form in the API. */
  jsonSchema(context: FieldContext): JsonObject;
}

/** The result for an empty value. */
export const MISSING: NormalizeResult = { ok: true, value: undefined };

/** A value in its stored form. */
export function accept(value: JsonValue): NormalizeResult {
  return { ok: true, value };
}

/** A value that cannot be stored, for one reason. */
export function refuse(code: string, message: string, path?: string): NormalizeResult {
  return { ok: false, problems: [problem(code, message, path)] };
}

/** A value that cannot be stored, for these reasons. */
export function refuseAll(problems: readonly FieldProblem[]): NormalizeResult {
  return { ok: false, problems };
}

export function problem(code: string, message: string, path?: string): FieldProblem {
  return path === undefined ? { code, message } : { code, message, path };
}

/** Whether a value counts as missing: null, "", [] and text that is only white space. */
export function isMissing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** A plain JSON object: not null, not a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property of the object; never one of its prototype. */
export function ownValue(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * A field type added by a plugin, or by the product for records that repeat: one of the input types with additional rules. It is stored, filtered and sorted like its
 * input type, and displayed like it unless the plugin provides an input or a cell for it. A field selects it with
 * `fieldType`.
 */
export interface RefinedFieldType {
  /** Lower case letters, digits and hyphens, such as 'ticket-code'; unique among the plugins. */
  readonly name: string;
  /** The input type that it adds rules to. */
  readonly inputType: InputType;
  /**
   * Converts a value that the input type accepted to the form in which it is stored, or returns its problems. Never called
   * for a missing value.
   */
  readonly normalize?: (value: JsonValue, context: FieldContext) => NormalizeResult;
  /** The display text of a stored value; default: the display text of the input type. */
  readonly format?: (value: JsonValue, context: FieldContext) => string;
  /** Keywords for the JSON Schema of its values, in addition to those of the input type, such as `{ pattern: '^[A-Z]{3}$' }`. */
  readonly schema?: JsonObject;
}
