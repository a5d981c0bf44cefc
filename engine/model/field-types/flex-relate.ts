import type { FieldType } from './field-type.ts';
import { RELATION_OPERATORS } from '../filter/operators.ts';
import { FLEX_SCHEMA, makeFlexKey, normalizeFlex } from './relate-rules.ts';

/** A record of one of several modules: `{ module, id }`. */
export const flexRelate: FieldType = {
  name: 'FlexRelate',
  schemaType: 'Object',
  comparison: 'flex',
  keyKind: 'text',
  list: false,
  operators: RELATION_OPERATORS,
  normalize: normalizeFlex,
  toKey: makeFlexKey,
  format: (value) => makeFlexKey(value) ?? '',
  jsonSchema: () => FLEX_SCHEMA,
};
