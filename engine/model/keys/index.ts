export { formatName } from './format-name.ts';
export { setFieldKeys, getKeySchemas, makeKeys, type RecordKeysDraft } from './make-keys.ts';
export { fieldContext, formatField, normalizeField } from './normalize-field.ts';
export { nameSourcesOf } from './name-sources.ts';
export { fillNameTemplate, readNameTemplate, type NamePart, type NameTemplate } from './name-template.ts';
