import type { JsonObject } from '#engine/model';
import { dayFrom, makeTimestamps, type SeedContext } from './seed-context.ts';
import type { AccountSeed } from './account-seed.ts';
import type { JobSeed } from './jobs.ts';
import { toMailName } from './names.ts';
import type { Place } from './places.ts';
import { PROFESSIONS } from './professions.ts';

const LEAD_STATUS = {
  new: 20,
  attempting_contact: 20,
  screening: 12,
  qualified: 10,
  placement_opps: 10,
  submitted: 18,
  future_opp: 6,
  not_interested: 4,
};
/** Next steps by the status of a lead: no first call for a lead that was submitted to a district. */
const NEXT_STEPS: { readonly [status: string]: readonly string[] } = {
  new: ['First call', 'Send job list', 'First e-mail'],
  attempting_contact: ['Call back', 'Third attempt', 'Text about openings'],
  screening: ['Screening call', 'Collect license copy', 'Send availability form'],
  qualified: ['Rate call', 'Send rate sheet', 'Find a position'],
  placement_opps: ['Submit to the district', 'Rate call', 'Confirm availability'],
  submitted: ['Await district reply', 'Book interview', 'Confirm interview'],
  future_opp: ['Ask about next term'],
};
const ACCOUNT_KINDS = [
  ['Independent School District', 'Public school district'],
  ['Public Schools', 'Public school district'],
  ['Unified School District', 'Public school district'],
  ['County Schools', 'Public school district'],
  ['Charter Academy', 'Charter school'],
  ['Preparatory School', 'Private school'],
  ['Pediatric Clinic', 'Clinic'],
  ['Early Start Center', 'Early intervention agency'],
] as const;
const LANDMARKS = [
  'Pecan Ridge',
  'Bayou Vista',
  'Alder Creek',
  'Cypress Point',
  'Red Mesa',
  'Harbor Light',
  'Granite Falls',
  'Prairie View',
  'Silver Lake',
  'Copper Canyon',
  'Laurel Hill',
  'Eagle Pass',
  'Maple Grove',
  'Sandy Ford',
  'Blue Heron',
  'Stone Gate',
];
/** The accounts of the setting `managed_accounts`; they are in Florida. */
const MANAGED = ['Miami-Dade Sunrise Schools', 'Broward Coastal Schools', 'Palm Harbor Public Schools'];
const TITLES = {
  'Director of Special Education': 'Special education',
  'Human Resources Manager': 'Human resources',
  Superintendent: 'Administration',
  Principal: 'Administration',
  'Accounts Payable Clerk': 'Accounts payable',
  'Lead Therapist': 'Special education',
} as const;
const ACCOUNT_STEPS = [
  'Renew the contract',
  'Visit the district',
  'Ask for positions of next term',
  'Send the rate sheet',
  'Quarterly review',
];

export interface LeadSeed {
  readonly fields: JsonObject;
  readonly name: string;
  readonly status: string;
  readonly profession: string;
  readonly place: Place;
  readonly ownership: JsonObject;
  /** The job that the lead has or is submitted to. */
  readonly job: JobSeed | undefined;
}

/** Owner and teams of a record in a state: mostly the region's team and one of its recruiters, some open to everyone. */
function drawOwnership(context: SeedContext, state: string): JsonObject {
  const { random } = context;
  const region = context.places.region(state);
  const near = context.staff.filter((user) => user.region === region && !user.inOffice);
  return { assigned_to: random.pick(near)._id, ...(random.chance(0.1) ? {} : { teams: [context.teams[region]] }) };
}

export function makeAccounts(context: SeedContext, count: number): AccountSeed[] {
  const taken = new Set<string>(MANAGED);
  return Array.from({ length: count }, (_, index) => makeAccount(context, index, taken));
}

