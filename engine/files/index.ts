export type * from './contract.ts';
export { createFiles, type FileServices } from './create-files.ts';
