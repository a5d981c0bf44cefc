export type { ImportChanges, ImportOperations, ImportRowPage, Imports, ImportUpload, ProgramImport } from './contract.ts';
export type { ReadChoice } from './read/source.ts';
export { createImports } from './create-imports.ts';
export { MAX_FILE_BYTES } from './limits.ts';
export { IMPORT_COLLECTIONS } from './stored-import.ts';