function makeAccount(context: SeedContext, index: number, taken: Set<string>): AccountSeed {
  const { random, places, now } = context;
  const managed = MANAGED[index];
  const place = managed === undefined ? places.draw(random) : places.drawIn('FL', random);
  const { name, account_type } =
    managed === undefined ? nameAccount(context, place, taken) : { name: managed, account_type: 'Public school district' };
  const account_status = managed === undefined ? random.weighted({ Active: 60, Prospect: 22, 'On Hold': 8, Former: 10 }) : 'Active';
  const ownership = drawOwnership(context, place.state);
  const began = random.between(60, 900);
  const fields = {
    name,
    account_type,
    managed_account: managed !== undefined,
    account_status,
    ...ownership,
    district_number: `${place.state}-${100_000 + index}`,
    students: random.between(4, 600) * 50,
    office_phone: places.phone(place.state, random),
    website: `https://account-${index + 1}.example.org`,
    billing_address: { street: places.street(random), city: place.city, state: place.state, zip: place.zip },
    ...describeContract(context, account_status, began),
    ...(account_status === 'Former' ? {} : drawNextStep(context, index === 0)),
    ...makeTimestamps(now, -began - random.between(10, 60), -random.between(1, 50)),
  };
  return { fields, name, place, isClient: account_status === 'Active', ownership };
}

/** The next step with an account; its day is past if it is late. */
function drawNextStep({ random, now }: SeedContext, isLate: boolean): JsonObject {
  const [next_step, days] = [random.pick(ACCOUNT_STEPS), random.between(-3, 40)];
  return { next_step, next_date: dayFrom(now, isLate ? -2 : days) };
}

/** A prospect has no contract yet, and the contract of a former client has ended. */
function describeContract({ random, now }: SeedContext, status: string, began: number): JsonObject {
  if (status === 'Prospect') return {};
  const end = status === 'Former' ? -random.between(5, 50) : random.between(20, 700);
  return {
    contract_start: dayFrom(now, -began),
    contract_end: dayFrom(now, end),
    invoice_terms: random.pick(['Monthly, net 30', 'Monthly, net 45', 'Twice a month, net 15']),
  };
}

