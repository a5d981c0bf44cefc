import type { PreSaveContext } from '#engine';
import { HOURS_BY, isEligible, listMonthlyHours } from '../../shared/monthly-hours.ts';
import { isWriting } from '../services/is-writing.ts';

/** A job carries the hours of its months, and whether they make it eligible. */
export function keepHours(context: PreSaveContext): void {
  const { draft } = context;
  if (!isWriting(context, HOURS_BY)) return;
  const months = listMonthlyHours(draft);
  draft['monthly_hours'] = months.map((month) => ({ ...month }));
  draft['hours_eligible'] = isEligible(months);
}
