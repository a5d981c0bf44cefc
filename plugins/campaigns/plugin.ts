import { definePlugin } from '#engine';
import { beginEntry } from './server/hooks/post-save.campaign.ts';
import { endOnOptOut } from './server/hooks/post-save.consent.ts';
import { followEmail, followSms } from './server/hooks/post-save.message.ts';
import { protectCampaign } from './server/hooks/pre-save.campaign.ts';
import { dispatchCampaigns } from './server/jobs/dispatch.ts';
import { ENTER_AUDIENCE } from './server/jobs/enter-audience.ts';
import { CAMPAIGN_ROUTES } from './server/routes/index.ts';
import { MATCHING, SENDING } from './server/services/other-plugins.ts';
import { ADD_TO_CAMPAIGN } from './server/services/workflow-action.ts';
import { CAMPAIGN_EXTENSIONS } from './shared/campaign-fields.ts';

/** Campaigns by e-mail and text message: an audience, steps over days, and what became of each message. */
export const campaignsPlugin = definePlugin({
  name: 'campaigns',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['messages', 'jobs'],
  uses: [SENDING, MATCHING],
  settings: {
    campaign_sender_limit: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      title: 'Campaign messages of a sender in an hour',
      description: 'Further messages wait.',
      default: 2_000,
    },
    campaign_domain_limit: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      title: 'Campaign e-mails to a domain in an hour',
      description: 'Such as to all addresses at gmail.com. Further e-mails wait.',
      default: 500,
    },
    campaign_live_minutes: {
      type: 'integer',
      minimum: 1,
      maximum: 1_440,
      title: 'Minutes until people enter a live audience',
      default: 15,
    },
  },
  definitions: { extensions: [...CAMPAIGN_EXTENSIONS] },
  hooks: {
    preSave: [{ module: 'campaigns', name: 'state', run: protectCampaign }],
    postSave: [
      { module: 'campaigns', name: 'enter', run: beginEntry },
      { module: 'messages', name: 'follow-email', run: followEmail },
      { module: 'sms', name: 'follow-sms', run: followSms },
      { module: 'consents', name: 'end-on-opt-out', deadline: 60_000, run: endOnOptOut },
    ],
  },
  routes: CAMPAIGN_ROUTES,
  jobs: [ENTER_AUDIENCE, { name: 'dispatch', schedule: '* * * * *', deadline: 240_000, run: dispatchCampaigns }],
  workflowActions: [ADD_TO_CAMPAIGN],
  errors: {
    campaign_state: { status: 409, isPublic: true, text: 'The campaign is in a state in which this is not possible.' },
    campaign_status_by_action: { status: 422, isPublic: true, text: 'Start, pause, resume or stop the campaign on its page.' },
    campaign_not_changeable: {
      status: 422,
      isPublic: true,
      text: 'Steps and audience of a campaign that has begun cannot be changed. Make a copy of it.',
    },
    campaign_type_not_sent: { status: 422, isPublic: true, text: 'Only campaigns by e-mail and text message are sent from here.' },
    campaign_steps_missing: { status: 422, isPublic: true, text: 'A campaign has 1 to 20 steps. Add a step with its template.' },
    campaign_template_invalid: { status: 422, isPublic: true, text: 'The template cannot be used for this campaign.' },
    campaign_template_missing: {
      status: 422,
      isPublic: true,
      text: 'There is no template for automatic campaigns of this job. Choose a template.',
    },
    campaign_audience_missing: {
      status: 422,
      isPublic: true,
      text: 'The campaign has no audience. Choose a saved view that you can use, or leads.',
    },
    campaign_test_address_missing: { status: 422, isPublic: true, text: 'You have no address that the test could go to.' },
  },
  reads: [
    'campaigns.*',
    'campaignRecipients.*',
    'messages.*',
    'sms.*',
    'consents.*',
    'templates.*',
    'users.*',
    'jobs.*',
    'leads.*',
    'contacts.*',
    'providers.*',
    'accounts.*',
    'applicants.*',
  ],
  writes: ['campaigns.*', 'campaignRecipients.*'],
});
