import type { JsonObject } from '#engine/model';
import type { SeedContext } from './seed-context.ts';

interface Flow {
  readonly workflow: JsonObject;
  readonly condition: JsonObject;
  readonly action: JsonObject;
  readonly alert?: JsonObject;
}

/** Four typical workflows; they are drafts until they are activated. */
const FLOWS: readonly Flow[] = [
  {
    workflow: {
      name: 'Call a new lead within a day',
      module: 'leads',
      weight: 10,
      executionOccurs: 'save',
      appliesTo: 'new',
      processingOrder: 'actions-first',
      description: 'A task for the owner as soon as a lead comes in.',
    },
    condition: { condition_type: '2' },
    action: {
      action_type: '3',
      target_module: 'tasks',
      field_values: { subject: 'Call the new lead', task_type: 'Phone call', status: 'Not Started' },
      date_field: 'due_date',
      date_amount: 1,
      date_unit: 'days',
      assign_to_owner: true,
    },
  },
  {
    workflow: {
      name: 'Thank a provider who was hired',
      module: 'subs',
      weight: 20,
      executionOccurs: 'save',
      appliesTo: 'update',
      processingOrder: 'alerts-first',
    },
    condition: { condition_type: '1', field: 'status', to_value: 'Hired' },
    action: { action_type: '2', target_module: 'leads', field_values: { lead_status: 'placed' } },
    alert: {
      alertType: 'email',
      sourceType: 'normal',
      subject: 'Welcome aboard',
      message: 'Congratulations, {{lead.first_name}}! Your recruiter calls you today with the next steps.',
      variable_module: 'leads',
      variable_field: 'first_name',
      variable: '{{lead.first_name}}',
      send_to_owner: true,
    },
  },
  {
    workflow: {
      name: 'Remind of a license before it expires',
      module: 'documents',
      weight: 30,
      executionOccurs: 'time',
      time_amount: 30,
      time_unit: 'days',
      time_field: 'exp_date',
      appliesTo: 'both',
      processingOrder: 'alerts-first',
    },
    condition: { condition_type: '3', field: 'exp_date' },
    action: {
      action_type: '3',
      target_module: 'tasks',
      field_values: { subject: 'Ask for the renewed license', task_type: 'E-mail' },
      date_field: 'due_date',
      date_amount: 1,
      date_unit: 'weeks',
      assign_to_owner: true,
    },
    alert: {
      alertType: 'email',
      sourceType: 'normal',
      subject: 'Your license expires soon',
      message: 'Please upload your renewed license in your provider area.',
      send_to_owner: false,
    },
  },
  {
    workflow: {
      name: 'Invite to the interview',
      module: 'subs',
      weight: 40,
      executionOccurs: 'save',
      appliesTo: 'update',
      processingOrder: 'alerts-first',
    },
    condition: { condition_type: '5', field: 'job_status', relatedModule: 'jobs', value: 'Interviewing' },
    action: { action_type: '1', field_values: { status: 'InterviewScheduled' } },
    alert: {
      alertType: 'invite',
      sourceType: 'normal',
      subject: 'Interview',
      message: 'The school would like to meet you.',
      send_to_owner: true,
    },
  },
];

/** Workflows with their conditions, actions and alerts. */
export async function seedAutomation(context: SeedContext): Promise<void> {
  const workflows = await context.insert(
    'workflows',
    FLOWS.map(({ workflow }) => workflow),
    FLOWS.length,
  );
  const partsOf = (part: 'condition' | 'action' | 'alert'): JsonObject[] =>
    FLOWS.flatMap((flow, index) => (flow[part] === undefined ? [] : [{ ...flow[part], workflow: workflows[index] as string }]));
  for (const [module, part] of [
    ['workflowConditions', 'condition'],
    ['workflowActions', 'action'],
    ['workflowAlerts', 'alert'],
  ] as const) {
    const parts = partsOf(part);
    await context.insert(module, parts, parts.length);
  }
}
