import type { PluginRouteDefinition } from '#engine';
import type { JsonObject } from '#engine/model';
import { DISPOSITIONS } from '../../shared/dialer.ts';
import { endCall, endConference, leaveConference, pauseConference, requestConference, resumeConference } from './conference.ts';
import { getConference, readCall, readConference, saveDisposition, searchConferences } from './details.ts';
import { addParticipant, removeParticipant } from './participants.ts';

const ID = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT = { type: 'string' };
const NULLABLE = { type: ['string', 'null'] };

const CALL: JsonObject = {
  type: 'object',
  required: ['callId', 'result', 'startedAt'],
  properties: {
    callId: { ...TEXT, description: 'Its id.' },
    name: TEXT,
    phone: TEXT,
    recordId: TEXT,
    result: { ...TEXT, description: 'Calling, Connected, or how it ended, or why nobody was called.' },
    startedAt: TEXT,
    connectedAt: TEXT,
    endedAt: TEXT,
    said: { ...TEXT, description: 'What the person said, as far as the carrier recognized it.' },
    disposition: TEXT,
    note: TEXT,
    activity: { ...TEXT, description: 'Id of the activity with the disposition.' },
    recording: { ...TEXT, description: 'Id of its recording in `recordings`.' },
  },
};
const PEOPLE = { type: 'array', items: { type: 'object', properties: { name: TEXT, phone: TEXT, recordId: TEXT } } };

const CAMPAIGN: JsonObject = {
  type: 'object',
  required: ['campaign', 'name', 'state', 'stateName', 'participants', 'remainingCalls', 'calls', 'current'],
  properties: {
    campaign: { ...TEXT, description: 'Id of the record in `dialerCampaigns`.' },
    name: TEXT,
    state: {
      type: 'integer',
      minimum: 0,
      maximum: 7,
      description: '0 ready, 1 awaiting call in, 2 running, 3 attempting call, 4 connected, 5 paused, 6 caller left, 7 complete.',
    },
    stateName: TEXT,
    isStopped: { type: 'boolean' },
    isPaused: { type: 'boolean' },
    conferenceStarted: { type: 'boolean' },
    notice: { ...NULLABLE, description: 'Why it waits.' },
    module: { ...NULLABLE, description: 'Name of the module of its people.' },
    participants: PEOPLE,
    remainingCalls: PEOPLE,
    calls: { type: 'array', items: CALL },
    current: { ...CALL, type: ['object', 'null'] },
    isSimulated: { type: 'boolean', description: 'No carrier is connected: nobody is really called.' },
    canRun: { type: 'boolean', description: 'The caller may start, pause and stop it.' },
  },
};

const CAMPAIGN_BODY: JsonObject = {
  type: 'object',
  required: ['campaign'],
  properties: { campaign: { ...ID, description: 'Id of the record in `dialerCampaigns`.' } },
};
const RUN = { method: 'POST', responseSchema: CAMPAIGN } as const;
const RUN_ERRORS = ['dialer_of_another', 'dialer_state'] as const;

const READING: readonly PluginRouteDefinition[] = [
  {
    method: 'GET',
    path: '/api/dialer/conference-details/:id',
    summary: 'A call campaign with its calls',
    responseSchema: CAMPAIGN,
    errors: [],
    handle: readConference,
  },
  {
    ...RUN,
    path: '/api/dialer/get-conference-details',
    summary: 'A call campaign with its calls',
    readOnly: true,
    bodySchema: CAMPAIGN_BODY,
    errors: [],
    handle: getConference,
  },
  {
    method: 'POST',
    path: '/api/dialer/conference-search',
    summary: 'Search call campaigns',
    readOnly: true,
    bodySchema: {
      type: 'object',
      properties: {
        search: { type: 'string', maxLength: 200, description: 'A part of the name.' },
        states: { type: 'array', maxItems: 8, items: { type: 'integer', minimum: 0, maximum: 7 } },
        isMine: { type: 'boolean', description: 'Only those of which the caller is the organizer.' },
        pageNumber: { type: 'integer', minimum: 0, maximum: 10_000 },
        pageSize: { type: 'integer', minimum: 1, maximum: 100 },
      },
    },
    responseSchema: {
      type: 'object',
      required: ['data', 'total'],
      properties: { data: { type: 'array', items: CAMPAIGN }, total: { type: 'integer' } },
    },
    errors: [],
    handle: searchConferences,
  },
  {
    method: 'GET',
    path: '/api/dialer/call-details/:id',
    summary: 'A call of a campaign',
    responseSchema: { ...CALL, properties: { ...(CALL['properties'] as JsonObject), campaign: TEXT, module: NULLABLE } },
    errors: ['dialer_call_missing'],
    handle: readCall,
  },
];

/** The endpoints of the dialer. */
export const DIALER_ROUTES: readonly PluginRouteDefinition[] = [
  ...READING,
  {
    ...RUN,
    path: '/api/dialer/request-new-conference',
    summary: 'Open the conference of a campaign, and begin with its calls',
    bodySchema: CAMPAIGN_BODY,
    errors: [...RUN_ERRORS, 'dialer_nobody_left', 'dialer_phone_missing', 'voice_carrier_failed'],
    handle: requestConference,
  },
  {
    ...RUN,
    path: '/api/dialer/add-participant',
    summary: 'Add a person to a campaign',
    bodySchema: {
      type: 'object',
      required: ['campaign'],
      properties: {
        campaign: ID,
        name: { type: 'string', maxLength: 200 },
        phone: { type: 'string', minLength: 1, maxLength: 60, description: 'Default: the first number of the record.' },
        module: { ...ID, description: 'Name of the module of the record.' },
        record: { ...ID, description: 'Id of the record of the person.' },
      },
    },
    moduleNames: ['module'],
    errors: [
      'dialer_of_another',
      'dialer_phone_missing',
      'dialer_number_invalid',
      'dialer_participant_known',
      'dialer_full',
      'dialer_other_module',
    ],
    handle: addParticipant,
  },
  {
    ...RUN,
    path: '/api/dialer/remove-participant',
    summary: 'Remove a person from a campaign',
    bodySchema: { type: 'object', required: ['campaign', 'phone'], properties: { campaign: ID, phone: { ...ID, maxLength: 60 } } },
    errors: [...RUN_ERRORS, 'dialer_participant_missing'],
    handle: removeParticipant,
  },
  { ...RUN, path: '/api/dialer/pause/:id', summary: 'Call nobody else for now', errors: RUN_ERRORS, handle: pauseConference },
  { ...RUN, path: '/api/dialer/resume/:id', summary: 'Go on with the calls', errors: RUN_ERRORS, handle: resumeConference },
  { ...RUN, path: '/api/dialer/leave/:id', summary: 'The caller hangs up', errors: RUN_ERRORS, handle: leaveConference },
  { ...RUN, path: '/api/dialer/end-conference/:id', summary: 'Stop a campaign', errors: RUN_ERRORS, handle: endConference },
  {
    ...RUN,
    path: '/api/dialer/end-call/:id',
    summary: 'End the call, and go on with the next person',
    errors: ['dialer_of_another', 'dialer_call_over'],
    handle: endCall,
  },
  {
    ...RUN,
    path: '/api/dialer/save-disposition/:id',
    summary: 'Enter what came of a call, as an activity of the person',
    bodySchema: {
      type: 'object',
      required: ['disposition'],
      properties: { disposition: { enum: [...DISPOSITIONS] }, note: { type: 'string', maxLength: 1_000 } },
    },
    errors: ['dialer_of_another', 'dialer_call_missing', 'dialer_call_not_over'],
    handle: saveDisposition,
  },
];
