import { describe, expect, it } from 'vitest';
import { LAYOUT_VIEWS } from '#engine/model';
import { createPluginHost } from '../../engine/plugin-host/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { exportSchemas, loadSnapshot } from '../../engine/registry/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';

const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const host = createPluginHost({ plugins: ENABLED_PLUGINS, engineVersion: '0.1.0', pluginsFolder: 'plugins', log });
const snapshot = await loadSnapshot(['definitions'], host.definitions);
const modules = [...snapshot.modules.values()];

/** The fields that the specifications give these modules, beside the default ones. */
const SPECIFIED: { readonly [module: string]: string } = {
  users: 'userId email username userType recruiter_level sendgrid_approved assign_leads pinning_posts_enabled first_name last_name phone phone_ext other_phone street city state zip hire_date birth_date active teams roles disableTimeout',
  leads: 'first_name last_name email_addresses current_address lead_status previous_status past_active available_hours availability_date new_grad new_grad_expiration placement_opp_automation_ran geoInfo profession department email home_phone mobile_phone office_phone other_phone title teams',
  jobs: 'custom_job_title zip city state job_status opportunity_type bill_rate weekly_hours start_date end_date is_rfp monthly_hours included_in_feeds indeed_campaign_boost date_last_boosted job_rating needs_cleanup job_closed_date post_date new_job_processed geoInfo accounts_jobs teams',
  subs: 'status jobs_subs accounts_subs leads_subs teams rejection_reason license_doe date_submitted job_status_at_submission hire_date interview_date interview_booked_date',
  providers: 'status provider_type email_addresses record_emails related_user locker_account_enabled leads_providers accounts_providers dental_election medical_election vision_election first_name last_name current_address teams',
  placements: 'placement_type subs_placements accounts_placements profession providers_placements planned_start_date confirmed_start_date expected_start_date ft_pt teams',
  ptoRequests: 'status hours_requested pto_date users_ptoRequests ptoBalance_ptoRequests',
  ptoBalance: 'users_ptoBalance year balance hours_taken allotted_hours',
  tasks: 'subject status task_type start_date due_date parent_type related_record assigned_user_from_record record_name',
  activities: 'activityType relatedRecord relatedRecords relatedModule lead account sub contact',
  calendarEvents: 'title start end details color public user calendarGroup related_pto_request_id related_record module_type module_record_id',
  documents: 'filename path exp_date',
  accounts: 'billing_address shipping_address office_phone fax_phone website teams',
  contacts: 'current_address department email first_name last_name home_phone mobile_phone office_phone other_phone title teams',
  clients: '', teams: '', roles: '',
};

const EVERYWHERE = 'name updatedAt createdAt created_by modified_by assigned_to description deleted client';

describe('the definitions that the product ships', () => {
  it('are sound, with the plugins beside them', () => {
    expect(modules.length).toBeGreaterThanOrEqual(17);
    for (const name of ['users', 'roles', 'teams', 'clients', 'accounts', 'contacts', 'leads', 'jobs', 'subs', 'providers', 'placements', 'activities', 'tasks', 'calendarEvents', 'ptoBalance', 'ptoRequests', 'documents']) {
      expect(snapshot.modules.has(name), name).toBe(true);
    }
  });

  it.each(modules.map((module) => [module.name, module] as const))('give %s all nine views, a path and at most forty indexes', (_, module) => {
    for (const view of LAYOUT_VIEWS) expect(snapshot.layout(module.name, view, []), view).toBeDefined();
    expect(module.path).toMatch(/^\/api\/[a-z0-9-]+$/);
    expect(module.storage.indexes.length).toBeLessThanOrEqual(40);
    expect(module.storage.contains.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(SPECIFIED))('give %s the fields of the specifications', (name, own) => {
    const module = snapshot.module(name);
    expect(`${EVERYWHERE} ${own}`.trim().split(' ').filter((field) => module?.fields.has(field) !== true)).toEqual([]);
  });

  it('label a relation from its other end Related and the other module, in the singular', () => {
    expect(snapshot.module('accounts')?.relations.get('accounts_jobs')).toMatchObject({ label: 'Related Job' });
    expect(snapshot.module('users')?.relations.get('users_ptoRequests')?.label).toMatch(/^Related PTO request$/i);
  });

  it('stay sound without any plugin', async () => {
    expect((await loadSnapshot(['definitions'])).modules.size).toBe(modules.length);
  });

  it('give every user type a menu', () => {
    for (const userType of ['System Admin', 'Admin', 'Standard', 'Dashboard', 'Provider'] as const) expect(snapshot.menu(userType), userType).toBeDefined();
  });
});

describe('the published schemas', () => {
  it('are plain JSON, one a kind, each with an id of its own', () => {
    const schemas = exportSchemas();
    expect(Object.keys(schemas).sort()).toEqual(['dropdown', 'layout', 'menu', 'module', 'role', 'setting']);
    expect(JSON.parse(JSON.stringify(schemas))).toEqual(schemas);
    expect(new Set(Object.values(schemas).map((schema) => schema['$id'])).size).toBe(6);
  });
});
