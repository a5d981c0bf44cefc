import type { FieldType } from './field-type.ts';
import { RELATION_OPERATORS } from './operator-sets.ts';
import { FLEX_SCHEMA, foldFlex, normalizeFlex } from './relate-rules.ts';

/** A record of any of several modules: `{ module, id }`. */
export const flexRelate: FieldType = {
  name: 'FlexRelate',
  schemaType: 'Object',
  comparison: 'flex',
  keyKind: 'text',
  list: false,
  operators: RELATION_OPERATORS,
  normalize: normalizeFlex,
  fold: foldFlex,
  format: (value) => foldFlex(value) ?? '',
  jsonSchema: () => FLEX_SCHEMA,
};
