import type { PluginRouteContext, PluginRouteResponse, VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { MATCHING } from '../services/other-plugins.ts';

/** Leads that a campaign of a job has at most. */
const MOST_LEADS = 1_000;
const MOST_TEMPLATES = 100;

interface JobCampaignBody {
  readonly name?: string;
  readonly template?: string;
  readonly leads?: readonly string[];
  readonly subject_a?: string;
  readonly subject_b?: string;
}

/**
 * `POST /api/jobs/:id/create-email-campaign` and `create-sms-campaign`: a draft for a job, to the given leads or those that match it.
 * Errors: `record_not_found`, `campaign_template_invalid`, `campaign_template_missing`, `campaign_audience_missing`, `place_unknown`.
 */
export function createForJob(type: 'Email' | 'SMS'): (context: PluginRouteContext) => Promise<PluginRouteResponse> {
  return async (context) => {
    const { records, actor, parameters } = context;
    const body = (context.body ?? {}) as unknown as JobCampaignBody;
    const job = await records.get(actor, { module: 'jobs', id: parameters['id'] ?? '' });
    const template = await chooseTemplate(context, type, job, body.template);
    const leads = body.leads ?? (await matchLeads(context, job));
    const record = await create(context, { type, job, template, leads, isAutomatic: false, body });
    return { status: 201, body: record };
  };
}

/**
 * `POST /api/jobs/:id/auto-generate-campaigns`: a draft for each template for automatic campaigns that fits the job. Those that the job has
 * already are returned as they are.
 */
export async function generateForJob(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, parameters } = context;
  const job = await records.get(actor, { module: 'jobs', id: parameters['id'] ?? '' });
  const templates = await listTemplates(context, job, { type: { in: ['email', 'sms'] } });
  if (templates.length === 0) context.refuse('campaign_template_missing');
  const { data: existing } = await records.find(actor, {
    module: 'campaigns',
    filter: { jobs_campaigns: job._id, automatic: true },
    limit: MOST_TEMPLATES,
  });
  const leads = await matchLeads(context, job);
  const data: VisibleRecord[] = [];
  for (const template of templates) {
    const type = template['type'] === 'sms' ? 'SMS' : 'Email';
    const found = existing.find(({ templates_campaigns: id }) => id === template._id);
    data.push(found ?? (await create(context, { type, job, template, leads, isAutomatic: true, body: {} })));
  }
  return { status: 201, body: { data } };
}

async function matchLeads(context: PluginRouteContext, job: VisibleRecord): Promise<readonly string[]> {
  return context.service(MATCHING).findLeads({ job: job._id, user: context.actor.userId ?? '', limit: MOST_LEADS });
}

/** The given template, else the first one for automatic campaigns that fits the job. */
async function chooseTemplate(
  context: PluginRouteContext,
  type: 'Email' | 'SMS',
  job: VisibleRecord,
  id: string | undefined,
): Promise<VisibleRecord> {
  const wanted = type === 'SMS' ? 'sms' : 'email';
  if (id === undefined) return (await listTemplates(context, job, { type: wanted }))[0] ?? context.refuse('campaign_template_missing');
  const template = await context.records.get(context.actor, { module: 'templates', id });
  const only = toText(template['restrict_to_module']);
  if (template['type'] !== wanted || (only !== '' && only !== 'leads')) context.refuse('campaign_template_invalid');
  return template;
}

async function listTemplates(
  { records, actor }: PluginRouteContext,
  job: VisibleRecord,
  type: JsonObject,
): Promise<readonly VisibleRecord[]> {
  const { data } = await records.find(actor, {
    module: 'templates',
    filter: { ...type, use_for_auto_job_campaigns: true },
    sort: [{ sortField: 'name', sortOrder: 'asc' }],
    limit: MOST_TEMPLATES,
  });
  return data.filter(({ restrict_to_module: only, profession }) => {
    const isForLeads = toText(only) === '' || only === 'leads';
    return isForLeads && (toText(profession) === '' || profession === job['profession']);
  });
}

async function create(
  context: PluginRouteContext,
  from: {
    readonly type: 'Email' | 'SMS';
    readonly job: VisibleRecord;
    readonly template: VisibleRecord;
    readonly leads: readonly string[];
    readonly isAutomatic: boolean;
    readonly body: JobCampaignBody;
  },
): Promise<VisibleRecord> {
  const { type, job, template, leads, isAutomatic, body } = from;
  if (leads.length === 0) context.refuse('campaign_audience_missing');
  const title = toText(job['custom_job_title']) || toText(job['name']);
  const step = { days: 0, template: template._id, subject_a: body.subject_a ?? null, subject_b: body.subject_b ?? null };
  const { record } = await context.records.create(context.actor, {
    module: 'campaigns',
    batchId: context.batchId,
    idempotency: context.idempotencyKeyFor(`campaign-${template._id}`),
    fields: {
      ...{ name: body.name ?? `${title}: ${toText(template['name'])}`.slice(0, 200), campaign_type: type, automatic: isAutomatic },
      ...{ audience: 'Leads', leads_campaigns: [...leads], jobs_campaigns: job._id, templates_campaigns: template._id },
      ...{ steps: [step], assigned_to: context.actor.userId ?? null },
    },
  });
  return record;
}
