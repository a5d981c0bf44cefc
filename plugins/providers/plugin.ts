import { definePlugin } from '#engine';
import { syncUserActive } from './server/hooks/in-transaction.access.ts';
import { moveLeadToFutureOpp } from './server/hooks/in-transaction.lead.ts';
import { createUser } from './server/hooks/in-transaction.user.ts';
import { createBenefitsTask, createTermBenefitsTask } from './server/hooks/post-save.benefits.ts';
import { createDeactivationTasks } from './server/hooks/post-save.deactivation.ts';
import { inviteUser } from './server/hooks/post-save.invite.ts';
import { assignUser } from './server/hooks/pre-save.user.ts';
import { readOwnProvider } from './server/session/own-provider.ts';
import { ACCOUNT_INVITE, inviteProvider } from './server/routes/account-invite.ts';

/** Rules of providers: their users, the effects of leaving, and the tasks about their benefits. */
export const providersPlugin = definePlugin({
  name: 'providers',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['tasks', 'leads'],
  settings: {
    provider_deactivation_tasks: {
      type: 'array',
      items: { type: 'string', maxLength: 200 },
      title: 'Tasks when a provider leaves',
      description: 'A task of each is made when a provider who was active becomes pending inactive or inactive.',
      default: ['Collect the last timesheet', 'End payroll', 'Close accounts and collect equipment'],
    },
  },
  hooks: {
    preSave: [{ module: 'providers', name: 'user', run: assignUser }],
    inTransaction: [
      { module: 'providers', name: 'user', run: createUser },
      { module: 'providers', name: 'access', run: syncUserActive },
      { module: 'providers', name: 'lead', run: moveLeadToFutureOpp },
    ],
    postSave: [
      { module: 'providers', name: 'invite', run: inviteUser },
      { module: 'providers', name: 'benefits', run: createBenefitsTask },
      { module: 'providers', name: 'term-benefits', run: createTermBenefitsTask },
      { module: 'providers', name: 'deactivation', run: createDeactivationTasks },
    ],
  },
  sessionData: [{ name: 'provider', userTypes: ['Provider'], read: readOwnProvider }],
  permissions: [
    { name: 'providers.invite', label: 'Invite providers', description: 'Give a provider a user account and send the invite.' },
  ],
  routes: [
    {
      method: 'POST',
      path: '/api/users/provider-account-invite',
      permission: 'providers.invite',
      handle: inviteProvider,
      ...ACCOUNT_INVITE,
    },
  ],
  errors: {
    provider_has_user: { status: 409, isPublic: true, text: 'This provider has an account already.' },
    provider_may_not_enter: {
      status: 422,
      isPublic: true,
      text: 'A provider who is inactive, or whose locker account is off, gets no account.',
    },
    provider_without_email: { status: 422, isPublic: true, text: 'A provider without an e-mail gets no account.' },
    provider_user_failed: { status: 422, isPublic: true, text: 'Error creating user for provider.' },
  },
  reads: [
    'providers.name',
    'providers.first_name',
    'providers.last_name',
    'providers.status',
    'providers.email_addresses',
    'providers.related_user',
    'providers.locker_account_enabled',
    'providers.leads_providers',
    'providers.medical_election',
    'providers.dental_election',
    'providers.vision_election',
    'providers.assigned_to',
    'providers.deleted',
    'leads.lead_status',
    'users.email',
    'users.userType',
    'users.active',
    'roles.name',
    'teams.name',
    'tasks.status',
    'tasks.task_type',
    'tasks.subject',
    'tasks.related_record',
  ],
  writes: [
    'providers.related_user',
    'leads.lead_status',
    'users.first_name',
    'users.last_name',
    'users.email',
    'users.userType',
    'users.active',
    'users.roles',
    'users.teams',
    'tasks.subject',
    'tasks.task_type',
    'tasks.start_date',
    'tasks.due_date',
    'tasks.related_record',
  ],
});
