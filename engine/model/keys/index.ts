export {
  formatName,
  nameSourcesOf,
  fillNameTemplate,
  listUnknownFormats,
  readNameTemplate,
  splitName,
  type NameFormat,
  type NamePart,
  type NameTemplate,
} from './name-template.ts';
export { containsModuleNames, namesModules, renameModules, type RenameModule } from './module-names.ts';
export {
  setFieldKeys,
  getKeySchemas,
  getLinksKey,
  listLinkColumns,
  makeKeys,
  makeLinkKeys,
  fieldContext,
  formatField,
  normalizeField,
  type LinkColumn,
  type RecordKeysDraft,
} from './make-keys.ts';
