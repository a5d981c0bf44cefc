import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type Seeding } from './contract.ts';
import { drawName, toMailName } from './names.ts';

const PROFESSIONS = {
  'Speech-Language Pathologist': 22, 'SLP Assistant': 7, 'Occupational Therapist': 12, 'Occupational Therapy Assistant': 5, 'Physical Therapist': 7,
  'School Nurse, RN': 12, 'School Nurse, LPN': 6, 'School Psychologist': 9, 'School Social Worker': 6, 'Behavior Analyst, BCBA': 6, 'Special Education Teacher': 10, 'Teacher, Visually Impaired': 3, Audiologist: 2, Paraprofessional: 4,
};
const LEAD_STATUS = { new: 22, attempting_contact: 24, screening: 14, qualified: 12, placement_opps: 8, submitted: 6, placed: 5, future_opp: 6, not_interested: 3 };
const NEXT_STEPS = ['Call back', 'First call', 'Third attempt', 'Send availability form', 'Rate call', 'Screening call', 'Collect license copy', 'Confirm interview', 'Send job list', 'Await district reply', 'Book interview', 'Send rate sheet'];
const ACCOUNT_KINDS = [['Independent School District', 'Public school district'], ['Parish Schools', 'Public school district'], ['Unified School District', 'Public school district'], ['County Schools', 'Public school district'], ['Charter Academy', 'Charter school'], ['Preparatory School', 'Private school'], ['Pediatric Clinic', 'Clinic'], ['Early Start Center', 'Early intervention agency']] as const;
const LANDMARKS = ['Pecan Ridge', 'Bayou Vista', 'Alder Creek', 'Cypress Point', 'Red Mesa', 'Harbor Light', 'Granite Falls', 'Prairie View', 'Silver Lake', 'Copper Canyon', 'Laurel Hill', 'Eagle Pass', 'Maple Grove', 'Sandy Ford', 'Blue Heron', 'Stone Gate'];
/** The accounts that the setting `managed_accounts` names. */
const MANAGED = ['Miami-Dade Sunrise Schools', 'Broward Coastal Schools', 'Palm Harbor Public Schools'];

/** The owner and teams of a record in a state: mostly the region's team and someone in it, a few open to everyone. */
function drawOwnership(seeding: Seeding, state: string): JsonObject {
  const { random } = seeding;
  const region = seeding.places.region(state);
  const near = seeding.staff.filter((user) => user.region === region);
  return { assigned_to: random.pick(near)._id, ...(random.chance(0.1) ? {} : { teams: [seeding.teams[region]] }) };
}

export function* makeAccounts(seeding: Seeding, count: number): Generator<JsonObject> {
  const { random, places } = seeding;
  for (let index = 0; index < count; index++) {
    const place = places.draw(random);
    const [suffix, account_type] = random.pick(ACCOUNT_KINDS);
    const stem = index % 3 === 0 ? random.pick(LANDMARKS) : place.city;
    yield {
      name: MANAGED[index] ?? `${stem} ${suffix}`, account_type, managed_account: index < MANAGED.length,
      account_status: random.weighted({ Active: 60, Prospect: 22, 'On Hold': 8, Former: 10 }),
      district_number: `${place.state}-${100_000 + index}`, students: random.between(4, 600) * 50,
      office_phone: places.phone(place.state, random), website: `https://account-${index + 1}.example.org`,
      billing_address: { street: places.street(random), city: place.city, state: place.state, zip: place.zip },
      contract_start: dayFrom(seeding.now, -random.between(30, 900)), contract_end: dayFrom(seeding.now, random.between(20, 700)),
      invoice_terms: random.pick(['Monthly, net 30', 'Monthly, net 45', 'Twice a month, net 15']),
      ...drawOwnership(seeding, place.state),
    };
  }
}

export function* makeContacts(seeding: Seeding, accounts: readonly string[]): Generator<JsonObject> {
  const { random, places } = seeding;
  for (const [index, account] of accounts.entries()) {
    const place = places.draw(random);
    const name = drawName(random);
    yield {
      ...name, accounts_contacts: account, primary_contact: true,
      title: random.pick(['Director of Special Education', 'Human Resources Manager', 'Superintendent', 'Principal', 'Accounts Payable Clerk', 'Lead Therapist']),
      department: random.pick(['Special education', 'Human resources', 'Administration', 'Accounts payable']),
      mobile_phone: places.phone(place.state, random),
      email_addresses: [{ email_address: `${toMailName(name.first_name)}.${toMailName(name.last_name)}.c${index}@example.org`, primary: true, opt_out: false, invalid_email: false }],
      ...drawOwnership(seeding, place.state),
    };
  }
}

