export type * from './contract.ts';
export { createFiles, type FileContext } from './create-files.ts';
