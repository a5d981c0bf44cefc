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
  { name: 'Leads', icon: 'user-round-search', related_module: 'leads', user_type: 'Standard', options: { order: 1 } },
  { name: 'Jobs', icon: 'briefcase', related_module: 'jobs', user_type: 'Standard', options: { order: 2 } },
  { name: 'Subs', icon: 'send', related_module: 'subs', user_type: 'Standard', options: { order: 3 } },
  { name: 'Pay calculator', icon: 'calculator', route: '/app/pay-calculator', user_type: 'Standard', options: { order: 9 } },
  { name: 'My documents', icon: 'file-text', related_module: 'documents', user_type: 'Provider', options: { order: 1 } },
  { name: 'My placements', icon: 'map-pin', related_module: 'placements', user_type: 'Provider', options: { order: 2 } },
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

/** Calendar groups, and the settings of a System Admin for menus, sidebars, bumpouts and buckets. */
export async function seedNavigation(context: SeedContext): Promise<void> {
  const { records, staff } = context;
  const [company] = (await records.find(SYSTEM_ACTOR, { module: 'clients', limit: 1 })).data;
  const client = company?._id ?? null;
  await context.insert(
    'calendarGroups',
    GROUPS.map(
      ([name, color], index): JsonObject => ({
        name,
        group: name,
        color,
        public: name !== 'RFP Proposals',
        members: name === 'RFP Proposals' ? staff.slice(0, 2).map(({ _id }) => _id) : [],
        order: index + 1,
        active: true,
      }),
    ),
    GROUPS.length,
  );
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

/** Templates of the sidebar, and the sidebars of two users. */
async function seedSidebars(context: SeedContext, client: string | null): Promise<void> {
  const [template = ''] = await context.insert(
    'sidebarMenuTemplates',
    [
      {
        name: 'Recruiters',
        user_types: ['Standard'],
        roles: ['role_recruiter'],
        items: [
          { label: 'Recruiting', modules: ['leads', 'jobs', 'subs'] },
          { label: 'Placed', modules: ['placements', 'providers'] },
        ],
        is_default: true,
        client,
      },
      {
        name: 'Human Resources',
        user_types: ['Standard'],
        roles: ['role_human_resources'],
        items: [{ label: 'Time', modules: ['ptoRequests', 'ptoBalance', 'timesheets'] }],
        client,
      },
    ],
    2,
  );
  const sidebars = context.staff.slice(0, 2).map(
    ({ _id }): JsonObject => ({
      user: _id,
      assigned_to: _id,
      template,
      items: [{ label: 'Mine', modules: ['leads', 'tasks', 'subs'] }],
      client,
    }),
  );
  await context.insert('sidebarMenuInstances', sidebars, sidebars.length);
}
