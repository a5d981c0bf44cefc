import type {
  Condition,
  DropdownDefinition,
  FieldDefinition,
  LayoutDefinition,
  FinderDefinition,
  ModuleDefinition,
  RelationshipDefinition,
  SortDefinition,
  UserType,
} from '../definitions/index.ts';
import type { CollectionSchema, KeySchema, PlannedIndex } from './collection-schema.ts';
import type { FieldType, ModuleKeys } from '../field-types/field-type.ts';
import type { JsonValue } from '../values/json.ts';
import type { ValidationRule } from '../rules/validation-rules.ts';

/** A field of a compiled module: its definition and everything derived from it. Immutable. */
export interface CompiledField {
  /**
   * The id under which its values are stored: the stable id of its definition, with a number if a field with that id was removed
   * before. It stays when the field is renamed.
   */
  readonly id: string;
  /** Name in records and in the API. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
  /** The definition it was compiled from. */
  readonly definition: FieldDefinition;
  /** Normalizes, compares and displays its values. */
  readonly type: FieldType;
  /** The dropdown of a Dropdown or MultiSelect, resolved. */
  readonly dropdown: DropdownDefinition | undefined;
  /** Modules that a relate field may point to; empty: any. */
  readonly refs: readonly string[];
  /** The columns of its entry schema as fields, without keys; empty if it has none. */
  readonly columns: readonly CompiledField[];
  /** Keys that the field is compared by; empty when it cannot be filtered. An Address has one key per part. */
  readonly keys: readonly KeySchema[];
  /** Key of the records that its entries refer to, as `module:id`; undefined: no column is a Relate. No filter uses it. */
  readonly linksKey: KeySchema | undefined;
  /** `fieldsToTrigger` as a condition on the parent's value; undefined: it has none. */
  readonly trigger: Condition | undefined;
  /** Only the system writes it: createdAt, updatedAt, created_by, modified_by, deleted. */
  readonly system: boolean;
  /** The relationship that created the field, if it was not defined as a field. */
  readonly relationship: RelationshipDefinition | undefined;
  /** The names that its keys have for modules that were renamed; absent: no value names a module, or none was renamed. */
  readonly moduleKeys?: ModuleKeys;
  /** The type that its values will have when a conversion that has begun is complete; absent: none has begun. */
  readonly upcoming?: UpcomingType;
}

/** The later type of a field: saves write its key beside that of the present one. */
export interface UpcomingType {
  /** With the key; nothing else uses it. */
  readonly field: CompiledField;
  /** A stored value as the later type stores it; undefined: it has none, or cannot be converted. */
  readonly convert: (value: JsonValue | undefined) => JsonValue | undefined;
}

/**
 * A relation from a module to the records of another module. `forward`: a field of this module contains the ids.
 * `reverse`: a field of the other module contains the ids of this module's records.
 */
export interface CompiledRelation {
  /** Name in paths and filters; unique in the module. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
  /** Whether a field of this module contains the ids, or one of the other module. */
  readonly direction: 'forward' | 'reverse';
  /** The other modules; empty for a FlexRelate that may point to any module. */
  readonly modules: readonly string[];
  /** Name of the field that contains the ids: on this module (forward) or on the other module (reverse). */
  readonly fieldName: string;
  /** A record may be related to several records. */
  readonly many: boolean;
  /** The field is a FlexRelate or MultiFlexRelate: its keys are `module:id`. */
  readonly flex: boolean;
}

/** The compiled form of a module that all other code reads: compiled once, immutable, replaced as a whole when a change is published. */
export interface CompiledModule {
  /** Stable id: it stays when the module is renamed. */
  readonly id: string;
  /** Name in definitions and in the API: 'tickets'. */
  readonly name: string;
  /** The name that keys of records and stored documents have for the module: its first one, unless another module had that name before. */
  readonly keyName: string;
  /** Plural name for people: 'Tickets'. */
  readonly label: string;
  /** Singular name for people: 'Ticket'. */
  readonly labelSingular: string;
  /** Path of its endpoints: '/api/tickets'. */
  readonly path: string;
  /** The definition it was compiled from. */
  readonly definition: ModuleDefinition;
  /** Version of the definitions in which it last changed, or a later one; later versions contain the same object. */
  readonly definitionVersion: number;
  /** Its records belong to teams, which limit who may see them. */
  readonly teamEnabled: boolean;
  /** The field that contains the display name of a record. */
  readonly nameField: string;
  /** All fields that are not deleted, by name, in definition order; relationship fields come last. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** The same fields by their stored ids. */
  readonly fieldsById: ReadonlyMap<string, CompiledField>;
  /** Forward and reverse relations by name. */
  readonly relations: ReadonlyMap<string, CompiledRelation>;
  /** Endpoints in addition to the common ones. */
  readonly finders: readonly FinderDefinition[];
  /** Effective layouts by view; a layout for a role has the role's name. */
  readonly layouts: readonly LayoutDefinition[];
  /** The order of lists for which the reader chose none. */
  readonly defaultSort: SortDefinition;
  /** Records per page if the reader does not say how many; 10 if nothing defines it. */
  readonly pageSize: number;
  /** The validation rules of its fields and its own. */
  readonly validations: readonly ValidationRule[];
  /** By user type, or '*' for all types without one of their own: a filter that limits the records which a user of this type can read. */
  readonly rowRules: { readonly [userType in UserType]?: RowRule };
  /** The filters in the levels of roles that limit which of its records the people with a role see, change or delete. */
  readonly roleRules: readonly { readonly [entry: string]: unknown }[];
  /** Names of the fields that search terms are compared with. */
  readonly searchable: readonly string[];
  /** The indexes of its records, and those that the definition leaves out. */
  readonly indexPlan: readonly PlannedIndex[];
  /** How its records are stored. */
  readonly storage: CollectionSchema;
}

/** Provides compiled modules and the definitions they refer to; an immutable snapshot. */
export interface ModuleCatalog {
  /** Version of the definitions it was compiled from. */
  readonly version: number;
  /** The active modules by name. */
  readonly modules: ReadonlyMap<string, CompiledModule>;
  /** By name. */
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
}

/** A filter that limits the records which users of a type can read. */
export interface RowRule {
  readonly [entry: string]: unknown;
}

/** The row rule for users of a type: that of the type, else the one for all other types. Undefined: the module has none for them. */
export function rowRuleOf({ rowRules }: Pick<CompiledModule, 'rowRules'>, userType: UserType): RowRule | undefined {
  return rowRules[userType] ?? rowRules['*'];
}
