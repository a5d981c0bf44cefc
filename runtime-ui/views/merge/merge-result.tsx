import type { ModuleView } from '#engine/model/wire';
import { lowercaseLabel, t } from '../../kit/index.ts';
import type { MergeState } from './use-merge.ts';

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The consequences of Save Merge: the number of records that are left, the records that move, and the values taken from others. */
export function MergeResult({
  module,
  merge,
  moving,
  movingCount,
}: {
  readonly module: ModuleView;
  readonly merge: MergeState;
  readonly moving: string;
  readonly movingCount: number;
}) {
  if (merge.body === undefined) return <span role="status">{t('views.merge.least', { module: lowercaseLabel(module.label) })}</span>;
  const { taken } = merge;
  return (
    <span role="status">
      <strong className="mg-keeps">
        {t('views.merge.keeps', { thing: lowercaseLabel(module.labelSingular), count: merge.removed.length })}
      </strong>{' '}
      {moving !== '' && `${t('views.merge.moves', { list: moving, count: movingCount })} `}
      {taken > 0 && `${t('views.merge.values', { count: taken, number: NUMBERS[taken] ?? String(taken) })} `}
      {t('views.merge.undo')}
    </span>
  );
}
