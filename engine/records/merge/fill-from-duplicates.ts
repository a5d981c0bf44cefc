import { findDisallowedOptions } from '#engine/model/options';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { sameValue } from '../save/parse-input.ts';

/**
 * The values that a primary gets from its duplicates: its missing values, from each in turn, and their e-mail addresses
 * in addition to its own.
 */
export function fillFromDuplicates(
  module: CompiledModule,
  primary: RecordDocument,
  duplicates: readonly RecordDocument[],
  chosen: JsonObject,
): JsonObject {
  const filled: { [name: string]: JsonValue } = {};
  for (const field of module.fields.values()) {
    if (!isFillable(field)) continue;
    const own = Object.hasOwn(chosen, field.name) ? chosen[field.name] : primary[field.name];
    const value =
      field.definition.inputType === 'EmailAddress'
        ? mergeAddresses([own, ...duplicates.map((one) => one[field.name])])
        : firstOf(field, own, chosen, duplicates);
    if (value !== undefined && !sameValue(value, own)) filled[field.name] = value;
  }
  return dropInvalidOptions(module, { ...primary, ...chosen }, filled);
}

/** Options and the field that they depend on may come from two records: values that are invalid together are not taken. */
function dropInvalidOptions(module: CompiledModule, own: JsonObject, filled: JsonObject): JsonObject {
  const taken = new Map(Object.entries(filled));
  for (const { name, definition } of module.fields.values()) {
    const whole = { ...own, ...Object.fromEntries(taken) };
    if (definition.optionsBy !== undefined && findDisallowedOptions(definition, whole[name], whole).length > 0 && !taken.delete(name))
      taken.delete(definition.optionsBy.field);
  }
  return Object.fromEntries(taken);
}

/** Fields that the product sets, unique fields and the teams of the record stay unchanged. */
function isFillable(field: CompiledField): boolean {
  return (
    !field.system &&
    field.name !== 'teams' &&
    field.definition.readOnly !== true &&
    field.definition.unique !== true &&
    field.definition.inputType !== 'AutoIncrement'
  );
}

function firstOf(
  field: CompiledField,
  own: JsonValue | undefined,
  chosen: JsonObject,
  duplicates: readonly RecordDocument[],
): JsonValue | undefined {
  if (Object.hasOwn(chosen, field.name) || (own !== undefined && own !== null)) return undefined;
  return duplicates.map((one) => one[field.name]).find((value) => value !== undefined);
}

interface Address {
  readonly email_address: string;
  readonly primary?: boolean;
}

/** All addresses without repeats. The first list with any stays unchanged; no address of the others is primary. */
function mergeAddresses(lists: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  const joined = new Map<string, Address>();
  for (const list of lists) {
    const isFirst = joined.size === 0;
    for (const address of Array.isArray(list) ? (list as unknown as readonly Address[]) : []) {
      const key = String(address.email_address).toLowerCase();
      if (!joined.has(key)) joined.set(key, isFirst ? address : { ...address, primary: false });
    }
  }
  return joined.size === 0 ? undefined : ([...joined.values()] as unknown as JsonValue);
}
