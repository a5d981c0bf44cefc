import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { isRelating, useRecordNamesById } from '../../headless/index.ts';

const NO_IDS: readonly string[] = [];

/** The value of a field that may name records by their ids, with the names of these records once they are loaded. */
export function usePopulated(field: FieldView, value: JsonValue | undefined): JsonValue | undefined {
  const module = isRelating(field) && field.refs.length === 1 ? field.refs[0] : undefined;
  const all = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const ids = module === undefined ? NO_IDS : all.filter((one) => typeof one === 'string');
  const names = useRecordNamesById(module, ids);
  if (module === undefined) return value;
  const populate = (one: JsonValue): JsonValue => {
    const name = typeof one === 'string' ? names.get(one) : undefined;
    return name === undefined ? one : { _id: one, module, name };
  };
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(populate);
  return value === undefined ? undefined : populate(value);
}
