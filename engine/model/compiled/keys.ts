/**
 * Comparable keys. Beside its document every stored record has keys: for each filterable field (and each part of an
 * Address) the value in the one form in which all evaluators compare it. Text is folded, phones are digits, money is
 * integer cents, checkboxes are 0 or 1, dates are `YYYY-MM-DD` text, date-times are epoch milliseconds, relates are ids,
 * a FlexRelate is `module:id`. The memory matcher, SQLite and MongoDB compare nothing but keys, so they agree.
 */
export type Key = string | number;

/** A field's keys in a record: absent when missing (null, "" and [] count as missing), a list for list fields. */
export type KeyValue = Key | readonly Key[];

/** All keys of a record by key id. Key ids are made of stable field ids, so that a rename moves no data. */
export type RecordKeys = { readonly [keyId: string]: KeyValue | undefined };

/** `text` orders by code point (UTF-8 bytes), `number` numerically. */
export type KeyKind = 'text' | 'number';

/** One key of a module: `id` is the field's stable id, or `<id>.<part>` for a part of an Address. */
export interface KeySchema {
  readonly id: string;
  readonly kind: KeyKind;
  /** The field holds a list: equality means "the list has it". */
  readonly list: boolean;
  /** What a record counts as that was written before the key was there: it compares, sorts and groups as if it had this one. */
  readonly absent?: Key;
}

/** An index over keys, in order; the adapter ends each with `_id`. List keys may only stand alone. */
export interface IndexSchema {
  readonly keys: readonly string[];
  /** No two records may share the key (missing keys do not count). */
  readonly unique?: boolean;
}

/**
 * How the records of a module (or of a room's own bookkeeping) are stored. Adding a key or an index never rewrites
 * records: an added field is missing in the records written before.
 */
export interface CollectionSchema {
  /** `m_` and the module's stable id, or `_` and the name of an internal collection. */
  readonly name: string;
  readonly keys: readonly KeySchema[];
  readonly indexes: readonly IndexSchema[];
  /** Ids of text keys that answer "contains" from an index. */
  readonly contains: readonly string[];
}
