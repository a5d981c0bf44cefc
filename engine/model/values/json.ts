/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A JSON object, such as a record in the API. */
export type JsonObject = { readonly [name: string]: JsonValue };

/**
 * A record as in the API: `_id`, `_version`, and the fields by name (Date `YYYY-MM-DD`, DateTime ISO 8601 UTC with
 * milliseconds, Currency in dollars). Missing fields are absent. Stores save exactly this document.
 */
export type RecordDocument = {
  /** Ids sort by their creation time. */
  readonly _id: string;
  /** 1 after the creation, one more after each save. */
  readonly _version: number;
  readonly [field: string]: JsonValue;
};

/** A record that is being created or changed: the same structure, mutable. */
export type RecordDraft = { [field: string]: JsonValue };

/**
 * Record types by module name, for typed hooks: the file that declares the types of modules adds them here (`declare
 * module '#engine/model' { interface ModuleRecords { … } }`, as plugins/records.d.ts does). '*' is any module.
 */
export interface ModuleRecords {
  /** Any module: fields are known by name only. */
  readonly '*': RecordDocument;
}

/** Modules whose fields are declared. */
type TypedModule = Exclude<keyof ModuleRecords, '*'>;

/** Set by the save pipeline, not by hooks. */
type ManagedField = '_id' | '_version';

/** A stored record of the module: typed if the module is declared, else by name only. Fields added by an admin are not declared. */
export type RecordOf<Module extends string> = Module extends TypedModule
  ? { readonly [field in keyof ModuleRecords[Module]]: ModuleRecords[Module][field] }
  : RecordDocument;

/** A record of the module that is being created or changed: each field may be set to null to clear it. */
export type DraftOf<Module extends string> = Module extends TypedModule
  ? { -readonly [field in Exclude<keyof ModuleRecords[Module], ManagedField>]?: ModuleRecords[Module][field] | null }
  : RecordDraft;

/** Names of the module's fields. */
export type FieldOf<Module extends string> = Module extends TypedModule ? Exclude<keyof ModuleRecords[Module], ManagedField> : string;
