/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A JSON object, such as a record in the API. */
export type JsonObject = { readonly [name: string]: JsonValue };

/**
 * A record as in the API: `_id`, `_version`, and the fields by name (Date `YYYY-MM-DD`, DateTime ISO 8601 UTC with
 * milliseconds, Currency in dollars). Missing fields are absent. Stores save exactly this document.
 */
export type RecordDocument = { readonly _id: string; readonly _version: number; readonly [field: string]: JsonValue };

/** A record that is being created or changed: the same structure, mutable. */
export type RecordDraft = { [field: string]: JsonValue };
