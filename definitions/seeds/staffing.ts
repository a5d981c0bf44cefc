import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, makeTimestamps, textOf, toWorkday, type SeedContext } from './seed-context.ts';
import type { SubSeed } from './submissions.ts';

type Sub = SubSeed & { readonly _id: string };

/** The values of a provider that its related records need. */
export interface ProviderSeed {
  readonly fields: JsonObject;
  readonly name: string;
  readonly sub: Sub;
}

/** The values of a placement that its related records need. Days are counted from now. */
export interface PlacementSeed {
  readonly fields: JsonObject;
  readonly provider: ProviderSeed & { readonly _id: string };
  readonly start: number;
  readonly end: number;
}

/** Hired leads as providers, with the same name, address and numbers. */
export function makeProviders(context: SeedContext, subs: readonly Sub[]): ProviderSeed[] {
  return subs.filter(({ status }) => status === 'Hired').map((sub) => makeProvider(context, sub));
}

const COPIED_FIELDS = ['first_name', 'last_name', 'profession', 'mobile_phone', 'email_addresses', 'current_address'] as const;

function copyPerson(lead: JsonObject): JsonObject {
  return Object.fromEntries(COPIED_FIELDS.map((field) => [field, lead[field] ?? null]));
}

function makeProvider({ random, now }: SeedContext, sub: Sub): ProviderSeed {
  const { lead, job, hired = -2 } = sub;
  const isEmployed = random.chance(0.85);
  const status = job.isOver ? 'Inactive' : job.end < 30 ? 'PendingInactive' : 'Active';
  const fields = {
    ...copyPerson(lead.fields),
    status,
    provider_type: isEmployed ? 'W2' : '1099',
    leads_providers: lead._id,
    accounts_providers: [job.account._id],
    hire_date: dayFrom(now, hired),
    // Contractors have no company benefits.
    ...(isEmployed
      ? {
          medical_election: random.pick(['Enrolled', 'Waived', 'Pending']),
          dental_election: random.pick(['Enrolled', 'Waived']),
          vision_election: random.pick(['Enrolled', 'Waived']),
        }
      : {}),
    ...lead.ownership,
    ...makeTimestamps(now, hired, job.isOver ? job.end : -random.between(1, -hired)),
  };
  return { fields, name: lead.name, sub };
}

/** The placement of each provider, from the sub they were hired by. */
export function makePlacements(
  { random, now }: SeedContext,
  providers: readonly (ProviderSeed & { readonly _id: string })[],
): PlacementSeed[] {
  const late = findLateStart(providers);
  return providers.map((provider) => {
    const { job, lead, hired = -2, _id } = provider.sub;
    const { start, end, weekly_hours } = job;
    const fields = {
      placement_type: random.weighted({ New: 80, Extension: 12, Return: 8 }),
      profession: lead.profession,
      providers_placements: provider._id,
      accounts_placements: job.account._id,
      subs_placements: _id,
      ft_pt: weekly_hours >= 30 ? 'Full Time' : 'Part Time',
      planned_start_date: dayFrom(now, start),
      expected_start_date: dayFrom(now, start),
      end_date: dayFrom(now, end),
      ...(start < 0 && provider !== late ? { confirmed_start_date: dayFrom(now, start) } : {}),
      weekly_hours,
      pay_rate: job.pay_rate,
      bill_rate: job.bill_rate,
      ...job.account.ownership,
      ...makeTimestamps(now, hired, Math.max(start, hired)),
    };
    return { fields, provider, start, end };
  });
}

/** The latest planned start in the past: nobody has confirmed it yet. The first provider is that of the demo user, who has started. */
function findLateStart<T extends ProviderSeed>(providers: readonly T[]): T | undefined {
  const started = providers.slice(1).filter(({ sub: { job } }) => job.start < 0 && !job.isOver);
  return started.sort((one, other) => other.sub.job.start - one.sub.job.start)[0];
}

