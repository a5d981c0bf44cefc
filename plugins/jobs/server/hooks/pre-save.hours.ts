import type { PreSaveContext } from '#engine';
import { HOURS_FIELDS, isEligible, listMonthlyHours } from '../../shared/monthly-hours.ts';
import { needsRecalculation } from '../services/needs-recalculation.ts';

/** Stores the monthly hours of a job and whether they make it eligible. */
export function updateMonthlyHours(context: PreSaveContext): void {
  const { draft } = context;
  if (!needsRecalculation(context, HOURS_FIELDS)) return;
  const months = listMonthlyHours(draft);
  draft['monthly_hours'] = months.map((month) => ({ ...month }));
  draft['hours_eligible'] = isEligible(months);
}
