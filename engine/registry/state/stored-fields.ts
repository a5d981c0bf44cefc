import type { JsonValue } from '#engine/model/values';

/** Decrypts a value by the id under which its field is stored; undefined: no key decrypts it. */
export type OpenValue = (value: string, field: string) => JsonValue | undefined;

/** The names that modules had, also those whose aliases were removed. */
export interface ModuleNameDirectory {
  /** The last version of the definitions that renamed a module; 0: none did. */
  readonly lastRename: number;
  /** The current name of the module that had this name in a version of the definitions. */
  readonly current: (name: string, version: number) => string;
  /** The current name of a module by the name that keys and stored documents have for it. */
  readonly ofKey: (key: string) => string;
  /** The name that keys and stored documents have for a module, by its current name. */
  readonly keyOf: (name: string) => string;
  /** The modules whose two names differ. */
  readonly renamed: readonly { readonly key: string; readonly name: string }[];
}

/** What became of a field: its current name; or its stable id, with the id of its stored values if it was removed for good. */
export type FieldFate = { readonly name: string } | { readonly removed: string; readonly storedId?: string | undefined };

/** A field that is not active now, such as that of a plugin that is off, and whose values stay. */
export interface InactiveField {
  /** The id under which its values are stored. */
  readonly id: string;
  /** Stable ids of the dropdowns of the field (`column` null) and of the columns of its entries. */
  readonly dropdowns: readonly { readonly column: string | null; readonly dropdown: string }[];
}

/** Changes of fields after which the stored records of a module have to be rewritten. */
export interface StoredFieldChanges {
  /** Version of the definitions of the last of these changes. */
  readonly version: number;
  /** The ids under which the values of removed fields are stored, and those of former keys of converted fields. */
  readonly removed: readonly string[];
  /**
   * Fields that became active again or got another type, and the version in which they did. Records that were written before `since`
   * lack their keys; default: before `version`.
   */
  readonly restored: readonly { readonly name: string; readonly version: number; readonly since?: number }[];
}
