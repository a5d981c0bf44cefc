import type { FieldDefinition } from '../definitions/index.ts';
import { ownValue } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

/** The part of a field that determines which of its options may be chosen. */
export type DependentOptionsField = Pick<FieldDefinition, 'optionsBy'>;

/**
 * The values that a field may have, given the other values of its record; undefined: all of its dropdown. A parent that is
 * a checkbox is read as 'true' or 'false'; a missing value is read as 'false', which has no effect unless `options` has
 * it.
 */
export function getAllowedOptions({ optionsBy }: DependentOptionsField, record: JsonObject): readonly string[] | undefined {
  if (optionsBy === undefined) return undefined;
  const parent = ownValue(record, optionsBy.field);
  const name =
    typeof parent === 'string'
      ? parent
      : parent === undefined || parent === null
        ? 'false'
        : typeof parent === 'boolean'
          ? String(parent)
          : undefined;
  return name !== undefined && Object.hasOwn(optionsBy.options, name) ? optionsBy.options[name] : undefined;
}

/** The selected values of a Dropdown or a MultiSelect that are not allowed, given the other values of the record. */
export function findDisallowedOptions(field: DependentOptionsField, value: JsonValue | undefined, record: JsonObject): readonly string[] {
  const allowed = getAllowedOptions(field, record);
  if (allowed === undefined) return [];
  const selected: readonly (JsonValue | undefined)[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return selected.filter((one): one is string => typeof one === 'string' && one !== '' && !allowed.includes(one));
}
