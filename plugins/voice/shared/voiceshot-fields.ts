import type { ModuleExtension } from '#engine';

/** What the plugin adds to messages: the call with a voiceshot, and what became of it. */
export const VOICESHOT_FIELDS: ModuleExtension = {
  module: 'messages',
  fields: [
    { id: 'messages_voiceshot', fieldName: 'voiceshot', label: 'Voiceshot', inputType: 'Relate', ref: 'voiceshots', readOnly: true },
    {
      id: 'messages_call_after',
      fieldName: 'call_after',
      label: 'Called from',
      inputType: 'DateTime',
      readOnly: true,
      description: 'A call of the evening waits for the morning of its recipient.',
    },
    { id: 'messages_called_at', fieldName: 'called_at', label: 'Called', inputType: 'DateTime', readOnly: true },
    { id: 'messages_call_result', fieldName: 'call_result', label: 'Result of the call', inputType: 'TextField', readOnly: true },
    { id: 'messages_call_id', fieldName: 'call_id', label: 'Call at the carrier', inputType: 'TextField', readOnly: true },
  ],
  fieldPlacements: [
    { field: 'voiceshot', after: 'template', views: ['detail'] },
    { field: 'call_after', after: 'sent_at', views: ['detail'] },
    { field: 'called_at', after: 'call_after', views: ['detail'] },
    { field: 'call_result', after: 'failure', views: ['detail'] },
    { field: 'call_id', after: 'call_result', views: ['detail'] },
  ],
};

/** A person who gets a voiceshot. */
export interface Recipient {
  /** Id of the record. */
  readonly record: string;
  readonly name: string;
  /** '' for none. */
  readonly phone: string;
}
