import type { ModuleView } from '#engine/model/wire';
import type { BulkAction } from '../../extensions/index.ts';
import { t } from '../../kit/index.ts';
import { MergeSelected } from './lazy-merge.tsx';

/** Minimum number of records to merge. */
export const MIN_MERGE_RECORDS = 2;

/** The right for merging that the user lacks completely in a module; undefined: they may edit and delete at least some records. */
export function findMissingMergeRight({ rights }: ModuleView): 'edit' | 'delete' | undefined {
  return (['edit', 'delete'] as const).find((action) => rights[action] === 'None');
}

/** The merge action for selected rows, for users who may edit and delete records of the module. */
export function listMergeActions(module: ModuleView): readonly BulkAction[] {
  if (findMissingMergeRight(module) !== undefined) return [];
  return [{ id: 'merge', label: t('views.merge.action'), icon: 'merge', minimum: MIN_MERGE_RECORDS, component: MergeSelected }];
}
