export { defineDuplicates, type DuplicateCheck } from './define-duplicates.ts';
export type { DuplicateRule, RecordFields } from './duplicate-rule.ts';
