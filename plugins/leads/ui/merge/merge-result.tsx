import { tLeads } from '../texts.ts';
import type { MergeState } from './use-merge.ts';

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** What follows from Save Merge: how many leads are left, what moves, whose values are taken. */
export function MergeResult({ merge, moving, movingCount }: { readonly merge: MergeState; readonly moving: string; readonly movingCount: number }) {
  if (merge.body === undefined) return <span role="status">{tLeads('merge.least')}</span>;
  const { taken } = merge;
  return (
    <span role="status">
      <strong className="ld-keeps">{tLeads('merge.keeps', { count: merge.removed.length })}</strong>{' '}
      {moving !== '' && `${tLeads('merge.moves', { list: moving, count: movingCount })} `}
      {taken > 0 && `${tLeads('merge.values', { count: taken, number: NUMBERS[taken] ?? String(taken) })} `}
      {tLeads('merge.undo')}
    </span>
  );
}
