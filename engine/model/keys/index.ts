export { formatName } from './format-name.ts';
export { changedKeys, keyShapesOf, makeKeys } from './make-keys.ts';
export { fieldContext, formatField, normalizeField } from './normalize-field.ts';
