import { SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import type { SeedContext } from './seed-context.ts';

const GROUPS = [
  ['RFP Proposals', 'orange'],
  ['PTO', 'green'],
  ['Core Start Dates', 'blue'],
  ['Miami Start Dates', 'purple'],
  ['Broward Start Dates', 'yellow'],
] as const;

const ENTRIES: readonly JsonObject[] = [
  { name: 'Home', icon: 'house', route: '/dashboard', user_type: 'Dashboard', options: { order: 1 } },
  { name: 'Tasks', icon: 'list-checks', related_module: 'tasks', user_type: 'Dashboard', options: { order: 2 } },
  { name: 'Time off', icon: 'plane', related_module: 'ptoRequests', user_type: 'Dashboard', options: { order: 3 } },
  {
    name: 'Pay calculator',
    icon: 'calculator',
    route: '/app/pay-calculator',
    user_type: 'Dashboard',
    options: { order: 4, group: 'Tools' },
  },
];

const BUMPOUTS: readonly JsonObject[] = [
  {
    name: 'Open enrollment',
    title: 'Open enrollment ends soon',
    icon: 'megaphone',
    side: 'right',
    html_text: 'Choose your benefits until the end of the month.',
    user_types: ['Standard', 'Provider'],
    options: { order: 1, width: 360 },
  },
  {
    name: 'Referral bonus',
    title: 'Know somebody?',
    icon: 'gift',
    side: 'right',
    html_text: 'We pay for each colleague of yours who starts.',
    user_types: ['Provider'],
    options: { order: 2, width: 320 },
  },
];

const BUCKETS: readonly JsonObject[] = [
  {
    name: 'New leads',
    related_module: 'leads',
    filters: [{ fieldName: 'lead_status', operator: 'equals', value: 'new' }],
    icon: 'user-round-search',
    hue: 'blue',
    order: 1,
    warn_above: 50,
  },
  {
    name: 'Jobs on hold',
    related_module: 'jobs',
    filters: [{ fieldName: 'job_status', operator: 'equals', value: 'On Hold' }],
    icon: 'briefcase',
    hue: 'amber',
    order: 2,
  },
  {
    name: 'Tasks past due',
    related_module: 'tasks',
    filters: [{ fieldName: 'status', operator: 'equals', value: 'Past Due' }],
    icon: 'list-checks',
    hue: 'red',
    order: 3,
    warn_above: 0,
  },
  {
    name: 'Expired documents',
    related_module: 'documents',
    filters: [{ fieldName: 'status', operator: 'equals', value: 'Expired' }],
    icon: 'file-text',
    hue: 'orange',
    order: 4,
    warn_above: 0,
  },
];

const NOTES: readonly JsonObject[] = [
  {
    name: 'Managed accounts',
    related_module: 'subs',
    note: 'For the three managed school accounts an interview is booked only once the sub stands at Interview scheduled. The accounts are in the setting Managed accounts.',
  },
  { name: 'Job numbers', related_module: 'jobs', note: 'Numbers are given by the system and never reused, also after a job is deleted.' },
  {
    name: 'Who approves time off',
    related_module: 'ptoRequests',
    note: 'Human Resources approves. A request above the balance is warned of at once and refused at approval.',
  },
];

/** The calendar groups that the plugin of the calendar has not created. */
async function seedGroups(context: SeedContext): Promise<void> {
  const { data } = await context.records.find(SYSTEM_ACTOR, { module: 'calendarGroups', fields: ['group'], limit: 100 });
  const missing = GROUPS.flatMap(([name, color], at): readonly JsonObject[] =>
    data.some(({ group }) => group === name) ? [] : [{ name, group: name, color, public: true, order: at + 1, active: true }],
  );
  await context.insert('calendarGroups', missing, missing.length);
}

/** Calendar groups, and the records of a System Admin that the shell draws: menu entries, sidebars, bumpouts, buckets and notes. */
export async function seedNavigation(context: SeedContext): Promise<void> {
  const { records } = context;
  const [company] = (await records.find(SYSTEM_ACTOR, { module: 'clients', limit: 1 })).data;
  const client = company?._id ?? null;
  await seedGroups(context);
  await context.insert(
    'menuNavs',
    ENTRIES.map((entry) => ({ ...entry, client, isEnabled: true })),
    ENTRIES.length,
  );
  await seedSidebars(context, client);
  await context.insert(
    'bumpouts',
    BUMPOUTS.map((bumpout) => ({ ...bumpout, client })),
    BUMPOUTS.length,
  );
  await context.insert(
    'buckets',
    BUCKETS.map((bucket) => ({ ...bucket, user_types: ['Admin', 'Standard'], active: true, client })),
    BUCKETS.length,
  );
  await context.insert('adminNotes', NOTES, NOTES.length);
}

/** Entries that everyone needs, above the others. */
const DAILY = { label: '', modules: ['tasks', 'messages', 'calendarEvents'] };

/** People of the staff who arranged a sidebar of their own, by their place in it: account managers. */
const ARRANGED: readonly number[] = [3, 7];

/** Templates of the sidebar, and the sidebars of two users. */
async function seedSidebars(context: SeedContext, client: string | null): Promise<void> {
  const [template = ''] = await context.insert(
    'sidebarMenuTemplates',
    [
      {
        name: 'Account managers',
        user_types: ['Standard'],
        roles: ['role_account_manager'],
        items: [
          DAILY,
          { label: 'Clients', modules: ['accounts', 'contacts', 'clients'] },
          { label: 'Recruiting', modules: ['jobs', 'subs', 'leads', 'placements', 'providers'] },
          { label: 'Insight', modules: ['reports', 'leaderboards'] },
        ],
        client,
      },
      {
        name: 'Human Resources',
        user_types: ['Standard'],
        roles: ['role_human_resources'],
        items: [
          DAILY,
          { label: 'Time', modules: ['ptoRequests', 'ptoBalance', 'timesheets', 'timesheetTrackers'] },
          { label: 'People', modules: ['providers', 'documents', 'users', 'teams'] },
          { label: 'Learning', modules: ['courses', 'hrPolicies'] },
        ],
        client,
      },
    ],
    2,
  );
  const sidebars = context.staff
    .filter((_, place) => ARRANGED.includes(place))
    .map(
      ({ _id }): JsonObject => ({
        user: _id,
        assigned_to: _id,
        template,
        items: [DAILY, { label: 'Mine', modules: ['accounts', 'contacts', 'jobs', 'subs', 'placements'] }],
        client,
      }),
    );
  await context.insert('sidebarMenuInstances', sidebars, sidebars.length);
}
