import zipcodes from 'zipcodes';
import { makeLeads } from '../../../definitions/seeds/recruiting.ts';
import { drawName, Names, toMailName } from '../../../definitions/seeds/names.ts';
import { Places } from '../../../definitions/seeds/places.ts';
import { Random } from '../../../definitions/seeds/random.ts';
import type { SeedContext } from '../../../definitions/seeds/seed-context.ts';
import type { JsonObject } from '#engine/model/values';
import type { BenchModule, People } from './bench-module.ts';

const MONGODB_TARGETS = { get: 0.7, page: 1, contains: 4, create: 0.6, update: 0.5, offset: 0.6 };

/** The leads of the product: many fields, hooks of plugins, teams. The reader sees six of ten. */
export const LEADS: BenchModule = {
  name: 'leads',
  size: 100_000,
  statusField: 'lead_status',
  statuses: [
    'new',
    'attempting_contact',
    'screening',
    'qualified',
    'placement_opps',
    'submitted',
    'placed',
    'future_opp',
    'not_interested',
  ],
  hiddenFields: ['desired_rate', 'license_number'],
  offset: (size) => Math.floor(Math.min(size * 0.5, 50_000)),
  definitions: [],
  targets: { sqlite: { get: 0.6, page: 4, contains: 0.8, create: 0.7, update: 0.7, offset: 1.5 }, mongodb: MONGODB_TARGETS },
  makeRecords: makeBenchLeads,
  isVisible: (lead, people) => (lead['teams'] as readonly string[]).some((team) => people.mine.includes(team)),
  createBodies,
};

/** Six of ten belong to a team of the reader, none to everyone. */
function* makeBenchLeads(people: People, size: number): Generator<JsonObject> {
  const random = new Random(7);
  const seeding = {
    random,
    places: new Places(),
    names: new Names(),
    now: Date.now(),
    teams: { gulf: '', west: '', north: '', provider: '' },
    staff: ['gulf', 'west', 'north'].map((region) => ({ _id: people.owner, first_name: '', region })),
  } as unknown as SeedContext;
  for (const lead of makeLeads(seeding, size))
    yield { ...lead, assigned_to: people.owner, teams: [random.chance(0.6) ? random.pick(people.mine) : people.others] };
}

function createBodies(random: Random): () => JsonObject {
  let made = 0;
  // Unique numbers, and no name twice at a ZIP: a duplicate would be rejected.
  const firstNumber = random.between(2_000_000, 8_000_000);
  const given = new Set<string>();
  let zip = 10_000;
  const unusedZip = (name: string): string => {
    do zip = zip === 99_999 ? 10_000 : zip + 1;
    while (zip in zipcodes.codes || given.has(`${name} ${zip}`));
    given.add(`${name} ${zip}`);
    return String(zip);
  };
  return () => {
    made += 1;
    const name = drawName(random);
    const mark = `${Date.now().toString(36)}${made}`;
    return {
      ...name,
      lead_status: 'new',
      profession: 'Audiologist',
      mobile_phone: `989${firstNumber + made}`,
      available_hours: 30,
      availability_date: '2027-03-01',
      email_addresses: [
        { email_address: `${toMailName(name.last_name)}.${mark}@bench.example.com`, primary: true, opt_out: false, invalid_email: false },
      ],
      current_address: {
        street: `${made} ${mark} St`,
        city: 'Decatur',
        state: 'GA',
        zip: unusedZip(`${name.first_name.slice(0, 2)} ${name.last_name}`),
      },
      next_step: 'Call back',
      lead_source: 'Referral',
    };
  };
}
