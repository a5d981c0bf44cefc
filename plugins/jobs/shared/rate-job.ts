import type { JobsRecord, Unchecked } from '../../records.d.ts';
import { daysBetween } from './working-days.ts';
import { isClosed } from './closing.ts';

/** Criteria of the job rating, parsed from the settings `job-rating-conditionals` and `bill-rates`. */
export interface RatingCriteria {
  /** An assignment must be longer than this number of weeks. */
  readonly assignmentLength: number;
  /** The weekly hours must be more than this. */
  readonly weeklyHours: number;
  /** Statuses that earn a point. */
  readonly statuses: readonly string[];
  /** Minimum bill rates in dollars per hour, by profession. */
  readonly billRates: ReadonlyMap<string, number>;
}

type Job = Unchecked<JobsRecord>;

/** The fields that a rating is computed from. */
export const RATING_FIELDS = [
  'job_status',
  'opportunity_type',
  'is_rfp',
  'weekly_hours',
  'start_date',
  'end_date',
  'bill_rate',
  'profession',
] as const satisfies readonly (keyof JobsRecord)[];

const DEFAULT_LENGTH = 12;
const DEFAULT_HOURS = 29;
const DEFAULT_STATUSES = ['Accepting Applications'];
const MAX_RATING = 5;

/**
 * The rating from 0 to 5: one point for each criterion that the job meets. A closed job has 0, a direct hire 5
 * regardless of the criteria.
 */
export function rateJob(job: Job, terms: RatingCriteria): number {
  if (isClosed(job.job_status)) return 0;
  if (job.opportunity_type === 'Direct Hire') return MAX_RATING;
  const { profession, job_status } = job;
  const minimumRate = typeof profession === 'string' ? terms.billRates.get(profession) : undefined;
  const points = [
    weeksOf(job) > terms.assignmentLength,
    Number(job.weekly_hours ?? 0) > terms.weeklyHours,
    job.is_rfp !== true,
    typeof job_status === 'string' && terms.statuses.includes(job_status),
    minimumRate !== undefined && typeof job.bill_rate === 'number' && job.bill_rate >= minimumRate,
  ];
  return points.filter(Boolean).length;
}

/** Weeks from the first to the last day, both included; 0 if one of them is missing. */
function weeksOf({ start_date, end_date }: Job): number {
  return typeof start_date === 'string' && typeof end_date === 'string' ? (daysBetween(start_date, end_date) + 1) / 7 : 0;
}

/** Parses the criteria from the settings. Values that are not a number or a list are ignored. */
export function readRatingCriteria(conditionals: unknown, billRates: unknown): RatingCriteria {
  const said = readObject(conditionals);
  const statuses: unknown = said['job_statuses'];
  return {
    assignmentLength: readNumber(said['assignment_length']) ?? DEFAULT_LENGTH,
    weeklyHours: readNumber(said['weekly_hours']) ?? DEFAULT_HOURS,
    statuses: Array.isArray(statuses) ? statuses.filter((one): one is string => typeof one === 'string') : DEFAULT_STATUSES,
    billRates: new Map(
      Object.entries(readObject(billRates)).flatMap(([profession, rate]) =>
        readNumber(rate) === undefined ? [] : [[profession, Number(rate)] as const],
      ),
    ),
  };
}

function readObject(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [name: string]: unknown }) : {};
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
