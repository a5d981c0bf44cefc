export type * from './contract.ts';
export { THUMBNAIL_TYPE } from './thumbnails/contract.ts';
export { createFiles } from './create-files.ts';
export type { FileContext } from './file-context.ts';