/** Leads whose e-mails and phones are all different, so that none is a duplicate of another. */
export function* makeLeads(seeding: Seeding, count: number): Generator<JsonObject> {
  const { random, places, now } = seeding;
  for (let index = 0; index < count; index++) {
    const name = drawName(random);
    const place = places.draw(random);
    const lead_status = random.weighted(LEAD_STATUS);
    const new_grad = random.chance(0.12);
    yield {
      ...name, lead_status, new_grad, profession: random.weighted(PROFESSIONS),
      ...(new_grad ? { new_grad_expiration: dayFrom(now, random.between(100, 500)) } : {}),
      mobile_phone: places.phone(place.state, random),
      email_addresses: [{ email_address: `${toMailName(name.first_name)}.${toMailName(name.last_name)}${index + 1}@example.com`, primary: true, opt_out: random.chance(0.03), invalid_email: random.chance(0.02) }],
      current_address: { street: places.street(random), city: place.city, state: place.state, zip: place.zip },
      lead_source: random.weighted({ 'Job board': 40, Referral: 16, 'Career fair': 8, 'Company site': 16, 'Social media': 8, University: 6, 'Returning provider': 3, 'Outbound call': 3 }),
      available_hours: random.pick([15, 20, 30, 35, 37.5, 40]), availability_date: dayFrom(now, random.between(-30, 120)),
      desired_rate: random.between(76, 190) / 2, settings_wanted: random.sample(['School', 'Teletherapy', 'Clinic', 'Home health'], random.between(1, 2)),
      ...(random.chance(0.6) ? { license_number: `${place.state}-${random.between(1000, 99_999)}`, license_state: place.state } : {}),
      ...(lead_status === 'placed' || lead_status === 'not_interested' ? {} : { next_step: random.pick(NEXT_STEPS), next_date: dayFrom(now, random.between(-6, 24)) }),
      ...drawOwnership(seeding, place.state),
    };
  }
}

export function* makeJobs(seeding: Seeding, accounts: readonly string[], count: number): Generator<JsonObject> {
  const { random, places, now } = seeding;
  for (let index = 0; index < count; index++) {
    const profession = random.weighted(PROFESSIONS);
    const place = places.draw(random);
    const bill_rate = random.between(104, 190) / 2;
    const start = random.between(-150, 120);
    yield {
      custom_job_title: `${profession}, ${random.pick(['grades K to 5', 'grades 6 to 8', 'high school', 'two campuses', 'early childhood', 'district wide'])}, ${place.city}`,
      accounts_jobs: random.pick(accounts), profession, city: place.city, state: place.state, zip: place.zip,
      job_status: random.weighted({ Draft: 6, 'Accepting Applications': 36, 'Submit Candidates': 18, Interviewing: 12, 'On Hold': 6, 'Closed - Won': 12, 'Closed - Lost': 7, Cancelled: 3 }),
      opportunity_type: random.weighted({ Contract: 80, 'Contract to Hire': 12, 'Direct Hire': 8 }), is_rfp: random.chance(0.08),
      bill_rate, pay_rate: Math.round(bill_rate * 68) / 100, weekly_hours: random.pick([20, 30, 35, 37.5, 40]),
      start_date: dayFrom(now, start), end_date: dayFrom(now, start + random.between(60, 280)), post_date: dayFrom(now, start - random.between(10, 60)),
      ...drawOwnership(seeding, place.state),
    };
  }
}

export function* makeSubs(seeding: Seeding, from: { readonly leads: readonly string[]; readonly jobs: readonly string[]; readonly accounts: readonly string[] }, count: number): Generator<JsonObject> {
  const { random, now } = seeding;
  for (let index = 0; index < count; index++) {
    const status = random.weighted({ New: 14, Submitted: 34, InterviewScheduled: 16, Offered: 6, Hired: 12, Rejected: 12, 'Provider Withdrew - Future Opp': 3, 'Provider Withdrew - Declined Interview': 3 });
    const withdrawn = status === 'Rejected' || status.startsWith('Provider Withdrew');
    yield {
      status, leads_subs: random.pick(from.leads), jobs_subs: random.pick(from.jobs), accounts_subs: random.pick(from.accounts),
      profession: random.weighted(PROFESSIONS), license_doe: random.pick(['Clear', 'Provisional', 'Pending']),
      ...(withdrawn ? { rejection_reason: random.pick(['Pay rate', 'Location', 'Schedule', 'Accepted another offer', 'Position filled', 'Client decision']) } : {}),
      ...(status === 'InterviewScheduled' ? { interview_date: instantFrom(now, random.between(0, 14), random.between(13, 21)), interview_booked_date: dayFrom(now, -random.between(0, 5)) } : {}),
      pay_rate_offered: random.between(76, 160) / 2,
      ...drawOwnership(seeding, random.pick(['TX', 'FL', 'CA', 'IL', 'NY'])),
    };
  }
}
