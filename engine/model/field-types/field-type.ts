import type { KeyKind, KeyValue } from '../compiled/keys.ts';
import type { DropdownDefinition, FieldDefinition } from '../definitions/index.ts';
import type { FilterOperator } from '../filter/operators.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';

/** What a field type needs to know of the field that it serves. */
export interface FieldContext {
  readonly field: FieldDefinition;
  readonly dropdown: DropdownDefinition | undefined;
  readonly refs: readonly string[];
  /** Names of the modules that exist, for Module, MultiModule and FlexRelate. */
  hasModule(name: string): boolean;
}

/** One thing wrong with a value. `message` is for people, `code` for programs, `path` leads inside a structured value ('zip', '1.email_address'). */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}

/** A value brought to the form in which it is stored (`undefined`: missing), or what is wrong with it. */
export type NormalizeResult =
  | { readonly ok: true; readonly value: JsonValue | undefined }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** How a field is compared: which key it makes and which operators it has. `none`: it cannot be filtered. */
export type Comparison = 'text' | 'phone' | 'exact' | 'number' | 'money' | 'day' | 'instant' | 'boolean' | 'flex' | 'address' | 'none';

/** What kinds of values are stored, in the specification's words. */
export const SCHEMA_TYPES = ['String', 'Number', 'Boolean', 'Date', 'Object', 'Array'] as const;

export type SchemaType = (typeof SCHEMA_TYPES)[number];

/**
 * One of the input types. Pure: the same object works on the server and in the browser. A value passes
 * `normalize`, is stored, then `fold` makes its keys and `format` its text for people.
 */
export interface FieldType {
  /** One of the 25 of the specification, or the name of a type that a plugin adds. */
  readonly name: string;
  /** The specification's schema type. */
  readonly schemaType: SchemaType;
  readonly comparison: Comparison;
  readonly keyKind: KeyKind;
  readonly list: boolean;
  readonly operators: readonly FilterOperator[];
  /** Brings what a caller sent to the stored form and finds all that is wrong with its type and bounds. null, "" and [] become missing. */
  normalize(value: JsonValue, context: FieldContext): NormalizeResult;
  /** The key of a stored value; for an Address, of one part. `undefined` when missing. */
  toKey(value: JsonValue | undefined, context: FieldContext, part?: string): KeyValue | undefined;
  /** A stored value as people read it; ids of relates as they are. */
  format(value: JsonValue | undefined, context: FieldContext): string;
  /** JSON Schema of the stored (and wire) form. */
  jsonSchema(context: FieldContext): JsonObject;
}
