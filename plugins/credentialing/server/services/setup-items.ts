import type { JsonObject, JsonValue } from '#engine/model';
import { readConditions } from '../../shared/conditions.ts';
import type { RequiredItem } from '../../shared/item.ts';

/** What an item of a record has from the item of the setup that it is made from. */
export const COPIED_FIELDS = [
  'label',
  'category',
  'description',
  'field_type',
  'document_type',
  'order',
  'provider_type',
  'provider_assigned',
  'isOptional',
  'reference_only',
  'locked',
  'relatedAgreement',
  'relatedLibraryResource',
  'dropdown',
  'field_options',
  'requires_exp_date',
  'teams',
] as const satisfies readonly (keyof RequiredItem)[];

/** The fields of an item of a record, made from an item of a setup. `idOf` has the ids of the other items by those of the setup. */
export function copyFromSetup(source: RequiredItem, idOf: ReadonlyMap<string, string>): JsonObject {
  const copied = COPIED_FIELDS.flatMap((name): readonly (readonly [string, JsonValue])[] => {
    const value = source[name] as JsonValue | undefined;
    return value === undefined ? [] : [[name, value]];
  });
  const conditions = copyConditions(source, idOf);
  return {
    ...Object.fromEntries(copied),
    setup_item: source._id,
    ...(conditions.length === 0 ? {} : { conditions, has_conditions: true }),
  };
}

/** The conditions with the ids of the items of the record; those about items that the record does not have are left out. */
export function copyConditions(source: RequiredItem, idOf: ReadonlyMap<string, string>): JsonObject[] {
  return readConditions(source.conditions).flatMap((condition) => {
    const other = idOf.get(condition.relatedRequiredItemId ?? '');
    return other === undefined ? [] : [{ ...condition, relatedRequiredItemId: other }];
  });
}
