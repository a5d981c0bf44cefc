import type { JobsRecord, Unchecked } from '../../records.d.ts';
import { daysBetween } from './working-days.ts';
import { isClosed } from './closing.ts';

/** Criteria of the job rating: the settings `job-rating-conditionals` and `bill-rates`, read. */
export interface RatingCriteria {
  /** Weeks that an assignment must be longer than. */
  readonly assignmentLength: number;
  /** Hours a week that it must have more of. */
  readonly weeklyHours: number;
  /** Statuses that count. */
  readonly statuses: readonly string[];
  /** Dollars an hour, by profession. */
  readonly billRates: ReadonlyMap<string, number>;
}

type Job = Unchecked<JobsRecord>;

/** The fields that a rating is made of. */
export const RATING_FIELDS = ['job_status', 'opportunity_type', 'is_rfp', 'weekly_hours', 'start_date', 'end_date', 'bill_rate', 'profession'] as const satisfies readonly (keyof JobsRecord)[];

const DEFAULT_LENGTH = 12;
const DEFAULT_HOURS = 29;
const DEFAULT_STATUSES = ['Accepting Applications'];
const MAX_RATING = 5;

/** 0 to 5, a point for each term that the job fulfils: a closed job 0, a direct hire 5 whatever else it is. */
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

/** Weeks from the first day to the last, both counted; 0 when one of them is not known. */
function weeksOf({ start_date, end_date }: Job): number {
  return typeof start_date === 'string' && typeof end_date === 'string' ? (daysBetween(start_date, end_date) + 1) / 7 : 0;
}

/** The terms as the settings say; what is no number or list there is as if it were not. */
export function readRatingCriteria(conditionals: unknown, billRates: unknown): RatingCriteria {
  const said = readObject(conditionals);
  const statuses: unknown = said['job_statuses'];
  return {
    assignmentLength: readNumber(said['assignment_length']) ?? DEFAULT_LENGTH,
    weeklyHours: readNumber(said['weekly_hours']) ?? DEFAULT_HOURS,
    statuses: Array.isArray(statuses) ? statuses.filter((one): one is string => typeof one === 'string') : DEFAULT_STATUSES,
    billRates: new Map(Object.entries(readObject(billRates)).flatMap(([profession, rate]) => (readNumber(rate) === undefined ? [] : [[profession, Number(rate)] as const]))),
  };
}

function readObject(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [name: string]: unknown }) : {};
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
