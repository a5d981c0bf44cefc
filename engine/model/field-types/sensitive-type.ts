import { isMissing } from './normalize-result.ts';
import type { FieldType } from './field-type.ts';
import { PRESENCE_OPERATORS } from './operator-sets.ts';

const cache = new WeakMap<FieldType, FieldType>();

/**
 * The type of a sensitive field: values are checked and shown as its input type does, but it makes no key that could give
 * one away. A record has the key 1 where there is a value, and `exists` is the only operator; it is never sorted,
 * grouped or looked through by words.
 */
export function toSensitiveType(type: FieldType): FieldType {
  let sensitive = cache.get(type);
  if (sensitive === undefined) {
    sensitive = { ...type, comparison: 'none', keyKind: 'number', list: false, operators: PRESENCE_OPERATORS, toKey: (value) => (value === undefined || isMissing(value) ? undefined : 1) };
    cache.set(type, sensitive);
  }
  return sensitive;
}
