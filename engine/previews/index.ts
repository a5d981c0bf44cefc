export type * from './contract.ts';
export { createPreviews } from './create-previews.ts';
