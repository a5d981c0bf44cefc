export { defineDuplicates, type DuplicateCheck } from './define-duplicates.ts';
export type { DuplicateRule, RecordFields } from './find-duplicates.ts';
