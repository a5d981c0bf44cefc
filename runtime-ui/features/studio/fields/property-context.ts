import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { PropertyName } from './field-types.ts';
import type { PropertyProblems } from './field-problems.ts';

/** What the inputs for the properties of a field need. */
export interface PropertyContext {
  readonly module: ModuleDefinition;
  readonly field: FieldDefinition;
  /** All fields of the module. */
  readonly fields: readonly FieldDefinition[];
  readonly problems: PropertyProblems;
  /** Sets properties; undefined removes one. */
  readonly set: (changes: { readonly [property in PropertyName]?: unknown }) => void;
}

/** Applies changes of properties to a field; undefined removes a property. */
export function withProperties(field: FieldDefinition, changes: object): FieldDefinition {
  return Object.fromEntries(Object.entries({ ...field, ...changes }).filter(([, value]) => value !== undefined)) as FieldDefinition;
}

/** The problems of a property as one text for its input. */
export function problemOf({ problems }: Pick<PropertyContext, 'problems'>, property: string): string | undefined {
  return problems.get(property)?.join(' ');
}
