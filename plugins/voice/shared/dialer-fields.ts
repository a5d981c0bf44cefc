import type { ModuleExtension } from '#engine';

/** What the plugin adds to call campaigns: the calls, and how they go on. */
export const DIALER_FIELDS: ModuleExtension = {
  module: 'dialerCampaigns',
  fields: [
    {
      id: 'dialerCampaigns_calls',
      fieldName: 'calls',
      label: 'Calls',
      inputType: 'Array',
      readOnly: true,
      audited: false,
      entry: {
        columns: [
          { fieldName: 'name', label: 'Name', inputType: 'TextField' },
          { fieldName: 'phone', label: 'Phone', inputType: 'Phone' },
          { fieldName: 'result', label: 'Result', inputType: 'TextField' },
          { fieldName: 'startedAt', label: 'Called', inputType: 'DateTime' },
          { fieldName: 'connectedAt', label: 'Connected', inputType: 'DateTime' },
          { fieldName: 'endedAt', label: 'Ended', inputType: 'DateTime' },
          { fieldName: 'said', label: 'Said', inputType: 'TextField' },
          { fieldName: 'disposition', label: 'Disposition', inputType: 'TextField' },
          { fieldName: 'note', label: 'Note', inputType: 'TextField' },
          { fieldName: 'recordId', label: 'Record', inputType: 'TextField', hidden: true },
          { fieldName: 'callId', label: 'Call', inputType: 'TextField', hidden: true },
          { fieldName: 'carrierId', label: 'Id at the carrier', inputType: 'TextField', hidden: true },
          { fieldName: 'activity', label: 'Activity', inputType: 'TextField', hidden: true },
          { fieldName: 'isRecorded', label: 'Recorded', inputType: 'Checkbox', hidden: true },
          { fieldName: 'recording', label: 'Recording', inputType: 'TextField', hidden: true },
        ],
      },
      description: 'Who was called, in order, and who was not and why.',
    },
    {
      id: 'dialerCampaigns_notice',
      fieldName: 'notice',
      label: 'Waits because',
      inputType: 'TextField',
      readOnly: true,
    },
    {
      id: 'dialerCampaigns_conference_id',
      fieldName: 'conference_id',
      label: 'Conference at the carrier',
      inputType: 'TextField',
      readOnly: true,
    },
    {
      id: 'dialerCampaigns_turn',
      fieldName: 'turn',
      label: 'Steps',
      inputType: 'Number',
      integer: true,
      minimum: 0,
      readOnly: true,
      audited: false,
      description: 'Counts the steps of its calls, so that none is made twice.',
    },
  ],
  fieldPlacements: [
    { field: 'calls', after: 'remainingCalls', views: ['detail'] },
    { field: 'notice', after: 'status', views: ['detail'] },
    { field: 'conference_id', after: 'ended_at', views: ['detail'] },
    { field: 'turn', after: 'conference_id', views: ['detail'] },
  ],
};
