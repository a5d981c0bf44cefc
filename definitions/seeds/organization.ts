import { SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import type { SeedContext } from './seed-context.ts';

const DOMAIN = 'muster.example';

/** Users of every type, by name; the first two of each region are recruiters. */
const STAFF = [
  ['Priya', 'Raman', 'Standard', 'gulf', ['role_recruiter']],
  ['Cole', 'Bannister', 'Standard', 'gulf', ['role_recruiter', 'role_account_manager']],
  ['Mei', 'Tanaka', 'Standard', 'west', ['role_recruiter']],
  ['Andre', 'Whitlock', 'Standard', 'west', ['role_account_manager']],
  ['Sofia', 'Marquez', 'Standard', 'north', ['role_recruiter']],
  ['Jordan', 'Avery', 'Admin', 'north', ['role_manager']],
  ['Casey', 'Morgan', 'Standard', 'gulf', ['role_credentialing_specialist']],
  ['Devon', 'Reyes', 'Standard', 'west', ['role_credentialing_specialist', 'role_account_manager']],
  ['Hannah', 'Osei', 'Standard', 'north', ['role_human_resources']],
  ['Tess', 'Lindgren', 'Dashboard', 'north', ['role_dashboard']],
] as const;

/** Last names of those who may send e-mail. */
const APPROVED_SENDERS: readonly string[] = ['Raman', 'Avery'];

const TEAMS = [
  ['gulf', 'Gulf South', 'green'],
  ['west', 'West', 'orange'],
  ['north', 'North and East', 'blue'],
  ['provider', 'Provider', 'purple'],
] as const;

/**
 * Teams, staff and the demo company. Returns the id of the dashboard user; undefined if the demo users exist already:
 * then new records are assigned to them and their own records are left unchanged.
 */
export async function seedOrganization(context: SeedContext): Promise<string | undefined> {
  if (await findOrganization(context)) return undefined;
  const teamIds = await context.insert(
    'teams',
    TEAMS.map(([, name, color]) => ({ name, color, description: `The ${name} team` })),
    TEAMS.length,
  );
  TEAMS.forEach(([key], index) => (context.teams[key] = teamIds[index] as string));
  const users = STAFF.map(
    ([first_name, last_name, userType, region, roles]): JsonObject => ({
      first_name,
      last_name,
      userType,
      roles: [...roles],
      teams: [context.teams[region]],
      active: true,
      sendgrid_approved: APPROVED_SENDERS.includes(last_name),
      email: mailOf(first_name, last_name),
      recruiter_level: roles[0] === 'role_recruiter' ? context.random.pick(['Junior', 'Associate', 'Senior', 'Executive']) : null,
      hire_date: `20${context.random.between(14, 25)}-0${context.random.between(1, 9)}-${context.random.between(10, 28)}`,
    }),
  );
  const userIds = await context.insert('users', users, users.length);
  for (const [index, id] of userIds.entries()) {
    const [, , userType] = STAFF[index] as (typeof STAFF)[number];
    if (userType !== 'Dashboard') context.staff.push(describe(id, STAFF[index] as (typeof STAFF)[number]));
    if (context.setPassword && context.demoPassword) await context.setPassword(id, context.demoPassword);
  }
  await approveFirstAdmin(context);
  await context.insert('clients', [{ name: 'Muster Demo Staffing', code: 'DEMO', active: true, is_edu: true }], 1);
  return userIds[STAFF.findIndex(([, , userType]) => userType === 'Dashboard')];
}

/** The first admin is there before the demo company, and tries its e-mail. */
async function approveFirstAdmin({ records }: SeedContext): Promise<void> {
  const sort = [{ sortField: 'createdAt', sortOrder: 'asc' as const }];
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'users', filter: { userType: 'System Admin' }, sort, limit: 1 });
  const [admin] = data;
  if (admin === undefined) return;
  await records.update(SYSTEM_ACTOR, { module: 'users', id: admin._id, fields: { sendgrid_approved: true }, quiet: true });
}

async function findOrganization({ records, teams, staff }: SeedContext): Promise<boolean> {
  const idOf = async (module: string, filter: JsonObject): Promise<string> =>
    (await records.find(SYSTEM_ACTOR, { module, filter, limit: 1 })).data[0]?._id ?? '';
  for (const [key, name] of TEAMS) teams[key] = await idOf('teams', { name });
  for (const person of STAFF) {
    const [first_name, last_name, userType] = person;
    const id = await idOf('users', { email: mailOf(first_name, last_name) });
    if (id !== '' && userType !== 'Dashboard') staff.push(describe(id, person));
  }
  const regions = new Set(staff.map(({ region }) => region));
  const isWhole = regions.size === 3 && TEAMS.every(([key]) => teams[key] !== '');
  if (!isWhole) staff.length = 0;
  return isWhole;
}

const DESKS: readonly string[] = ['role_recruiter', 'role_account_manager', 'role_manager'];

function describe(_id: string, [first_name, , , region, roles]: (typeof STAFF)[number]): SeedContext['staff'][number] {
  return { _id, first_name, region, inOffice: !DESKS.includes(roles[0]) };
}

/** The full names of the staff. */
export const STAFF_NAMES: readonly string[] = STAFF.map(([first_name, last_name]) => `${first_name} ${last_name}`);

function mailOf(first: string, last: string): string {
  return `${first.toLowerCase()}.${last.toLowerCase()}@${DOMAIN}`;
}

/** The user of the demo provider. Returns the user's id. */
export async function seedProviderUser(context: SeedContext, providerId: string): Promise<string> {
  const provider = await context.records.get(SYSTEM_ACTOR, { module: 'providers', id: providerId });
  const email = `provider@${DOMAIN}`;
  const [id = ''] = await context.insert(
    'users',
    [
      {
        first_name: provider.first_name ?? null,
        last_name: provider.last_name ?? null,
        email,
        userType: 'Provider',
        active: true,
        roles: ['role_provider'],
        teams: [context.teams.provider],
      },
    ],
    1,
  );
  await context.records.update(SYSTEM_ACTOR, {
    module: 'providers',
    id: providerId,
    fields: { related_user: id },
    quiet: true,
    allowDuplicates: true,
  });
  if (context.setPassword && context.demoPassword) await context.setPassword(id, context.demoPassword);
  return id;
}
