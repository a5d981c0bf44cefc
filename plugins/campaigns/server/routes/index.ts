import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { createAction, sendTest } from './actions.ts';
import { createForJob, generateForJob } from './job-campaigns.ts';
import { listOfLead } from './lead-campaigns.ts';
import { previewAudience, showResults } from './results.ts';

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const CAMPAIGN: JsonObject = {
  type: 'object',
  required: ['_id', 'status'],
  properties: { _id: STRING, name: STRING, status: STRING },
};
const JOB_CAMPAIGN: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    template: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Default: the first one for automatic campaigns that fits the job.',
    },
    leads: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: { type: 'string', minLength: 1, maxLength: 200 },
      description: 'Default: those that match the job.',
    },
    subject_a: { type: 'string', maxLength: 200 },
    subject_b: { type: 'string', maxLength: 200 },
  },
};
const START_ERRORS = [
  'campaign_state',
  'campaign_type_not_sent',
  'campaign_steps_missing',
  'campaign_template_invalid',
  'campaign_audience_missing',
];
const JOB_ERRORS = ['campaign_template_missing', 'campaign_template_invalid', 'campaign_audience_missing'];

const ACTIONS: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/campaigns/:campaign/start',
    summary: 'Start a campaign, or schedule it for its time',
    responseSchema: CAMPAIGN,
    errors: START_ERRORS,
    handle: createAction('start'),
  },
  {
    method: 'POST',
    path: '/api/campaigns/:campaign/pause',
    summary: 'Send nothing more for now',
    responseSchema: CAMPAIGN,
    errors: ['campaign_state'],
    handle: createAction('pause'),
  },
  {
    method: 'POST',
    path: '/api/campaigns/:campaign/resume',
    summary: 'Go on after a pause',
    responseSchema: CAMPAIGN,
    errors: START_ERRORS,
    handle: createAction('resume'),
  },
  {
    method: 'POST',
    path: '/api/campaigns/:campaign/stop',
    summary: 'End a campaign',
    responseSchema: CAMPAIGN,
    errors: ['campaign_state'],
    handle: createAction('stop'),
  },
  {
    method: 'POST',
    path: '/api/campaigns/:campaign/test',
    summary: 'Send a step to oneself',
    status: 202,
    bodySchema: {
      type: 'object',
      required: ['step'],
      properties: { step: { type: 'integer', minimum: 1, maximum: 20 }, variant: { enum: ['A', 'B'] } },
    },
    responseSchema: { type: 'object', required: ['to', 'status'], properties: { to: STRING, status: STRING, failure: STRING } },
    errors: ['campaign_type_not_sent', 'campaign_steps_missing', 'campaign_audience_missing', 'campaign_test_address_missing'],
    handle: sendTest,
  },
];

const VIEWS: readonly PluginRouteDefinition[] = [
  {
    method: 'GET',
    path: '/api/campaigns/:campaign/audience',
    summary: 'Who a campaign would reach',
    responseSchema: {
      type: 'object',
      required: ['total', 'checked', 'reachable', 'people'],
      properties: {
        ...{ total: INTEGER, checked: INTEGER, reachable: INTEGER },
        people: {
          type: 'array',
          items: { type: 'object', properties: { id: STRING, name: STRING, reason: { type: ['string', 'null'] } } },
        },
      },
    },
    errors: ['campaign_type_not_sent', 'campaign_audience_missing'],
    handle: previewAudience,
  },
  {
    method: 'GET',
    path: '/api/campaigns/:campaign/results',
    summary: 'The sums of a campaign',
    responseSchema: {
      type: 'object',
      required: ['total', 'statuses', 'opens', 'clicks', 'opened', 'clicked', 'variants'],
      properties: {
        ...{ total: INTEGER, opens: INTEGER, clicks: INTEGER, opened: INTEGER, clicked: INTEGER },
        statuses: { type: 'object', additionalProperties: INTEGER },
        variants: {
          type: 'array',
          items: { type: 'object', properties: { step: INTEGER, variant: STRING, sent: INTEGER, replied: INTEGER } },
        },
      },
    },
    errors: [],
    handle: showResults,
  },
  {
    method: 'GET',
    path: '/api/campaigns/leads/:lead/campaigns',
    summary: 'The campaigns of which a lead is a recipient, or was chosen for',
    responseSchema: {
      type: 'object',
      required: ['data', 'total', 'pageNumber', 'pageSize'],
      properties: { data: { type: 'array', items: CAMPAIGN }, total: INTEGER, pageNumber: INTEGER, pageSize: INTEGER },
    },
    errors: [],
    handle: listOfLead,
  },
];

/** The endpoints of campaigns, and of those for jobs. */
export const CAMPAIGN_ROUTES: readonly PluginRouteDefinition[] = [
  ...ACTIONS,
  ...VIEWS,
  {
    method: 'POST',
    path: '/api/jobs/:id/create-email-campaign',
    summary: 'A draft of an e-mail campaign for a job',
    status: 201,
    bodySchema: JOB_CAMPAIGN,
    responseSchema: CAMPAIGN,
    errors: JOB_ERRORS,
    handle: createForJob('Email'),
  },
  {
    method: 'POST',
    path: '/api/jobs/:id/create-sms-campaign',
    summary: 'A draft of a text message campaign for a job',
    status: 201,
    bodySchema: JOB_CAMPAIGN,
    responseSchema: CAMPAIGN,
    errors: JOB_ERRORS,
    handle: createForJob('SMS'),
  },
  {
    method: 'POST',
    path: '/api/jobs/:id/auto-generate-campaigns',
    summary: 'Drafts for a job from the templates for automatic campaigns',
    status: 201,
    responseSchema: { type: 'object', required: ['data'], properties: { data: { type: 'array', items: CAMPAIGN } } },
    errors: JOB_ERRORS,
    handle: generateForJob,
  },
];
