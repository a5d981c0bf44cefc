import { isMissing } from './normalize-result.ts';
import type { FieldType } from './field-type.ts';
import { PRESENCE_OPERATORS } from './operator-sets.ts';

const cache = new WeakMap<FieldType, FieldType>();

/**
 * The type of a sensitive field: values are checked and displayed like those of its input type, but no key reveals a
 * value. The key is 1 if there is a value, and `exists` is the only operator. The field cannot be sorted, grouped or
 * searched by text.
 */
export function toSensitiveType(type: FieldType): FieldType {
  let sensitive = cache.get(type);
  if (sensitive === undefined) {
    sensitive = {
      ...type,
      comparison: 'none',
      keyKind: 'number',
      list: false,
      operators: PRESENCE_OPERATORS,
      toKey: (value) => (value === undefined || isMissing(value) ? undefined : 1),
    };
    cache.set(type, sensitive);
  }
  return sensitive;
}
