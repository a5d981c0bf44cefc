import { timestampToDay, dayToTimestamp } from '#engine/model';
import type { JobsRecord, Unchecked } from '../../records.d.ts';
import { countWorkingDays } from './working-days.ts';

/** The hours of a job in one calendar month. */
export interface MonthlyHours {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Days of the job in this month, Mondays to Fridays. */
  readonly workingDays: number;
  readonly hoursPerDay: number;
  readonly totalHours: number;
  /** More than {@link ELIGIBLE_HOURS}. */
  readonly eligible: boolean;
}

type Job = Unchecked<JobsRecord>;

/** The fields that the hours are computed from. */
export const HOURS_FIELDS = ['start_date', 'end_date', 'weekly_hours'] as const satisfies readonly (keyof JobsRecord)[];

export const ELIGIBLE_HOURS = 130;
const DAYS_A_WEEK = 5;
/** Maximum number of months of a job. */
const MAX_MONTHS = 120;
const DAY = 24 * 3_600_000;

/** The months of a job from its first to its last day; empty if one of the days or the weekly hours is missing. */
export function listMonthlyHours({ start_date, end_date, weekly_hours }: Job): readonly MonthlyHours[] {
  if (typeof start_date !== 'string' || typeof end_date !== 'string' || typeof weekly_hours !== 'number') return [];
  const first = monthOf(start_date);
  const count = Math.min(MAX_MONTHS, Math.max(0, monthOf(end_date) - first + 1));
  const hoursPerDay = weekly_hours / DAYS_A_WEEK;
  return Array.from({ length: count }, (_, index) => {
    const begin = firstDay(first + index);
    const last = timestampToDay(dayToTimestamp(firstDay(first + index + 1)) - DAY);
    const workingDays = countWorkingDays(begin > start_date ? begin : start_date, last < end_date ? last : end_date);
    const totalHours = round(workingDays * hoursPerDay);
    return { month: begin.slice(0, 7), workingDays, hoursPerDay: round(hoursPerDay), totalHours, eligible: totalHours > ELIGIBLE_HOURS };
  });
}

/**
 * A job is eligible if more of its months are above {@link ELIGIBLE_HOURS} than below. A month with exactly that many
 * hours counts for neither.
 */
export function isEligible(months: readonly MonthlyHours[]): boolean {
  const over = months.filter(({ totalHours }) => totalHours > ELIGIBLE_HOURS).length;
  return over > months.filter(({ totalHours }) => totalHours < ELIGIBLE_HOURS).length;
}

/** Months since the year 0. */
function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

function firstDay(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** Rounds to two decimals. */
function round(hours: number): number {
  return Math.round(hours * 100) / 100;
}
