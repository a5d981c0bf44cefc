import type { ChangeSetPlan, PlannedRecords } from '#engine/model/wire';
import { t } from '../../../kit/index.ts';
import { valueKey, type Decisions, type ValueDecision } from './decisions.ts';

/** One sentence about what publishing does. */
export function describePublication(plan: ChangeSetPlan, decisions: Decisions): string {
  const parts = listEffects(plan, decisions).flatMap(([effect, count]) =>
    count === 0 ? [] : [t(`studioReview.publish.${effect}`, { count })],
  );
  if (parts.length === 0) return t('studioReview.publish.doesNothing');
  return t('studioReview.publish.does', { what: new Intl.ListFormat('en', { type: 'conjunction' }).format(parts) });
}

function listEffects(plan: ChangeSetPlan, decisions: Decisions) {
  const rolesWith = (change: 'gains' | 'loses') =>
    new Set(plan.access.flatMap((one) => (one.change === change ? [one.role._id] : []))).size;
  return [
    ['changes', plan.changes.length],
    ['builds', plan.indexes.filter(({ action }) => action === 'build').length],
    ['drops', plan.indexes.filter(({ action }) => action === 'drop').length],
    ['converts', plan.conversions.reduce((sum, { count }) => sum + count, 0)],
    ['moves', countDecided(plan.records, decisions, 'move')],
    ['clears', countDecided(plan.records, decisions, 'clear')],
    ['gains', rolesWith('gains')],
    ['loses', rolesWith('loses')],
  ] as const;
}

function countDecided(records: readonly PlannedRecords[], { values }: Decisions, kind: ValueDecision['kind']): number {
  return records.filter((one) => values[valueKey(one)]?.kind === kind).reduce((sum, { count }) => sum + count, 0);
}

/** Seconds that the work of a plan takes: all indexes are built, and all values converted, one after the other. */
export function sumSeconds({ indexes, conversions }: Pick<ChangeSetPlan, 'indexes' | 'conversions'>): number {
  return [...indexes, ...conversions].reduce((sum, { estimatedSeconds }) => sum + estimatedSeconds, 0);
}

/** 'about 90 s', 'about 20 min', 'about 3 h'. */
export function describeSeconds(count: number): string {
  if (count === 0) return t('studioReview.time.none');
  if (count < 120) return t('studioReview.time.seconds', { count });
  if (count < 7_200) return t('studioReview.time.minutes', { count: Math.round(count / 60) });
  return t('studioReview.time.hours', { count: Math.round(count / 3_600) });
}

/** Records that a plan affects. One that several changes affect counts for each. */
export function sumRecords({ records }: Pick<ChangeSetPlan, 'records'>): number {
  return records.reduce((sum, { count }) => sum + count, 0);
}
