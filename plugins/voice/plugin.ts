import { definePlugin } from '#engine';
import { CALL_RULES } from './server/call-rules.ts';
import { announceDialerState, dialNext, fetchRecordings } from './server/hooks/post-save.dialer.ts';
import { protectCampaign } from './server/hooks/pre-save.campaign.ts';
import { callQueued, nameFile, protectVoiceshot } from './server/hooks/voiceshot-messages.ts';
import { CALL_VOICESHOT } from './server/jobs/call-voiceshot.ts';
import { DIAL } from './server/jobs/dial.ts';
import { FETCH_RECORDING } from './server/jobs/fetch-recording.ts';
import { RECORD_MESSAGE } from './server/jobs/record-message.ts';
import { recover } from './server/jobs/recover.ts';
import { DIALER_EVENT } from './server/live-events.ts';
import { AUDIO_ROUTES } from './server/routes/audio.ts';
import { CALL_STATUS_ROUTES } from './server/routes/call-status.ts';
import { DIALER_ROUTES } from './server/routes/dialer-routes.ts';
import { RECORDING_ROUTES } from './server/routes/recordings.ts';
import { VOICESHOT_ROUTES } from './server/routes/voiceshots.ts';
import { DIALER_FIELDS } from './shared/dialer-fields.ts';
import { RECORDING_FIELDS } from './shared/recording-fields.ts';
import { VOICESHOT_FIELDS } from './shared/voiceshot-fields.ts';

/** Phone calls: the dialer, which calls the people of a campaign one after another, and spoken messages to many people. */
export const voicePlugin = definePlugin({
  name: 'voice',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['messages'],
  uses: [CALL_RULES],
  settings: {
    voice_account: {
      type: 'string',
      maxLength: 100,
      pattern: '^[\\w-]*$',
      title: 'Account of phone calls',
      description: 'Id of the account at the carrier. Empty: calls are simulated, and nobody is really called.',
      default: '',
    },
    voice_address: {
      type: 'string',
      format: 'uri',
      maxLength: 300,
      title: 'Address of the carrier of phone calls',
      default: 'https://api.twilio.com',
    },
    voice_number: {
      type: 'string',
      maxLength: 20,
      pattern: '^[+\\d]*$',
      title: 'Number of phone calls',
      description: 'What people see who are called, such as +12125550100.',
      default: '',
    },
    voice_record_calls: {
      type: 'boolean',
      title: 'Record the calls of the dialer',
      description: 'Only where the people who are called agree to it.',
      default: false,
    },
    voice_ring_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 60,
      title: 'Ringing of simulated calls',
      description: 'Seconds until somebody answers. No carrier is connected: calls stay inside the product.',
      default: 3,
    },
    voice_talk_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 3_600,
      title: 'Length of simulated calls',
      description: 'Seconds that a simulated conversation lasts at most.',
      default: 60,
    },
  },
  secrets: {
    voice_token: {
      title: 'Token of the account of phone calls',
      description: 'It places calls, and checks what the carrier reports.',
    },
  },
  definitions: { extensions: [DIALER_FIELDS, VOICESHOT_FIELDS, RECORDING_FIELDS] },
  hooks: {
    preSave: [
      { module: 'dialerCampaigns', name: 'state', run: protectCampaign },
      { module: 'messages', name: 'voiceshot', run: protectVoiceshot },
    ],
    postSave: [
      { module: 'dialerCampaigns', name: 'announce', run: announceDialerState },
      { module: 'dialerCampaigns', name: 'dial', run: dialNext },
      { module: 'dialerCampaigns', name: 'recordings', run: fetchRecordings },
      { module: 'messages', name: 'call', run: callQueued },
      { module: 'voiceshots', name: 'filename', run: nameFile },
    ],
  },
  routes: [...DIALER_ROUTES, ...VOICESHOT_ROUTES, ...RECORDING_ROUTES, ...AUDIO_ROUTES, ...CALL_STATUS_ROUTES],
  events: [DIALER_EVENT],
  jobs: [
    ...[DIAL, CALL_VOICESHOT, RECORD_MESSAGE, FETCH_RECORDING],
    { name: 'recover', schedule: '*/10 * * * *', deadline: 120_000, run: recover },
  ],
  errors: {
    dialer_of_another: { status: 403, isPublic: true, text: 'Only the caller of a campaign can do this.' },
    dialer_state: { status: 409, isPublic: true, text: 'This is not possible in the state of the campaign.' },
    dialer_state_fixed: { status: 422, isPublic: true, text: 'Only its calls change the state of a campaign. Use the dialer.' },
    dialer_running: { status: 409, isPublic: true, text: 'Stop the campaign before you change its people or its caller.' },
    dialer_nobody_left: { status: 422, isPublic: true, text: 'Nobody is left to call. Add people first.' },
    dialer_phone_missing: { status: 422, isPublic: true, text: 'This person has no phone number.' },
    dialer_number_invalid: { status: 422, isPublic: true, text: 'This is not a phone number.' },
    dialer_participant_known: { status: 409, isPublic: true, text: 'This number is in the campaign already.' },
    dialer_participant_missing: { status: 404, isPublic: true, text: 'This number is not in the campaign.' },
    dialer_full: { status: 422, isPublic: true, text: 'A campaign has at most 100 people.' },
    dialer_other_module: { status: 422, isPublic: true, text: 'The people of a campaign are records of one module.' },
    dialer_call_over: { status: 409, isPublic: true, text: 'This call is over.' },
    dialer_call_missing: { status: 404, isPublic: true, text: 'There is no such call.' },
    dialer_call_not_over: { status: 409, isPublic: true, text: 'The person has not answered yet.' },
    voice_carrier_failed: { status: 502, isPublic: true, text: 'The carrier of phone calls did not do this.' },
    voice_signature_invalid: { status: 403, isPublic: true, text: 'The signature of the request is not valid.' },
    voiceshot_not_in_use: { status: 422, isPublic: true, text: 'This voiceshot is not in use.' },
    voiceshot_file_missing: { status: 422, isPublic: true, text: 'This voiceshot has no recording. Add its file first.' },
    voiceshot_nobody: { status: 422, isPublic: true, text: 'Nobody of them has a phone number.' },
    voiceshot_fixed: { status: 422, isPublic: true, text: 'A call with a voiceshot cannot be changed. One that waits can be cancelled.' },
  },
  reads: ['dialerCampaigns.*', 'voiceshots.*', 'messages.*', 'recordings.*', 'users.active', 'users.phone'],
  writes: ['dialerCampaigns.*', 'voiceshots.filename', 'messages.*', 'activities.*', 'recordings.*'],
});
