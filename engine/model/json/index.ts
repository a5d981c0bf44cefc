export type { JsonObject, JsonValue, RecordDocument, RecordDraft } from './json.ts';
export type { DraftOf, FieldOf, ModuleRecords, RecordOf } from './module-records.ts';
