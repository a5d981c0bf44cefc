import type {
  DropdownDefinition,
  FieldDefinition,
  LayoutDefinition,
  FinderDefinition,
  ModuleDefinition,
  RelationshipDefinition,
  SortDefinition,
  UserType,
} from './definitions/index.ts';
import type { FieldType } from './field-types/field-type.ts';

/** A field of a compiled module: its definition and everything derived from it. Immutable. */
export interface CompiledField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly definition: FieldDefinition;
  readonly type: FieldType;
  /** The dropdown of a Dropdown or MultiSelect, resolved. */
  readonly dropdown: DropdownDefinition | undefined;
  /** Modules that a relate field may point to; empty: any. */
  readonly refs: readonly string[];
  /** Keys that the field is compared by; empty when it cannot be filtered. An Address has one key per part. */
  readonly keys: readonly KeySchema[];
  /** Only the system writes it: createdAt, updatedAt, created_by, modified_by, deleted. */
  readonly system: boolean;
  /** The relationship that created the field, if it was not defined as a field. */
  readonly relationship: RelationshipDefinition | undefined;
}

/**
 * A relation from a module to the records of another module. `forward`: a field of this module contains the ids.
 * `reverse`: a field of the other module contains the ids of this module's records.
 */
export interface CompiledRelation {
  readonly name: string;
  readonly label: string;
  readonly direction: 'forward' | 'reverse';
  /** The other modules; empty for a FlexRelate that may point to any module. */
  readonly modules: readonly string[];
  /** Name of the field that contains the ids: on this module (forward) or on the other module (reverse). */
  readonly fieldName: string;
  readonly many: boolean;
  /** The field is a FlexRelate or MultiFlexRelate: its keys are `module:id`. */
  readonly flex: boolean;
}

/** The compiled form of a module that all other code reads: compiled once, immutable, replaced as a whole when a change is published. */
export interface CompiledModule {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly labelSingular: string;
  readonly path: string;
  readonly definition: ModuleDefinition;
  /** Version of the definitions it was compiled from; stored with each record that is written. */
  readonly definitionVersion: number;
  readonly teamEnabled: boolean;
  /** The field that contains the display name of a record. */
  readonly nameField: string;
  /** All fields that are not deleted, by name, in definition order; relationship fields come last. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly fieldsById: ReadonlyMap<string, CompiledField>;
  /** Forward and reverse relations by name. */
  readonly relations: ReadonlyMap<string, CompiledRelation>;
  /** Endpoints in addition to the common ones. */
  readonly finders: readonly FinderDefinition[];
  /** Effective layouts by view; a layout for a role has the role's name. */
  readonly layouts: readonly LayoutDefinition[];
  readonly defaultSort: SortDefinition;
  readonly pageSize: number;
  readonly rowRules: { readonly [userType in UserType]?: { readonly [entry: string]: unknown } };
  readonly searchable: readonly string[];
  readonly storage: CollectionSchema;
}

/** Provides compiled modules and the definitions they refer to; an immutable snapshot. */
export interface ModuleCatalog {
  /** Version of the definitions it was compiled from. */
  readonly version: number;
  readonly modules: ReadonlyMap<string, CompiledModule>;
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
}

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

/** One key of a module: `id` is the field's stable id, or `<id>.<part>` for a part of an Address. */
export interface KeySchema {
  readonly id: string;
  readonly kind: KeyKind;
  /** The field contains a list: equality means "the list contains the value". */
  readonly list: boolean;
  /** Key of a record that was written before this key existed: the record compares, sorts and groups as if it had this value. */
  readonly absent?: Key;
}

/** An index over keys, in order; the adapter appends `_id` to each. A list key must be the only key of its index. */
export interface IndexSchema {
  readonly keys: readonly string[];
  /** Two records must not have the same key (missing keys do not count). */
  readonly unique?: boolean;
}

/**
 * How the records of a module (or the internal data of a package) are stored. Adding a key or an index never rewrites
 * records: an added field is missing in the records written before.
 */
export interface CollectionSchema {
  /** `m_` and the module's stable id, or `_` and the name of an internal collection. */
  readonly name: string;
  readonly keys: readonly KeySchema[];
  readonly indexes: readonly IndexSchema[];
  /** Ids of text keys for which "contains" uses an index. */
  readonly contains: readonly string[];
}
