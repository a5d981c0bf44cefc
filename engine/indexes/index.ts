export { INDEX_USES_COLLECTION } from './stored-uses.ts';
export { createIndexUses, type IndexUses, type IndexUsesOptions } from './create-index-uses.ts';
export { leaveIndexOut, takeIndexIn } from './change-indexes.ts';
