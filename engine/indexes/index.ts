export { INDEX_USES_COLLECTION } from './stored-uses.ts';
export { createIndexUses, type IndexUses, type IndexUsesOptions } from './create-index-uses.ts';
export { findUnusedIndexes, type UnusedIndex } from './find-unused-indexes.ts';
export { leaveIndexOut, takeIndexIn } from './change-indexes.ts';
export { findCostlyLayouts, type CostlyLayout } from './layout-costs/find-costly-layouts.ts';
export { createLayoutCosts, SCAN_LIMIT, type LayoutCosts, type LayoutCostsOptions } from './layout-costs/create-layout-costs.ts';