/** A unique account name with the town, or sometimes a landmark. */
function nameAccount(
  { random }: SeedContext,
  { city, state }: Place,
  taken: Set<string>,
): { readonly name: string; readonly account_type: string } {
  for (let draw = 0; ; draw++) {
    const [suffix, account_type] = random.pick(ACCOUNT_KINDS);
    const stem = random.chance(0.33) ? random.pick(LANDMARKS) : city;
    const name = `${stem} ${suffix}${draw > 30 ? `, ${state} ${draw}` : ''}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return { name, account_type };
  }
}

export function* makeContacts(context: SeedContext, accounts: readonly (AccountSeed & { readonly _id: string })[]): Generator<JsonObject> {
  const { random, places, names, now } = context;
  for (const [index, { _id, place, ownership }] of accounts.entries()) {
    const name = names.draw(random);
    const title = random.pick(Object.keys(TITLES) as (keyof typeof TITLES)[]);
    yield {
      ...name,
      accounts_contacts: _id,
      primary_contact: true,
      title,
      department: TITLES[title],
      mobile_phone: places.phone(place.state, random),
      office_phone: places.phone(place.state, random),
      email_addresses: [
        {
          email_address: `${toMailName(name.first_name)}.${toMailName(name.last_name)}.c${index}@example.org`,
          primary: true,
          opt_out: false,
          invalid_email: false,
        },
      ],
      ...ownership,
      ...makeTimestamps(now, -random.between(30, 400), -random.between(1, 30)),
    };
  }
}

/** Leads with unique e-mails and phones, so that there are no duplicates; for load tests. */
export function* makeLeads(context: SeedContext, count: number): Generator<JsonObject> {
  for (let index = 0; index < count; index++) yield makeLead(context, index, undefined).fields;
}

/** The leads of a company with these jobs: four of 25 have a won job, some are submitted to an open job. */
export function makeLeadsFor(
  context: SeedContext,
  count: number,
  jobs: { readonly won: readonly JobSeed[]; readonly open: readonly JobSeed[] },
): LeadSeed[] {
  let hires = 0;
  return Array.from({ length: count }, (_, index) => {
    const isHired = Math.ceil(((index + 1) * 4) / 25) > Math.ceil((index * 4) / 25);
    return makeLead(context, index, { ...jobs, hired: isHired ? jobs.won[hires++ % jobs.won.length] : undefined });
  });
}

interface Choice {
  readonly hired: JobSeed | undefined;
  readonly open: readonly JobSeed[];
}

function makeLead(context: SeedContext, index: number, choice: Choice | undefined): LeadSeed {
  const { random, places, names, now } = context;
  const name = names.draw(random);
  const job = choice?.hired;
  const status = job === undefined ? random.weighted(LEAD_STATUS) : job.isOver ? 'future_opp' : 'placed';
  const targetJob = job ?? (status === 'submitted' || status === 'placement_opps' ? pickOne(random.next(), choice?.open) : undefined);
  const place = targetJob === undefined ? places.draw(random) : places.drawIn(targetJob.account.place.state, random);
  const profession = targetJob?.profession ?? random.weighted(PROFESSIONS);
  const ownership = drawOwnership(context, place.state);
  const fields = {
    ...name,
    lead_status: status,
    profession,
    ...ownership,
    ...describePerson(context, name, place, index),
    ...describePreferences(context, place, status),
    // Every ninth lead has no next step yet.
    ...(status === 'placed' || status === 'not_interested' || index % 9 === 4
      ? {}
      : {
          next_step: random.pick(NEXT_STEPS[status] ?? ['Call back']),
          next_date: dayFrom(now, status === 'future_opp' ? random.between(20, 120) : random.between(-6, 24)),
        }),
    ...(status === 'future_opp' ? { future_opp_date: dayFrom(now, random.between(30, 200)) } : {}),
    ...(status === 'not_interested'
      ? { not_interested_reason: random.pick(['Pay rate', 'Found a position elsewhere', 'Moves out of state']) }
      : {}),
    ...dateLead(context, status, job),
  };
  return { fields, name: `${name.first_name} ${name.last_name}`, status, profession, place, ownership, job: targetJob };
}

function pickOne<T>(at: number, list: readonly T[] | undefined): T | undefined {
  return list?.[Math.floor(at * list.length)];
}

function describePerson(
  { random, places }: SeedContext,
  name: { readonly first_name: string; readonly last_name: string },
  place: Place,
  index: number,
): JsonObject {
  return {
    mobile_phone: places.phone(place.state, random),
    email_addresses: [
      {
        email_address: `${toMailName(name.first_name)}.${toMailName(name.last_name)}${index + 1}@example.com`,
        primary: true,
        opt_out: random.chance(0.03),
        invalid_email: random.chance(0.02),
      },
    ],
    current_address: { street: places.street(random), city: place.city, state: place.state, zip: place.zip },
  };
}

function describePreferences({ random, now }: SeedContext, place: Place, status: string): JsonObject {
  const new_grad = status !== 'placed' && random.chance(0.12);
  return {
    new_grad,
    ...(new_grad ? { new_grad_expiration: dayFrom(now, random.between(100, 500)) } : {}),
    lead_source: random.weighted({
      'Job board': 40,
      Referral: 16,
      'Career fair': 8,
      'Company site': 16,
      'Social media': 8,
      University: 6,
      'Returning provider': 3,
      'Outbound call': 3,
    }),
    available_hours: random.pick([15, 20, 30, 35, 37.5, 40]),
    ...(status === 'placed' ? {} : { availability_date: dayFrom(now, random.between(1, 120)) }),
    desired_rate: random.between(76, 190) / 2,
    settings_wanted: random.sample(['School', 'Teletherapy', 'Clinic', 'Home health'], random.between(1, 2)),
    ...(status === 'placed' || random.chance(0.6)
      ? { license_number: `${place.state}-${random.between(1000, 99_999)}`, license_state: place.state }
      : {}),
  };
}

/** New leads were created in the last days; hired leads before or shortly after the posting of their job. */
function dateLead({ random, now }: SeedContext, status: string, job: JobSeed | undefined): JsonObject {
  if (job !== undefined) return makeTimestamps(now, job.posted - random.between(5, 200), Math.min(-1, job.start));
  const made =
    status === 'new' ? -random.between(1, 9) : status === 'attempting_contact' ? -random.between(3, 30) : -random.between(90, 500);
  return makeTimestamps(now, made, -random.between(1, Math.min(25, -made)));
}
