import type { RecordKeys } from '#engine/model/compiled';
import type { QueryPlan } from '../query/query-plan.ts';
import type { Change } from './change-log.ts';

/** Whether a record enters or leaves what a plan finds, or stays in it and is not the same there. */
export function affects(
  plan: QueryPlan,
  changes: readonly Change[],
  isSame: (id: string, before: RecordKeys, after: RecordKeys) => boolean,
): boolean {
  const matches = plan.matcher();
  return changes.some(({ id, before, after }) => {
    const was = before !== undefined && matches(id, before);
    const is = after !== undefined && matches(id, after);
    return was && is ? !isSame(id, before, after) : was || is;
  });
}
