import { describe, expect, it } from 'vitest';
import { listNestedColumns } from '#engine/model/compiled';
import { LAYOUT_VIEWS, getFinderMethod, type LayoutDefinition } from '#engine/model/definitions';
import { exportSchemas, loadSnapshot } from '../../engine/registry/index.ts';
import { listValidators } from '#engine/model/validators';
import { loadShipped } from './load-shipped.ts';
import { BACK_OFFICE } from './specified/back-office.ts';
import { FINDERS } from './specified/finders.ts';
import { CHOICES, CHOSEN } from './specified/choices.ts';
import { COMMUNICATION } from './specified/communication.ts';
import { CREDENTIALING } from './specified/credentialing.ts';
import { ENGAGEMENT } from './specified/engagement.ts';

const snapshot = await loadShipped();
const modules = [...snapshot.modules.values()];

/** The fields of these modules in the specifications, in addition to the default ones. */
const SPECIFIED: { readonly [module: string]: string } = {
  users:
    'userId email username userType recruiter_level sendgrid_approved assign_leads pinning_posts_enabled first_name last_name phone phone_ext other_phone street city state zip hire_date birth_date active teams roles disableTimeout',
  leads:
    'first_name last_name email_addresses current_address lead_status previous_status past_active available_hours availability_date new_grad new_grad_expiration placement_opp_automation_ran geoInfo profession department email home_phone mobile_phone office_phone other_phone title teams',
  jobs: 'custom_job_title zip city state job_status opportunity_type bill_rate weekly_hours start_date end_date is_rfp monthly_hours included_in_feeds indeed_campaign_boost date_last_boosted job_rating needs_cleanup job_closed_date post_date new_job_processed geoInfo accounts_jobs locations teams',
  subs: 'status jobs_subs accounts_subs leads_subs teams rejection_reason license_doe date_submitted job_status_at_submission hire_date interview_date interview_booked_date',
  providers:
    'status provider_type email_addresses record_emails related_user locker_account_enabled leads_providers accounts_providers dental_election medical_election vision_election first_name last_name current_address teams',
  placements:
    'placement_type subs_placements accounts_placements profession providers_placements planned_start_date confirmed_start_date expected_start_date ft_pt teams',
  ptoRequests: 'status hours_requested pto_date users_ptoRequests ptoBalance_ptoRequests',
  ptoBalance: 'users_ptoBalance year balance hours_taken allotted_hours',
  tasks: 'subject status task_type start_date due_date parent_type related_record assigned_user_from_record record_name',
  activities: 'activityType relatedRecord relatedRecords relatedModule lead account sub contact email call note sms',
  calendarEvents:
    'title start end details color public user calendarGroup related_pto_request_id related_record module_type module_record_id',
  documents: 'filename path exp_date',
  accounts: 'billing_address shipping_address office_phone fax_phone website teams',
  contacts: 'current_address department email first_name last_name home_phone mobile_phone office_phone other_phone title teams',
  clients: '',
  teams: '',
  roles: '',
  ...BACK_OFFICE,
  ...CREDENTIALING,
  ...COMMUNICATION,
  ...ENGAGEMENT,
};

/** Modules whose pages the specifications place directly below the area of the user. */
const ROUTED =
  'accounts activities clients credentialingSetup credentialing courseEvaluation courses interactiveDocuments jobs leads libraryResources sms subs tasks documents users hrPolicies reports providers ptoBalance ptoRequests musterMessage games commissions';

const EVERYWHERE = 'name updatedAt createdAt created_by modified_by assigned_to description deleted client';

/** Fields that a detail view does not show separately: the name is its heading, `email` of a person is the first of `email_addresses`. */
const NOT_SHOWN = ['name', 'first_name', 'last_name', 'email', 'department', 'title', 'description', 'client', 'assigned_to', 'teams'];
/** Internal values of rules that are stored in addition to a field that is shown. */
const NOT_SHOWN_OF: { readonly [module: string]: readonly string[] } = {
  activities: ['relatedModule', 'viewed'],
  calendarEvents: ['related_pto_request_id', 'module_type', 'module_record_id', 'excluded_times', 'ical_uid'],
  // Ids, for the game.
  gameSessions: ['record_ids_used'],
  jobs: ['new_job_processed'],
  tasks: ['parent_type', 'assigned_user_from_record', 'record_name'],
};

function fieldsIn(layout: LayoutDefinition | undefined): readonly string[] {
  return (layout?.sections ?? []).flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName.split('.')[0] ?? ''));
}

