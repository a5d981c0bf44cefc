import type { DropdownDefinition, FieldDefinition, LayoutDefinition, FinderDefinition, ModuleDefinition, RelationshipDefinition, SortDefinition, UserType } from '../definitions/index.ts';
import type { FieldType } from '../field-types/field-type.ts';
import type { CollectionSchema, KeySchema } from './keys.ts';

/** A field of a compiled module: its definition beside all that is worked out from it once. Immutable. */
export interface CompiledField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly definition: FieldDefinition;
  readonly type: FieldType;
  /** The dropdown of a Dropdown or MultiSelect, resolved. */
  readonly dropdown: DropdownDefinition | undefined;
  /** Modules that a relating field may point to; empty: any. */
  readonly refs: readonly string[];
  /** Keys it is compared by; empty when it cannot be filtered. An Address has one a part. */
  readonly keys: readonly KeySchema[];
  /** Written by the system alone: createdAt, updatedAt, created_by, modified_by, deleted. */
  readonly system: boolean;
  /** The relationship that made it, if it was not written as a field. */
  readonly relationship: RelationshipDefinition | undefined;
}

/**
 * A way from a module to the records of another. `forward`: this module's field holds the ids. `reverse`: the other
 * module's field holds ours.
 */
export interface CompiledRelation {
  readonly name: string;
  readonly label: string;
  readonly direction: 'forward' | 'reverse';
  /** The other module; for a FlexRelate that may point anywhere: empty. */
  readonly modules: readonly string[];
  /** The holding field's name: here (forward) or on the other module (reverse). */
  readonly fieldName: string;
  readonly many: boolean;
  /** The holding field is a FlexRelate or MultiFlexRelate: its keys are `module:id`. */
  readonly flex: boolean;
}

/** What all of the product reads a module from: compiled once, immutable, swapped whole when a change is published. */
export interface CompiledModule {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly labelSingular: string;
  readonly path: string;
  readonly definition: ModuleDefinition;
  /** Version of the definitions that it was compiled from; stored with each record written. */
  readonly definitionVersion: number;
  readonly teamEnabled: boolean;
  /** The field that names a record for people. */
  readonly nameField: string;
  /** All fields that are not deleted, by name, in definition order, relationship fields last. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  readonly fieldsById: ReadonlyMap<string, CompiledField>;
  /** Forward and reverse relations by name. */
  readonly relations: ReadonlyMap<string, CompiledRelation>;
  /** Endpoints beside the common ones. */
  readonly finders: readonly FinderDefinition[];
  /** Effective layouts by view; the ones for a role carry its name. */
  readonly layouts: readonly LayoutDefinition[];
  readonly defaultSort: SortDefinition;
  readonly pageSize: number;
  readonly rowRules: { readonly [userType in UserType]?: { readonly [entry: string]: unknown } };
  readonly searchable: readonly string[];
  readonly storage: CollectionSchema;
}

/** Finds compiled modules and what they refer to; a snapshot that never changes. */
export interface ModuleCatalog {
  /** Version of the definitions behind it. */
  readonly version: number;
  readonly modules: ReadonlyMap<string, CompiledModule>;
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
}
