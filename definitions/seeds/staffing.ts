import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type Seeding } from './contract.ts';
import { drawName, toMailName } from './names.ts';

export function* makeProviders(seeding: Seeding, leads: readonly string[], accounts: readonly string[], count: number): Generator<JsonObject> {
  const { random, places, now } = seeding;
  for (let index = 0; index < count; index++) {
    const name = drawName(random);
    const place = places.draw(random);
    const near = seeding.staff.filter((user) => user.region === places.region(place.state));
    yield {
      ...name, status: random.weighted({ Active: 82, PendingInactive: 6, Inactive: 12 }), provider_type: random.chance(0.85) ? 'W2' : '1099',
      profession: random.pick(['Speech-Language Pathologist', 'Occupational Therapist', 'School Nurse, RN', 'School Psychologist', 'Physical Therapist', 'SLP Assistant']),
      mobile_phone: places.phone(place.state, random), leads_providers: leads[(index * 5) % leads.length] as string, accounts_providers: [random.pick(accounts)],
      email_addresses: [{ email_address: `${toMailName(name.first_name)}.${toMailName(name.last_name)}.p${index + 1}@example.net`, primary: true, opt_out: false, invalid_email: false }],
      current_address: { street: places.street(random), city: place.city, state: place.state, zip: place.zip }, hire_date: dayFrom(now, -random.between(20, 1500)),
      medical_election: random.pick(['Enrolled', 'Waived', 'Pending']), dental_election: random.pick(['Enrolled', 'Waived']), vision_election: random.pick(['Enrolled', 'Waived']),
      assigned_to: random.pick(near)._id, teams: [seeding.teams[places.region(place.state)]],
    };
  }
}

export function* makePlacements(seeding: Seeding, from: { readonly providers: readonly string[]; readonly accounts: readonly string[]; readonly subs: readonly string[] }): Generator<JsonObject> {
  const { random, now } = seeding;
  for (const [index, provider] of from.providers.entries()) {
    if (index % 2 === 1) continue;
    const start = random.between(-300, 60);
    yield {
      placement_type: random.weighted({ New: 70, Extension: 20, Return: 10 }), providers_placements: provider,
      accounts_placements: random.pick(from.accounts), subs_placements: random.pick(from.subs), ft_pt: random.chance(0.8) ? 'Full Time' : 'Part Time',
      planned_start_date: dayFrom(now, start), expected_start_date: dayFrom(now, start), ...(start < 0 ? { confirmed_start_date: dayFrom(now, start) } : {}),
      weekly_hours: random.pick([30, 35, 37.5, 40]), pay_rate: random.between(70, 130) / 2, bill_rate: random.between(110, 190) / 2, assigned_to: random.pick(seeding.staff)._id,
    };
  }
}

export function* makeTasks(seeding: Seeding, leads: readonly string[], count: number): Generator<JsonObject> {
  const { random, now } = seeding;
  for (let index = 0; index < count; index++) {
    const status = random.weighted({ 'Not Started': 40, Open: 25, 'In Progress': 15, Completed: 15, 'Past Due': 5 });
    const due = status === 'Past Due' ? -random.between(1, 10) : random.between(-2, 20);
    yield {
      subject: random.pick(['Call about availability', 'Send rate sheet', 'Collect license copy', 'Confirm interview time', 'Check references', 'Prepare start packet']), status,
      task_type: random.pick(['Follow up', 'Phone call', 'E-mail', 'General']), start_date: dayFrom(now, due - 3), due_date: dayFrom(now, due),
      related_record: { module: 'leads', id: random.pick(leads) }, parent_type: 'leads', assigned_to: random.pick(seeding.staff)._id,
    };
  }
}

export function* makeActivities(seeding: Seeding, leads: readonly string[], count: number): Generator<JsonObject> {
  const { random, now } = seeding;
  for (let index = 0; index < count; index++) {
    const lead = random.pick(leads);
    const activityType = random.weighted({ Call: 45, Note: 30, Email: 15, SMS: 10 });
    yield {
      name: random.pick(['Left a voicemail', 'Talked about rate', 'Asked for license', 'Free from January', 'Sent the job list', 'Wants a middle school']), activityType, lead,
      relatedRecord: { module: 'leads', id: lead }, relatedModule: 'leads', activity_date: instantFrom(now, -random.between(0, 60), random.between(13, 22)),
      ...(activityType === 'Call' ? { duration_minutes: random.between(1, 25) } : {}), assigned_to: random.pick(seeding.staff)._id,
    };
  }
}

/** A balance for each of the staff for this year, and a few pending requests against them. */
export async function seedTimeOff(seeding: Seeding): Promise<void> {
  const { random, now, staff } = seeding;
  const year = new Date(now).getUTCFullYear();
  const balances = staff.map((user): JsonObject => ({ name: `${user.first_name}, ${year}`, users_ptoBalance: user._id, year, allotted_hours: 120, balance: 120 - random.between(0, 6) * 8, assigned_to: user._id }))
    .map((balance) => ({ ...balance, hours_taken: 120 - Number(balance.balance) }));
  const ids = await seeding.insert('ptoBalance', balances, balances.length);
  const requests = staff.flatMap((user, index): JsonObject[] => [0, 1].map((which) => {
    const day = `${year}-12-${String(1 + index * 2 + which).padStart(2, '0')}`;
    return { name: `${user.first_name}, ${day}`, users_ptoRequests: user._id, ptoBalance_ptoRequests: ids[index] as string, pto_date: day, hours_requested: random.pick([4, 8]), status: 'Pending', assigned_to: user._id, reason: random.pick(['Family visit', 'Medical appointment', 'Holiday']) };
  }));
  await seeding.insert('ptoRequests', requests, requests.length);
}

export function* makeDocuments(seeding: Seeding, providers: readonly string[], count: number): Generator<JsonObject> {
  const { random, now } = seeding;
  for (let index = 0; index < count; index++) {
    const provider = random.pick(providers);
    const category = random.pick(['License', 'Certification', 'Background check', 'Immunization', 'Resume']);
    yield { name: `${category} ${index + 1}`, category, status: 'Active', exp_date: dayFrom(now, random.between(-20, 700)), providers_documents: provider, related_record: { module: 'providers', id: provider }, assigned_to: random.pick(seeding.staff)._id };
  }
}

export function* makeCalendarEvents(seeding: Seeding, count: number): Generator<JsonObject> {
  const { random, now } = seeding;
  for (let index = 0; index < count; index++) {
    const day = random.between(-10, 30);
    const hour = random.between(13, 20);
    const title = random.pick(['Interview', 'Screening call', 'District visit', 'Team meeting', 'Rate review']);
    yield { name: title, title, start: instantFrom(now, day, hour), end: instantFrom(now, day, hour + 1), color: random.pick(['blue', 'green', 'orange', 'purple']), event_type: title === 'Interview' ? 'Interview' : 'Appointment', user: random.pick(seeding.staff)._id, public: random.chance(0.5) };
  }
}