const DAYS_OF = { Call: 45, Note: 30, Email: 15, SMS: 10 } as const;
const CONVERSATION_NAMES: { readonly [kind in keyof typeof DAYS_OF]: readonly string[] } = {
  Call: [
    'Left a voicemail',
    'Talked about rate and hours',
    'Asked for a copy of the license',
    'Screening call',
    'Went through the positions nearby',
    'Asked about the start',
  ],
  Note: [
    'Wants a middle school',
    'Free from January',
    'Prefers one campus',
    'Has a reference of the last principal',
    'Would drive up to thirty miles',
  ],
  Email: ['Sent the job list', 'Sent the rate sheet', 'Sent the availability form'],
  SMS: ['Asked when to call', 'Reminded of the interview', 'Asked for the license by text'],
};

/** Activities of leads and subs: a submission for those sent to a client in these weeks, and the communication before and after. */
export function* makeActivities({ random, now }: SeedContext, subs: readonly Sub[], count: number): Generator<JsonObject> {
  const recent = subs.filter(({ submitted }) => submitted !== undefined && submitted > -90);
  for (let index = 0; index < count; index++) {
    const sub = recent[index % recent.length] ?? subs[index % subs.length];
    if (sub === undefined) return;
    const day = sub.submitted ?? -1;
    yield index < Math.min(recent.length, count * 0.6)
      ? describeSubmission(now, sub, day)
      : describeConversation({ random, now }, sub, day);
  }
}

function describeSubmission(now: number, { _id, lead, job, fields }: Sub, day: number): JsonObject {
  const at = makeTimestamps(now, day);
  return {
    name: `Submitted ${lead.name} to ${job.account.name}`,
    activityType: 'Submission',
    lead: lead._id,
    account: job.account._id,
    sub: _id,
    relatedRecord: { module: 'subs', id: _id },
    relatedModule: 'subs',
    activity_date: at['createdAt'] ?? null,
    assigned_to: fields['assigned_to'] ?? null,
    ...at,
  };
}

function describeConversation({ random, now }: Pick<SeedContext, 'random' | 'now'>, { lead, fields }: Sub, day: number): JsonObject {
  const activityType = random.weighted(DAYS_OF);
  const at = makeTimestamps(now, toWorkday(now, Math.min(-1, day + random.between(-12, 6))));
  return {
    name: random.pick(CONVERSATION_NAMES[activityType]),
    activityType,
    lead: lead._id,
    relatedRecord: { module: 'leads', id: lead._id },
    relatedModule: 'leads',
    activity_date: at['createdAt'] ?? null,
    ...(activityType === 'Call' ? { duration_minutes: random.between(1, 25) } : {}),
    assigned_to: fields['assigned_to'] ?? null,
    ...at,
  };
}

/**
 * A balance for each staff user for this year, and two pending requests of each. One more, the last by date, asks for more hours than are
 * left: the README invites readers to approve it.
 */
export async function seedTimeOff(context: SeedContext): Promise<void> {
  const { random, now, staff } = context;
  const year = new Date(now).getUTCFullYear();
  const balances = staff
    .map(
      (user): JsonObject => ({
        users_ptoBalance: user._id,
        year,
        allotted_hours: 120,
        balance: 120 - random.between(0, 6) * 8,
        assigned_to: user._id,
      }),
    )
    .map((balance) => ({ ...balance, hours_taken: 120 - Number(balance.balance) }));
  const ids = await context.insert('ptoBalance', balances, balances.length);
  const requests = staff.flatMap((user, index): JsonObject[] =>
    [0, 1].map((which) => {
      // Two people share a day: the second request of one and the first of the next.
      const day = `${year}-12-${String(1 + index + which).padStart(2, '0')}`;
      return {
        users_ptoRequests: user._id,
        ptoBalance_ptoRequests: ids[index] as string,
        pto_date: day,
        hours_requested: random.pick([4, 8]),
        status: 'Pending',
        assigned_to: user._id,
        reason: random.pick(['Family visit', 'Medical appointment', 'Holiday']),
      };
    }),
  );
  const [first] = staff;
  const [balance] = ids;
  if (first !== undefined && balance !== undefined) {
    requests.push(describeExcessiveRequest(first, year, balance), describeLateRequest(first, context.now, balance));
  }
  await context.insert('ptoRequests', requests, requests.length);
}

