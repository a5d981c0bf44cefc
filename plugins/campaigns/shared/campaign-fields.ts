import type { ModuleExtension } from '#engine';

const CAMPAIGN_FIELDS: ModuleExtension = {
  module: 'campaigns',
  fields: [
    {
      id: 'campaigns_audience',
      fieldName: 'audience',
      label: 'Audience',
      inputType: 'Dropdown',
      dropdown: 'campaign_audience',
      default: 'Leads',
      description: 'Into a live view, people enter whenever they come to match it.',
    },
    { id: 'campaigns_audience_module', fieldName: 'audience_module', label: 'Module of the audience', inputType: 'Module' },
    {
      id: 'campaigns_audience_view',
      fieldName: 'audience_view',
      label: 'Saved view',
      inputType: 'TextField',
      description: 'A saved view of the module that the sender can use.',
    },
    {
      id: 'campaigns_steps',
      fieldName: 'steps',
      label: 'Steps',
      inputType: 'Array',
      entry: {
        columns: [
          {
            fieldName: 'days',
            label: 'Days after the step before',
            inputType: 'Number',
            integer: true,
            minimum: 0,
            maximum: 365,
            required: true,
          },
          { fieldName: 'template', label: 'Template', inputType: 'Relate', ref: 'templates', required: true },
          { fieldName: 'subject_a', label: 'Subject A', inputType: 'TextField', placeholder: 'That of the template' },
          { fieldName: 'subject_b', label: 'Subject B', inputType: 'TextField', placeholder: 'No second subject' },
          { fieldName: 'share_b', label: 'Share of B', inputType: 'Number', integer: true, minimum: 1, maximum: 99, unit: '%' },
        ],
      },
    },
    { id: 'campaigns_stop_on_reply', fieldName: 'stop_on_reply', label: 'A reply ends the steps', inputType: 'Checkbox', default: true },
    { id: 'campaigns_started_by', fieldName: 'started_by', label: 'Sender', inputType: 'Relate', ref: 'users', readOnly: true },
    { id: 'campaigns_started_at', fieldName: 'started_at', label: 'Started', inputType: 'DateTime', readOnly: true },
    {
      id: 'campaigns_entered_at',
      fieldName: 'entered_at',
      label: 'Audience entered',
      inputType: 'DateTime',
      readOnly: true,
      audited: false,
      description: 'When the whole audience had entered the last time.',
    },
    {
      id: 'campaigns_problem',
      fieldName: 'problem',
      label: 'Problem',
      inputType: 'TextField',
      readOnly: true,
      description: 'Why the campaign was paused.',
    },
  ],
  fieldPlacements: [
    { field: 'audience', after: 'sent_at', views: ['edit', 'detail'] },
    { field: 'audience_module', after: 'audience', views: ['edit', 'detail'] },
    { field: 'audience_view', after: 'audience_module', views: ['edit', 'detail'] },
    { field: 'steps', after: 'audience_view', views: ['edit', 'detail'] },
    { field: 'stop_on_reply', after: 'steps', views: ['edit', 'detail'] },
    { field: 'started_by', after: 'stop_on_reply', views: ['detail'] },
    { field: 'started_at', after: 'started_by', views: ['detail'] },
    { field: 'entered_at', after: 'started_at', views: ['detail'] },
    { field: 'problem', after: 'entered_at', views: ['detail'] },
  ],
};

/** What the messages of campaigns have: their recipient, step and subject. */
function extendMessages(module: 'messages' | 'sms'): ModuleExtension {
  return {
    module,
    fields: [
      {
        id: `${module}_campaign_recipient`,
        fieldName: 'campaign_recipient',
        label: 'Campaign recipient',
        inputType: 'Relate',
        ref: 'campaignRecipients',
        readOnly: true,
      },
      {
        id: `${module}_campaign_step`,
        fieldName: 'campaign_step',
        label: 'Step of the campaign',
        inputType: 'Number',
        integer: true,
        readOnly: true,
      },
      {
        id: `${module}_campaign_variant`,
        fieldName: 'campaign_variant',
        label: 'Subject of the campaign',
        inputType: 'TextField',
        readOnly: true,
      },
    ],
    fieldPlacements: [
      { field: 'campaign_recipient', after: 'failure', views: ['detail'] },
      { field: 'campaign_step', after: 'campaign_recipient', views: ['detail'] },
      { field: 'campaign_variant', after: 'campaign_step', views: ['detail'] },
    ],
  };
}

/** The fields of the plugin in modules of others. */
export const CAMPAIGN_EXTENSIONS: readonly ModuleExtension[] = [CAMPAIGN_FIELDS, extendMessages('messages'), extendMessages('sms')];
