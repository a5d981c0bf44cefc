import type { ModuleView } from '#engine/model';
import type { BulkAction } from '../../extensions/index.ts';
import { t } from '../../kit/index.ts';
import { MergeSelected } from './lazy-merge.tsx';

/** Fewest records that can be made one. */
export const MIN_MERGE_RECORDS = 2;

/** What of merging the user may not do at all in a module; undefined: both changing and deleting are open to them. */
export function findMissingMergeRight({ rights }: ModuleView): 'edit' | 'delete' | undefined {
  return (['edit', 'delete'] as const).find((action) => rights[action] === 'None');
}

/** Merging, among the actions on selected rows: for those who may change and delete records of the module. */
export function listMergeActions(module: ModuleView): readonly BulkAction[] {
  if (findMissingMergeRight(module) !== undefined) return [];
  return [{ id: 'merge', label: t('views.merge.action'), icon: 'merge', minimum: MIN_MERGE_RECORDS, component: MergeSelected }];
}
