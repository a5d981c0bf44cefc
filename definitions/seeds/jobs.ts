import type { JsonObject } from '#engine/model';
import { dayFrom, makeTimestamps, toWorkday, type SeedContext } from './seed-context.ts';
import { PROFESSIONS } from './professions.ts';
import type { Random } from './random.ts';
import type { AccountSeed } from './account-seed.ts';

type Account = AccountSeed & { readonly _id: string };

/** The values of a job that its related records need. Days are counted from now. */
export interface JobSeed {
  readonly fields: JsonObject;
  readonly account: Account;
  readonly profession: string;
  readonly status: Status;
  readonly posted: number;
  readonly start: number;
  readonly end: number;
  /** Day of closing; undefined while the job is open. */
  readonly closed: number | undefined;
  /** Whether the assignment has ended. */
  readonly isOver: boolean;
  readonly weekly_hours: number;
  readonly bill_rate: number;
  readonly pay_rate: number;
}

const STATUSES = {
  Draft: 5,
  'Accepting Applications': 26,
  'Submit Candidates': 14,
  Interviewing: 11,
  'On Hold': 5,
  'Closed - Won': 29,
  'Closed - Lost': 7,
  Cancelled: 3,
};
type Status = keyof typeof STATUSES;
/** Range of start days from now, by status. */
const STARTS: { readonly [status in Status]: readonly [number, number] } = {
  Draft: [30, 120],
  'Accepting Applications': [25, 90],
  'Submit Candidates': [14, 70],
  Interviewing: [10, 50],
  'On Hold': [20, 80],
  'Closed - Won': [-270, -4],
  'Closed - Lost': [-150, 10],
  Cancelled: [-120, 20],
};
const OPEN: readonly string[] = ['Accepting Applications', 'Submit Candidates', 'Interviewing'];
const LEVELS = ['grades K to 5', 'grades 6 to 8', 'high school', 'two campuses', 'early childhood', 'district wide'];
const REQUIREMENTS = [
  'State license or proof that it is applied for.\nAt least one year in schools.\nOwn transport between campuses.',
  'State license.\nExperience with IEP meetings and Medicaid billing.',
  'State license; bilingual candidates first.\nReferences of two principals.',
];

export function isOpen({ status }: JobSeed): boolean {
  return OPEN.includes(status);
}

/** Jobs of client accounts, at their places. The first won job has been running for some weeks: it belongs to the demo provider. */
export function makeJobs(context: SeedContext, accounts: readonly Account[], count: number): JobSeed[] {
  const clients = accounts.filter(({ isClient }) => isClient);
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const account = context.random.pick(clients);
    // Even a small company has one filled and one open position.
    if (index === 0) return makeJob(context, { account, status: 'Closed - Won', days: -40, taken });
    const status = index === 1 ? 'Accepting Applications' : context.random.weighted(STATUSES);
    return makeJob(context, { account, status, days: drawStart(context.random, status), taken });
  });
}

/** A quarter of the won jobs has not started yet. */
function drawStart(random: Random, status: Status): number {
  return status === 'Closed - Won' && random.chance(0.25) ? random.between(4, 32) : random.between(...STARTS[status]);
}

function makeJob(
  context: SeedContext,
  {
    account,
    status,
    days,
    taken,
  }: { readonly account: Account; readonly status: Status; readonly days: number; readonly taken: Set<string> },
): JobSeed {
  const { random, now } = context;
  const profession = random.weighted(PROFESSIONS);
  const { city, state, zip } = account.place;
  const start = toWorkday(now, days);
  const isEarly = status === 'Closed - Won' && start < -120 && random.chance(0.3);
  const end = isEarly ? toWorkday(now, -random.between(5, 60)) : toWorkday(now, Math.max(start + random.between(150, 300), 35));
  const isClosed = /^(Closed|Cancelled)/.test(status);
  const posted = toWorkday(now, isClosed ? start - random.between(80, 95) : -random.between(5, status === 'On Hold' ? 60 : 35));
  const closed = isClosed ? Math.min(start - random.between(5, 9), -1) : undefined;
  const bill_rate = random.between(130, 210) / 2;
  const pay_rate = Math.round(bill_rate * random.between(62, 72)) / 100;
  const weekly_hours = random.pick([20, 30, 35, 37.5, 40]);
  const fields = {
    custom_job_title: nameJob(random, profession, city, taken),
    accounts_jobs: account._id,
    profession,
    city,
    state,
    zip,
    job_status: status,
    opportunity_type: random.weighted({ Contract: 80, 'Contract to Hire': 12, 'Direct Hire': 8 }),
    is_rfp: random.chance(0.08),
    job_requirements: random.pick(REQUIREMENTS),
    bill_rate,
    pay_rate,
    weekly_hours,
    start_date: dayFrom(now, start),
    end_date: dayFrom(now, end),
    ...(status === 'Draft' ? {} : { post_date: dayFrom(now, posted) }),
    ...(closed === undefined ? {} : { job_closed_date: dayFrom(now, closed) }),
    new_job_processed: true,
    ...account.ownership,
    ...makeTimestamps(now, posted - 2, closed ?? -random.between(1, 5)),
  };
  return { fields, account, profession, status, posted, start, end, closed, isOver: end < 0, weekly_hours, bill_rate, pay_rate };
}

/** A unique title with the place, because most places have few positions of a profession. */
function nameJob(random: Random, profession: string, city: string, taken: Set<string>): string {
  const first = random.between(0, LEVELS.length - 1);
  for (let turn = 0; ; turn++) {
    const round = Math.floor(turn / LEVELS.length);
    const title = `${profession}, ${LEVELS[(first + turn) % LEVELS.length] as string}, ${city}${round === 0 ? '' : `, position ${round + 1}`}`;
    if (taken.has(title)) continue;
    taken.add(title);
    return title;
  }
}
