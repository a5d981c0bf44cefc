export { formatName, nameSourcesOf, fillNameTemplate, readNameTemplate, type NamePart, type NameTemplate } from './name-template.ts';
export { setFieldKeys, getKeySchemas, makeKeys, fieldContext, formatField, normalizeField, type RecordKeysDraft } from './make-keys.ts';
