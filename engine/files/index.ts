export type * from './contract.ts';
export { createFiles } from './create-files.ts';
export type { FileContext } from './file-context.ts';
