import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, makeTimestamps, toWorkday, type SeedContext } from './seed-context.ts';
import { isOpen, type JobSeed } from './jobs.ts';
import type { Random } from './random.ts';
import type { LeadSeed } from './recruiting.ts';

type Lead = LeadSeed & { readonly _id: string };
type Job = JobSeed & { readonly _id: string };

/** The values of a sub that its related records need. Days are counted from now. */
export interface SubSeed {
  readonly fields: JsonObject;
  readonly lead: Lead;
  readonly job: Job;
  readonly status: string;
  /** Day of submission to the client; undefined before. */
  readonly submitted: number | undefined;
  readonly hired: number | undefined;
  /** Time of the interview with the client. */
  readonly interview: string | undefined;
}

const REJECTED_FOR = ['Pay rate', 'Location', 'Schedule', 'Not qualified', 'Position filled', 'Client decision'];
const WITHDRAWN_FOR = ['Pay rate', 'Location', 'Schedule', 'Accepted another offer', 'No response'];
/** Outcomes of further subs of a lead, by the status of the lead, with their weights. */
const OTHERS: { readonly [leadStatus: string]: Readonly<Record<string, number>> } = {
  submitted: { Submitted: 50, InterviewScheduled: 16, New: 12, Rejected: 22 },
  placed: { Rejected: 80, 'Provider Withdrew - Future Opp': 20 },
  qualified: { Rejected: 70, New: 30 },
  future_opp: { 'Provider Withdrew - Future Opp': 65, Rejected: 35 },
  not_interested: { 'Provider Withdrew - Declined Interview': 70, Rejected: 30 },
};
/** Maximum number of subs of a lead at one time. */
const ROUNDS = 8;
/** Professions that do not require a license. */
const UNLICENSED = 'Paraprofessional';

/** Subs of leads to jobs of their profession: first the one that explains the lead's status, then others up to the requested number. */
export function makeSubs(
  context: SeedContext,
  { leads, jobs }: { readonly leads: readonly Lead[]; readonly jobs: readonly Job[] },
  count: number,
): SubSeed[] {
  const byId = new Map(jobs.map((job) => [job.fields, job]));
  const first = leads
    .flatMap((lead) => {
      const job = lead.job === undefined ? undefined : byId.get(lead.job.fields);
      return job === undefined ? [] : [makeSub(context, lead, job, drawFirst(context.random, lead))];
    })
    .slice(0, count);
  const taken = new Set(first.map(pairOf));
  const board = groupByProfession(jobs);
  const made = [...first];
  for (let round = 0; round < ROUNDS && made.length < count; round++) {
    for (const lead of leads) {
      if (made.length === count) break;
      const sub = drawOther(context, lead, board);
      if (sub === undefined || taken.has(pairOf(sub))) continue;
      taken.add(pairOf(sub));
      made.push(sub);
    }
  }
  return made;
}

function pairOf({ lead, job }: { readonly lead: Lead; readonly job: Job }): string {
  return `${lead._id}${job._id}`;
}

function drawFirst(random: Random, { status }: Lead): string {
  if (status === 'placement_opps') return 'New';
  return status === 'submitted' ? random.weighted({ Submitted: 55, InterviewScheduled: 32, Offered: 13 }) : 'Hired';
}

/** Jobs by profession: open ones, and all that were ever posted. */
type JobsByProfession = ReadonlyMap<string, { readonly open: readonly Job[]; readonly posted: readonly Job[] }>;

function groupByProfession(jobs: readonly Job[]): JobsByProfession {
  const board = new Map<string, { open: Job[]; posted: Job[] }>();
  for (const job of jobs) {
    const at = board.get(job.profession) ?? { open: [], posted: [] };
    board.set(job.profession, at);
    if (isOpen(job)) at.open.push(job);
    if (job.status !== 'Draft') at.posted.push(job);
  }
  return board;
}

/** One more sub of a lead, if possible; jobs in the same region are preferred. */
function drawOther(context: SeedContext, lead: Lead, board: JobsByProfession): SubSeed | undefined {
  const { random } = context;
  const weights = OTHERS[lead.status];
  const at = board.get(lead.profession);
  if (weights === undefined || at === undefined) return undefined;
  const status = random.weighted(weights);
  const isRunning = status === 'Submitted' || status === 'InterviewScheduled' || status === 'New';
  const jobs = isRunning ? at.open : at.posted;
  if (jobs.length === 0) return undefined;
  const drawn = [random.pick(jobs), random.pick(jobs), random.pick(jobs), random.pick(jobs)];
  const { places } = context;
  const region = places.region(lead.place.state);
  return makeSub(context, lead, drawn.find((job) => places.region(job.account.place.state) === region) ?? (drawn[0] as Job), status);
}

function makeSub(context: SeedContext, lead: Lead, job: Job, status: string): SubSeed {
  const { random, now } = context;
  const dates = dateSub(context, job, status);
  const { submitted, hired, booked } = dates;
  // At a managed account, an interview is saved together with its status, and these subs have a later status.
  const interview = status !== 'InterviewScheduled' && job.account.fields['managed_account'] === true ? undefined : dates.interview;
  const reasons = status === 'Rejected' ? REJECTED_FOR : status.startsWith('Provider Withdrew') ? WITHDRAWN_FOR : undefined;
  const fields = {
    status,
    leads_subs: lead._id,
    jobs_subs: job._id,
    accounts_subs: job.account._id,
    profession: lead.profession,
    ...(lead.profession === UNLICENSED ? {} : { license_doe: lead.fields['license_number'] ?? 'Applied for' }),
    ...(reasons === undefined ? {} : { rejection_reason: random.pick(reasons) }),
    ...(interview === undefined ? {} : { interview_date: interview }),
    ...(booked === undefined ? {} : { interview_booked_date: dayFrom(now, booked) }),
    ...(submitted === undefined
      ? {}
      : {
          date_submitted: dayFrom(now, submitted),
          job_status_at_submission: random.chance(0.3) ? 'Submit Candidates' : 'Accepting Applications',
        }),
    ...(hired === undefined ? {} : { hire_date: dayFrom(now, hired) }),
    pay_rate_offered: job.pay_rate,
    ...lead.ownership,
    ...makeTimestamps(now, (submitted ?? -random.between(1, 5)) - 1, hired ?? Math.min(-1, (submitted ?? -1) + random.between(1, 6))),
  };
  return { fields, lead, job, status, submitted, hired, interview };
}

interface SubDates {
  readonly submitted?: number;
  readonly booked?: number;
  readonly interview?: string;
  readonly hired?: number;
}

/** A sub is submitted after its job is posted; the interview follows, and the hire is before the start. */
function dateSub({ random, now }: SeedContext, job: Job, status: string): SubDates {
  const hour = random.between(14, 20);
  if (status === 'New') return {};
  if (status === 'Hired') {
    const hired = Math.min(toWorkday(now, job.start - random.between(14, 24)), -2);
    const submitted = Math.max(job.posted, toWorkday(now, hired - random.between(9, 20)));
    return { submitted, interview: instantFrom(now, toWorkday(now, hired - 3), hour), hired };
  }
  const last = Math.min(job.closed ?? -1, -1);
  const submitted = Math.max(job.posted, toWorkday(now, random.between(Math.min(job.posted + 1, last - 3), last - 2)));
  if (status === 'InterviewScheduled')
    return { submitted, booked: -1, interview: instantFrom(now, toWorkday(now, random.between(3, 14)), hour) };
  return status === 'Offered' ? { submitted, interview: instantFrom(now, toWorkday(now, -1), hour) } : { submitted };
}
