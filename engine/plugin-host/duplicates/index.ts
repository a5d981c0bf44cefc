export { defineDuplicates, type DuplicateCheck } from './define-duplicates.ts';
export type { DuplicateRule, RecordFields, ShownOf, ShownValues } from './find-duplicates.ts';
