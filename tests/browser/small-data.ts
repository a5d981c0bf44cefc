import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';

/** Ids of the records that the journeys use. */
export interface SmallData {
  readonly userId: string;
  readonly leads: number;
  readonly ptoRequestId: string;
}

const LAST_NAMES = [
  'Abbott',
  'Barnes',
  'Castillo',
  'Dawson',
  'Ellison',
  'Fletcher',
  'Guerra',
  'Holloway',
  'Ibarra',
  'Jennings',
  'Kimura',
  'Lowell',
];
const FIRST_NAMES = ['Nina', 'Omar', 'Priya', 'Quentin', 'Rosa', 'Samuel'];
const STATUSES = ['new', 'attempting_contact', 'screening', 'qualified', 'future_opp'];
const CITIES = [
  ['Decatur', 'GA', '30030'],
  ['Erie', 'PA', '16501'],
  ['Reno', 'NV', '89501'],
] as const;

/** Enough records for pages, searches, a duplicate and a request over its balance. */
export async function makeSmallData({ records }: Application): Promise<SmallData> {
  const create = async (module: string, fields: JsonObject): Promise<string> =>
    (await records.create(SYSTEM_ACTOR, { module, fields, allowDuplicates: true })).record._id;
  const leads = LAST_NAMES.flatMap((last, row) =>
    FIRST_NAMES.map((first, column) => makeLead(first, last, row * FIRST_NAMES.length + column)),
  );
  const { refused } = await records.createMany(SYSTEM_ACTOR, { module: 'leads', records: leads, allowDuplicates: true });
  if (refused.length > 0) throw new Error(`leads were refused: ${JSON.stringify(refused[0])}`);
  await create('leads', {
    first_name: 'Marguerite',
    last_name: 'Oyelaran-Hart',
    lead_status: 'future_opp',
    profession: 'School Nurse, RN',
    mobile_phone: '4045550136',
    email_addresses: [{ email_address: 'm.oyelaran@example.com', primary: true, opt_out: false, invalid_email: false }],
    current_address: { street: '91 Kirkland Ave', city: 'Decatur', state: 'GA', zip: '30030' },
  });
  await create('leads', {
    first_name: 'M.',
    last_name: 'Oyelaran',
    lead_status: 'not_interested',
    profession: 'Registered Nurse, Clinic',
    mobile_phone: '4045550171',
    available_hours: 24,
    email_addresses: [
      { email_address: 'm.oyelaran@example.com', primary: true, opt_out: false, invalid_email: false },
      { email_address: 'marguerite.rn@example.org', primary: false, opt_out: false, invalid_email: false },
    ],
  });
  const [user] = (await records.find(SYSTEM_ACTOR, { module: 'users', limit: 1 })).data;
  if (user === undefined) throw new Error('There is no first admin');
  await create('ptoBalance', { name: 'Balance 2027', users_ptoBalance: user._id, year: 2027, allotted_hours: 16, balance: 16 });
  const ptoRequestId = await create('ptoRequests', {
    name: 'Spring break',
    users_ptoRequests: user._id,
    hours_requested: 40,
    pto_date: '2027-03-15',
  });
  await create('accounts', { name: 'Peachford Schools' });
  return { userId: user._id, leads: leads.length + 2, ptoRequestId };
}

function makeLead(first: string, last: string, at: number): JsonObject {
  const [city, state, zip] = CITIES[at % CITIES.length] ?? CITIES[0];
  return {
    first_name: first,
    last_name: last,
    lead_status: STATUSES[at % STATUSES.length] ?? 'new',
    mobile_phone: `31255501${String(at).padStart(2, '0')}`,
    email_addresses: [{ email_address: `${first}.${last}@example.com`.toLowerCase(), primary: true, opt_out: false, invalid_email: false }],
    current_address: { street: `${at + 1} Oak Street`, city, state, zip },
  };
}
