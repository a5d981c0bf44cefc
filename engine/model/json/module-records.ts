import type { RecordDocument, RecordDraft } from './json.ts';

/**
 * Records by the name of their module, for typed hooks: what writes a module's types adds it here (`declare module
 * '#engine/model' { interface ModuleRecords { … } }`, as plugins/records.d.ts does). '*' stands for any module.
 */
export interface ModuleRecords {
  readonly '*': RecordDocument;
}

/** Modules whose fields are known to the compiler. */
type TypedModule = Exclude<keyof ModuleRecords, '*'>;

/** Kept by the pipeline, not set by hooks. */
type ManagedField = '_id' | '_version';

/** A stored record of the module: typed where its module is, else by name alone. An admin may have added fields that are not here. */
export type RecordOf<Module extends string> = Module extends TypedModule ? { readonly [field in keyof ModuleRecords[Module]]: ModuleRecords[Module][field] } : RecordDocument;

/** A record of the module that is being made or changed: each field may be emptied with null. */
export type DraftOf<Module extends string> = Module extends TypedModule ? { -readonly [field in Exclude<keyof ModuleRecords[Module], ManagedField>]?: ModuleRecords[Module][field] | null } : RecordDraft;

/** Names of the module's fields. */
export type FieldOf<Module extends string> = Module extends TypedModule ? Exclude<keyof ModuleRecords[Module], ManagedField> : string;
