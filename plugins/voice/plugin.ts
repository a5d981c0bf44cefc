import { definePlugin } from '#engine';
import { CALL_RULES } from './server/call-rules.ts';
import { announceDialerState, dialNext } from './server/hooks/post-save.dialer.ts';
import { protectCampaign } from './server/hooks/pre-save.campaign.ts';
import { callQueued, nameFile, protectVoiceshot } from './server/hooks/voiceshot-messages.ts';
import { CALL_VOICESHOT } from './server/jobs/call-voiceshot.ts';
import { DIAL, recoverCampaigns } from './server/jobs/dial.ts';
import { DIALER_EVENT } from './server/live-events.ts';
import { DIALER_ROUTES } from './server/routes/dialer-routes.ts';
import { VOICESHOT_ROUTES } from './server/routes/voiceshots.ts';
import { DIALER_FIELDS } from './shared/dialer-fields.ts';
import { VOICESHOT_FIELDS } from './shared/voiceshot-fields.ts';

/** Phone calls: the dialer, which calls the people of a campaign one after another, and spoken messages to many people. */
export const voicePlugin = definePlugin({
  name: 'voice',
  version: '1.0.0',
  engine: '^0.1.0',
  requires: ['messages'],
  uses: [CALL_RULES],
  settings: {
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
  definitions: { extensions: [DIALER_FIELDS, VOICESHOT_FIELDS] },
  hooks: {
    preSave: [
      { module: 'dialerCampaigns', name: 'state', run: protectCampaign },
      { module: 'messages', name: 'voiceshot', run: protectVoiceshot },
    ],
    postSave: [
      { module: 'dialerCampaigns', name: 'announce', run: announceDialerState },
      { module: 'dialerCampaigns', name: 'dial', run: dialNext },
      { module: 'messages', name: 'call', run: callQueued },
      { module: 'voiceshots', name: 'filename', run: nameFile },
    ],
  },
  routes: [...DIALER_ROUTES, ...VOICESHOT_ROUTES],
  events: [DIALER_EVENT],
  jobs: [DIAL, CALL_VOICESHOT, { name: 'recover', schedule: '*/10 * * * *', deadline: 60_000, run: recoverCampaigns }],
  errors: {
    dialer_of_another: { status: 403, isPublic: true, text: 'Only the caller of a campaign can do this.' },
    dialer_state: { status: 409, isPublic: true, text: 'This is not possible in the state of the campaign.' },
    dialer_state_fixed: { status: 422, isPublic: true, text: 'Only its calls change the state of a campaign. Use the dialer.' },
    dialer_running: { status: 409, isPublic: true, text: 'Stop the campaign before you change its people or its caller.' },
    dialer_nobody_left: { status: 422, isPublic: true, text: 'Nobody is left to call. Add people first.' },
    dialer_phone_missing: { status: 422, isPublic: true, text: 'This person has no phone number.' },
    dialer_number_invalid: { status: 422, isPublic: true, text: 'This is not a phone number.' },
    dialer_participant_known: { status: 409, isPublic: true, text: 'This number is in the campaign already.' },
    dialer_full: { status: 422, isPublic: true, text: 'A campaign has at most 100 people.' },
    dialer_other_module: { status: 422, isPublic: true, text: 'The people of a campaign are records of one module.' },
    dialer_call_over: { status: 409, isPublic: true, text: 'This call is over.' },
    dialer_call_missing: { status: 404, isPublic: true, text: 'There is no such call.' },
    dialer_call_not_over: { status: 409, isPublic: true, text: 'The person has not answered yet.' },
    voiceshot_not_in_use: { status: 422, isPublic: true, text: 'This voiceshot is not in use.' },
    voiceshot_file_missing: { status: 422, isPublic: true, text: 'This voiceshot has no recording. Add its file first.' },
    voiceshot_nobody: { status: 422, isPublic: true, text: 'Nobody of them has a phone number.' },
    voiceshot_fixed: { status: 422, isPublic: true, text: 'A call with a voiceshot cannot be changed. One that waits can be cancelled.' },
  },
  reads: ['dialerCampaigns.*', 'voiceshots.*', 'messages.*', 'users.active'],
  writes: ['dialerCampaigns.*', 'voiceshots.filename', 'messages.*', 'activities.*'],
});
