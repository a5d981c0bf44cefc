import type { RecordDocument, RecordDraft } from './json.ts';

/**
 * Record types by module name, for typed hooks: the file that declares the types of modules adds them here (`declare
 * module '#engine/model' { interface ModuleRecords { … } }`, as plugins/records.d.ts does). '*' is any module.
 */
export interface ModuleRecords {
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
