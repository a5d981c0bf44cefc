/**
 * Comparable keys. Every stored record has, in addition to its document, one key per filterable field (and per part of an
 * Address): the value in the form in which all evaluators compare it. Text is folded, phones are digits, money is integer
 * cents, checkboxes are 0 or 1, dates are `YYYY-MM-DD` text, date-times are epoch milliseconds, relates are ids, a
 * FlexRelate is `module:id`. The memory matcher, SQLite and MongoDB compare only keys, so their results are the same.
 */
export type Key = string | number;

/** The keys of a field in a record: absent when the value is missing (null, "" and [] count as missing), a list for list fields. */
export type KeyValue = Key | readonly Key[];

/** All keys of a record by key id. Key ids are built from stable field ids, so renaming a field does not change stored data. */
export type RecordKeys = { readonly [keyId: string]: KeyValue | undefined };

/** `text` sorts by code point (UTF-8 bytes), `number` numerically. */
export type KeyKind = 'text' | 'number';

/** One key of a module: `id` is the field's stable id, `<id>.<part>` for a part of an Address, or `<id>.links` for the links of its entries. */
export interface KeySchema {
  /** The stable id of the field, or `<id>.<part>`. */
  readonly id: string;
  /** How its values are sorted. */
  readonly kind: KeyKind;
  /** The field contains a list: equality means "the list contains the value". */
  readonly list: boolean;
  /** Key of a record that was written before this key existed: the record compares, sorts and groups as if it had this value. */
  readonly absent?: Key;
}

/** An index over keys, in order; the adapter appends `_id` to each. A list key must be the only key of its index. */
export interface IndexSchema {
  /** Ids of its keys, in order. */
  readonly keys: readonly string[];
  /** Two records must not have the same key (missing keys do not count). */
  readonly unique?: boolean;
  /** Records without the key are not in the index: for a single key that few records have. It serves searches for values. */
  readonly sparse?: boolean;
}

/**
 * Why a module has an index: a unique field; the default order of a list; a next free number; a list field; the own records
 * of a user; a row rule of a role; the duplicates of a record; `indexes` of the definition; a finder; the search form of the
 * list; a relation; the order of a column of the list; the search form of the popup.
 */
export const INDEX_RULES = [
  'unique',
  'order',
  'next number',
  'list',
  'owner',
  'row rule',
  'duplicates',
  'declared',
  'finder',
  'search',
  'relation',
  'column',
  'popup search',
] as const;
/** Why a module has an index. */
export type IndexRule = (typeof INDEX_RULES)[number];

/** An index that a module has, or leaves out by its definition. */
export interface PlannedIndex {
  /** Ids of its keys, in order. */
  readonly keys: readonly string[];
  /** Its keys as names in definitions. */
  readonly names: readonly string[];
  /** Two records must not have the same key. */
  readonly unique: boolean;
  /** The rules that suggest it, or the start of it. */
  readonly rules: readonly IndexRule[];
  /** It cannot be left out. */
  readonly isRequired: boolean;
  /** `withoutIndexes` of the definition names it, so that it does not exist. */
  readonly isLeftOut: boolean;
}

/**
 * How the records of a module (or the internal data of a package) are stored. Adding a key or an index never rewrites
 * records: an added field is missing in the records written before.
 */
export interface CollectionSchema {
  /** `m_` and the module's stable id, or `_` and the name of an internal collection. */
  readonly name: string;
  /** All keys of its records. */
  readonly keys: readonly KeySchema[];
  /** The indexes besides that of `_id`. */
  readonly indexes: readonly IndexSchema[];
  /** Ids of text keys for which "contains" uses an index. */
  readonly contains: readonly string[];
  /**
   * Id of the key that is 1 in deleted records and 0 in all others. Most queries exclude the deleted ones, which are few: an adapter may
   * group and count the others by an index alone. Default: records have no such key.
   */
  readonly deletedKey?: string;
  /**
   * Ids of fields that were removed for good: their keys are erased from all records when the schema is applied. Default: none. They
   * must not be the ids of present keys.
   */
  readonly removed?: readonly string[];
}