/** A request for more hours than a year has, on a day after those of all other requests. */
function describeExcessiveRequest(user: SeedContext['staff'][number], year: number, balance: string): JsonObject {
  const day = `${year}-12-28`;
  return {
    users_ptoRequests: user._id,
    ptoBalance_ptoRequests: balance,
    pto_date: day,
    hours_requested: 200,
    status: 'Pending',
    assigned_to: user._id,
    reason: 'A trip around the world',
  };
}

/** A request whose day has passed without a decision, in the same year and before all other requests. */
function describeLateRequest(user: SeedContext['staff'][number], now: number, balance: string): JsonObject {
  // Days are those of UTC: for a company west of it, its yesterday may be two days ago.
  const [before, today] = [dayFrom(now, -2), dayFrom(now, 0)];
  const december = `${today.slice(0, 4)}-12-01`;
  const past = before.slice(0, 4) === today.slice(0, 4) ? before : today;
  return {
    users_ptoRequests: user._id,
    ptoBalance_ptoRequests: balance,
    pto_date: past < december ? past : december,
    hours_requested: 4,
    status: 'Pending',
    assigned_to: user._id,
    reason: 'Medical appointment',
  };
}

const CATEGORIES = { License: 600, Certification: 500, 'Background check': 700, Immunization: 300, Resume: undefined } as const;

/** Documents of providers, in rotation; some have expired. The first provider has those of the demo provider. */
export function* makeDocuments(
  { random, now }: SeedContext,
  providers: readonly (ProviderSeed & { readonly _id: string })[],
  count: number,
): Generator<JsonObject> {
  const categories = Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[];
  for (let index = 0; index < count; index++) {
    const provider = providers[(1 + Math.floor(index / categories.length)) % providers.length] as (typeof providers)[number];
    const category = categories[index % categories.length] as (typeof categories)[number];
    const longest = CATEGORIES[category];
    const drawn = longest === undefined ? undefined : random.between(-20, longest);
    const days = index === 0 ? -5 : drawn;
    yield {
      name: `${category} of ${provider.name}`,
      category,
      status: days !== undefined && days < 0 ? 'Expired' : 'Active',
      ...(days === undefined ? {} : { exp_date: dayFrom(now, days) }),
      providers_documents: provider._id,
      related_record: { module: 'providers', id: provider._id },
      assigned_to: provider.fields['assigned_to'] ?? null,
      ...makeTimestamps(now, (provider.sub.hired ?? -2) - 1),
    };
  }
}

const MEETINGS = [
  ['Team meeting', 'Appointment'],
  ['Rate review', 'Appointment'],
  ['District visit', 'Appointment'],
  ['Pipeline review', 'Appointment'],
] as const;
/** Hours in UTC within the office day of New York. */
const OFFICE = [14, 20] as const;

/** Interviews of subs at their time, and staff meetings. */
export function* makeCalendarEvents({ random, now, staff }: SeedContext, subs: readonly Sub[], count: number): Generator<JsonObject> {
  const interviews = subs.filter(({ status }) => status === 'InterviewScheduled');
  for (let index = 0; index < count; index++) {
    const sub = index % 2 === 0 ? interviews[index / 2] : undefined;
    if (sub?.interview !== undefined) {
      const title = `Interview: ${sub.lead.name}, ${sub.job.account.name}`;
      yield {
        name: title,
        title,
        start: sub.interview,
        end: anHourAfter(sub.interview),
        color: 'purple',
        event_type: 'Interview',
        user: textOf(sub.fields['assigned_to']),
        public: true,
      };
      continue;
    }
    const [title, event_type] = random.pick(MEETINGS);
    const start = instantFrom(now, toWorkday(now, random.between(-10, 30)), random.between(...OFFICE));
    const color = random.pick(['blue', 'green', 'orange']);
    yield {
      name: title,
      title,
      start,
      end: anHourAfter(start),
      // Events of a group have its colour.
      ...(title === 'Pipeline review' ? { calendarGroup: 'RFP Proposals' } : { color }),
      event_type,
      user: random.pick(staff)._id,
      public: random.chance(0.5),
    };
  }
}

function anHourAfter(instant: string): string {
  return new Date(Date.parse(instant) + 3_600_000).toISOString();
}
