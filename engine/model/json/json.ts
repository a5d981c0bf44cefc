/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A JSON object, such as a record as the API shows it. */
export type JsonObject = { readonly [name: string]: JsonValue };

/**
 * A record in the form of the API: `_id`, `_version`, and the fields by name (Date `YYYY-MM-DD`, DateTime ISO 8601 UTC
 * with milliseconds, Currency in dollars). Missing fields are absent. Stores keep exactly this document.
 */
export type RecordDocument = { readonly _id: string; readonly _version: number; readonly [field: string]: JsonValue };

/** A record being made or changed: the same shape, still writable. */
export type RecordDraft = { [field: string]: JsonValue };
