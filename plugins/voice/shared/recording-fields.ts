import type { ModuleExtension } from '#engine';

/** What the plugin adds to recordings: the call on which one is made. */
export const RECORDING_FIELDS: ModuleExtension = {
  module: 'recordings',
  fields: [
    {
      id: 'recordings_call_status',
      fieldName: 'call_status',
      label: 'Call',
      inputType: 'TextField',
      readOnly: true,
      audited: false,
      description: 'Calling, Recorded, or why there is no recording.',
    },
    {
      id: 'recordings_call_id',
      fieldName: 'call_id',
      label: 'Call at the carrier',
      inputType: 'TextField',
      readOnly: true,
      audited: false,
    },
    { id: 'recordings_called_at', fieldName: 'called_at', label: 'Called', inputType: 'DateTime', readOnly: true, audited: false },
  ],
  fieldPlacements: [
    { field: 'call_status', after: 'filename', views: ['detail'] },
    { field: 'called_at', after: 'call_status', views: ['detail'] },
    { field: 'call_id', after: 'called_at', views: ['detail'] },
  ],
};

/** The status of a call that is still going on. */
export const CALLING = 'Calling';
/** The status once its recording is stored. */
export const RECORDED = 'Recorded';
