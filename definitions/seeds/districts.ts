import { SYSTEM_ACTOR, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type SeedContext } from './seed-context.ts';

/** Vendors that districts buy through, with their type and fee in percent. */
const VENDORS = [
  ['Harborline Managed Services', 'Managed service provider', 4.5],
  ['TalentBridge VMS', 'Vendor management system', 3],
  ['Crestview Procurement', 'Managed service provider', 5],
  ['Northstar School Partners', 'Staffing partner', 6.5],
  ['Meridian Staffing Exchange', 'Vendor management system', 2.5],
  ['Bluebonnet Supply', 'Supplier', 0],
] as const;
/** Number of accounts with a district, schools and a calendar. */
const SHOWN = 12;
const SCHOOLS = [
  'Magnolia Elementary',
  'Eastside Middle School',
  'Lincoln High School',
  'Oak Grove Elementary',
  'Riverbend Middle School',
  'Carver High School',
  'Sunrise Early Childhood Center',
  'Heritage Elementary',
];
/** Special school days: type, color, days from now, and hours if there are any. */
const DAYS = [
  ['holiday', 'purple', 12],
  ['teacher work day', 'orange', 19],
  ['Early Release', 'yellow', 5, 4],
  ['half day', 'blue', 26],
  ['Delayed Start', 'gray', -4, 2],
] as const;

/** Vendors, and for the first accounts their district, two schools and the special days. */
export async function seedDistricts(context: SeedContext, accountIds: readonly string[]): Promise<void> {
  const vendors = await context.insert('vendors', listVendors(context), VENDORS.length);
  const accounts = await Promise.all(accountIds.slice(0, SHOWN).map((id) => context.records.get(SYSTEM_ACTOR, { module: 'accounts', id })));
  const districts = await context.insert(
    'districts',
    accounts.map((account, index) => makeDistrict(context, account, vendors[index % vendors.length] as string, index)),
    accounts.length,
  );
  const locations = accounts.flatMap((account, index) =>
    [0, 1].map((which) => makeLocation(context, account, districts[index] as string, index * 2 + which)),
  );
  await context.insert('locations', locations, locations.length);
  const events = accounts.flatMap((account, index) =>
    [0, 1].map((which) => makeSchoolDay(context, account, districts[index] as string, index + which * 2)),
  );
  await context.insert('accountCalendarEvents', events, events.length);
}

function listVendors({ random, places, staff, now }: SeedContext): JsonObject[] {
  return VENDORS.map(([name, vendor_type, fee_percent], index) => ({
    name,
    vendor_type,
    fee_percent,
    vendorId: `V-${1001 + index}`,
    active: index !== 4,
    office_phone: places.phone('TX', random),
    website: `https://vendor-${index + 1}.example.org`,
    email_addresses: [{ email_address: `orders@vendor-${index + 1}.example.org`, primary: true, opt_out: false, invalid_email: false }],
    contact_name: ['Lena Ortiz', 'Marcus Bell', 'Joy Adler', 'Peter Nakamura', 'Ruth Haddad', 'Sam Whitfield'][index] ?? null,
    contract_start: dayFrom(now, -random.between(100, 700)),
    contract_end: dayFrom(now, random.between(40, 500)),
    payment_terms: random.pick(['Net 30', 'Net 45', 'Net 60']),
    assigned_to: random.pick(staff)._id,
  }));
}

function makeDistrict({ random, places }: SeedContext, account: VisibleRecord, vendor: string, index: number): JsonObject {
  const { city, state } = account.billing_address as { readonly city: string; readonly state: string };
  return {
    name: `${city} School District`,
    districtId: index + 1,
    vendor,
    vendorId: `D-${4200 + index}`,
    active: true,
    account: account._id,
    state,
    twilioPhone: places.phone(state, random),
    assigned_to: account.assigned_to ?? null,
  };
}

function makeLocation({ random, places }: SeedContext, account: VisibleRecord, district: string, index: number): JsonObject {
  const { city = '', state = '', zip = '' } = account.billing_address as { readonly [part: string]: string };
  const late = random.chance(0.4);
  return {
    name: `${SCHOOLS[index % SCHOOLS.length] as string}, ${city}`,
    location_type: 'School',
    accounts_locations: account._id,
    district,
    active: true,
    address: { street: places.street(random), city, state, zip },
    phone: places.phone(state, random),
    contact_name: random.pick(['Ms. Alvarez', 'Mr. Brooks', 'Dr. Chen', 'Ms. Dawson', 'Mr. Ellis', 'Ms. Freeman']),
    day_start: late ? '8:45 AM' : '7:50 AM',
    day_end: late ? '3:50 PM' : '3:05 PM',
    parking: random.pick(['Visitors in front, sign in at the office', 'Staff lot behind the gym', 'Ring at the side door']),
    assigned_to: account.assigned_to ?? null,
  };
}

function makeSchoolDay({ now }: SeedContext, account: VisibleRecord, district: string, index: number): JsonObject {
  const [event_type, colors, days, hours] = DAYS[index % DAYS.length] as readonly [string, string, number, number?];
  const day = days + Math.floor(index / DAYS.length) * 7;
  return {
    event_type,
    colors,
    accounts_accountCalendarEvents: account._id,
    district,
    start: instantFrom(now, day, 12),
    end: instantFrom(now, day, 21),
    all_day: hours === undefined,
    ...(hours === undefined ? {} : { number_of_hours: hours }),
    assigned_to: account.assigned_to ?? null,
  };
}
