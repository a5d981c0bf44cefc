export type { JsonObject, JsonValue, RecordDocument, RecordDraft } from './json.ts';