describe('the shipped definitions', () => {
  it('have the routes of the specifications', () => {
    const routes = modules.flatMap(({ name, definition: { route } }) => (route === undefined ? [] : [[name, route]]));
    const specified = ROUTED.split(' ').map((name) => [name, `/${name}`]);
    expect(Object.fromEntries(routes)).toEqual({ ...Object.fromEntries(specified), templates: '/campaigns/templates' });
    expect(snapshot.module('messages')?.definition.otherRoutes).toEqual(['/messages/detail']);
  });

  it('define of every deadline when it is open, so that nothing done is shown as late', () => {
    const deadlines = modules.flatMap(({ name, fields }) =>
      [...fields.values()].flatMap((field) => (field.definition.deadline === true ? [{ path: `${name}.${field.name}`, field }] : [])),
    );
    expect(deadlines.map(({ path }) => path)).toContain('documents.exp_date');
    // A file of a conversation has no status: nobody has to replace it.
    expect(deadlines.filter(({ field }) => field.definition.openWhen === undefined).map(({ path }) => path)).toEqual([
      'socialAttachments.exp_date',
    ]);
  });

  it('are valid together with the plugins', () => {
    expect(modules.length).toBeGreaterThanOrEqual(17);
    for (const name of [
      'users',
      'roles',
      'teams',
      'clients',
      'accounts',
      'contacts',
      'leads',
      'jobs',
      'subs',
      'providers',
      'placements',
      'activities',
      'tasks',
      'calendarEvents',
      'ptoBalance',
      'ptoRequests',
      'documents',
    ]) {
      expect(snapshot.modules.has(name), name).toBe(true);
    }
  });

  it.each(modules.map((module) => [module.name, module] as const))(
    'give %s all nine views, a path and all the indexes for its layouts, fewer than forty',
    (_, module) => {
      for (const view of LAYOUT_VIEWS) expect(snapshot.layout(module.name, view, []), view).toBeDefined();
      // The only path with a capital letter in the specification.
      if (module.name === 'timesheets') expect(module.path).toBe('/api/timeSheets');
      else expect(module.path).toMatch(/^\/api\/[a-z0-9-]+$/);
      // A plan with forty indexes may have been truncated.
      expect(module.storage.indexes.length).toBeLessThan(40);
      expect(module.storage.contains.length).toBeGreaterThan(0);
    },
  );

  it.each(Object.entries(SPECIFIED))('give %s the fields of the specifications', (name, own) => {
    const module = snapshot.module(name);
    expect(
      `${EVERYWHERE} ${own}`
        .trim()
        .split(' ')
        .filter((field) => module?.fields.has(field) !== true),
    ).toEqual([]);
  });

  it.each(modules.map((module) => [module.name, module] as const))(
    'define all nine views of %s, show each of its own fields in the detail view, and only mass-updatable fields in the mass update',
    (name, module) => {
      const own = snapshot.layouts.filter(({ ssModule, role }) => ssModule === name && role === undefined);
      expect(LAYOUT_VIEWS.filter((view) => !own.some((layout) => layout.view === view))).toEqual([]);
      const shown = fieldsIn(own.find(({ view }) => view === 'detail'));
      const unshown = [...module.fields.values()]
        .filter(({ system, definition }) => !system && definition.internal !== true && definition.inputType !== 'Object')
        .map((field) => field.name);
      expect(
        unshown.filter((field) => !shown.includes(field) && !NOT_SHOWN.includes(field) && NOT_SHOWN_OF[name]?.includes(field) !== true),
      ).toEqual([]);
      expect(
        fieldsIn(own.find(({ view }) => view === 'mass-update')).filter(
          (field) => field !== 'description' && module.fields.get(field)?.definition.massUpdatable !== true,
        ),
      ).toEqual([]);
    },
  );

  it.each(Object.entries(FINDERS))('give %s the finders of the specifications', (name, wanted) => {
    const own = (snapshot.module(name)?.finders ?? []).map((finder) => `${getFinderMethod(finder)} ${finder.path.replace(/:\w+/g, ':')}`);
    expect(wanted.filter((finder) => !own.includes(finder))).toEqual([]);
  });

  it.each(Object.entries(CHOICES))('give the dropdown %s the values of the specifications, in their order', (name, wanted) => {
    const values = wanted.split(' | ');
    expect(
      snapshot.dropdowns
        .get(name)
        ?.options.map(({ value }) => value)
        .filter((value) => values.includes(value)),
    ).toEqual(values);
  });

  it.each(Object.entries(CHOSEN))('give %s its dropdown and its initial value', (path, [dropdown, initial]) => {
    const [module = '', name = ''] = path.replace('*', '').split('.');
    const field = snapshot.module(module)?.fields.get(name);
    expect(field?.dropdown?.name).toBe(dropdown);
    if (initial !== undefined) expect(field?.definition.default).toBe(initial);
    if (path.startsWith('*')) expect(field?.definition.required).toBe(true);
  });

  it('contain no unused dropdown', () => {
    const fields = modules.flatMap((module) => [...module.fields.values()]);
    const columns = fields.flatMap(listNestedColumns).map(({ column }) => column);
    const schemas = JSON.stringify([...snapshot.settings.values()].map(({ schema }) => schema));
    const ofSettings = [...schemas.matchAll(/"x-dropdown":"(\w+)"/g)].map(([, name]) => name);
    const used = new Set([...[...fields, ...columns].map(({ dropdown }) => dropdown?.name), ...ofSettings]);
    // The values of a checkbox in a mass update, and the levels of access, whose module does not exist yet.
    const known = ['checkbox_replacement', 'access_types'];
    expect([...snapshot.dropdowns.keys()].filter((name) => !used.has(name) && !known.includes(name))).toEqual([]);
  });

  it('have no field in a form that a user can never change; a number that is counted up is hidden while it is missing', () => {
    const unchangeable = modules.flatMap((module) =>
      (snapshot.layout(module.name, 'edit', [])?.sections ?? [])
        .flatMap(({ fields }) => fields)
        .filter(({ fieldName, hidden }) => {
          const definition = module.fields.get(fieldName)?.definition;
          return hidden !== true && definition?.readOnly === true && definition.inputType !== 'AutoIncrement';
        })
        .map(({ fieldName }) => `${module.name}.${fieldName}`),
    );
    expect(unchangeable).toEqual([]);
  });

  it('show the hours of a timesheet as H:MM', () => {
    const fields = [snapshot.module('timesheets')?.fields.get('total_hours'), snapshot.module('timesheetTrackers')?.fields.get('hours')];
    expect(fields.map((field) => field?.definition.clock)).toEqual([true, true]);
  });

  it('label a reverse relation with Related and the singular of the other module', () => {
    expect(snapshot.module('accounts')?.relations.get('accounts_jobs')).toMatchObject({ label: 'Related Job' });
    expect(snapshot.module('users')?.relations.get('users_ptoRequests')?.label).toMatch(/^Related PTO request$/i);
  });

  it('relate required items and their messages to their records under the names of the specifications', () => {
    const reached = { credentialingSetup: 'required_items', credentialing: 'required_items', credentialingRequiredItems: 'messages' };
    for (const [name, relation] of Object.entries(reached))
      expect(snapshot.module(name)?.relations.get(relation), name).toMatchObject({ direction: 'reverse', many: true });
    expect(snapshot.module('placements')?.relations.has('placements_credentialing')).toBe(true);
  });

  it('relate the records of a game, an achievement and a course under one name per end, whatever the field is called', () => {
    const reached = {
      gameInstances: 'game_sessions',
      achievements: 'achievements_achievementConditions',
      games: 'games_gameInstances',
      courses: 'courses_courseSessions',
      courseEvaluation: 'courseEvaluation_courseEvalEntries',
    };
    for (const [name, relation] of Object.entries(reached))
      expect(snapshot.module(name)?.relations.get(relation), name).toMatchObject({ direction: 'reverse', many: true });
  });

  it('are valid without any plugin', async () => {
    expect((await loadSnapshot(['definitions'])).modules.size).toBe(modules.length);
  });

  it('give every user type a menu', () => {
    for (const userType of ['System Admin', 'Admin', 'Standard', 'Dashboard', 'Provider'] as const)
      expect(snapshot.menu(userType), userType).toBeDefined();
  });

  it('use every validator of the product', () => {
    const fields = modules.flatMap(({ fields: own }) => [...own.values()]);
    const used = new Set(fields.flatMap(({ definition }) => definition.validators ?? []).map(({ name }) => name));
    expect(listValidators().filter((name) => !used.has(name))).toEqual([]);
  });

  it('never sign out the users of dashboards for being idle', () => {
    expect(snapshot.settings.get('idle_exempt_user_types')?.setting).toEqual(['Dashboard']);
  });
});

describe('the published schemas', () => {
  it('are plain JSON, one per kind, each with a unique id', () => {
    const schemas = exportSchemas();
    expect(Object.keys(schemas).sort()).toEqual(['dropdown', 'layout', 'menu', 'module', 'role', 'setting', 'workflow']);
    expect(JSON.parse(JSON.stringify(schemas))).toEqual(schemas);
    expect(new Set(Object.values(schemas).map((schema) => schema['$id'])).size).toBe(7);
  });
});
