/** The states of a call campaign, as they are stored. */
export const STATE = {
  ready: '0',
  awaitingCallIn: '1',
  running: '2',
  attemptingCall: '3',
  connected: '4',
  paused: '5',
  callerLeft: '6',
  complete: '7',
} as const;

/** The names of the states, by number. */
export const STATE_NAMES = [
  'Ready',
  'Awaiting Call In',
  'Running',
  'Attempting Call',
  'Connected',
  'Paused',
  'Caller Left',
  'Complete',
] as const;

/** The most people of one campaign. */
export const MAX_PARTICIPANTS = 100;

/** What a caller can enter about a call. */
export const DISPOSITIONS = ['Interested', 'Not interested', 'Call again', 'Left a message', 'Wrong number', 'Do not call'] as const;

/** A person of a campaign. */
export interface Participant {
  readonly name?: string;
  readonly phone?: string;
  /** Id of their record, in the module of the campaign. */
  readonly recordId?: string;
}

/** A call of a campaign, or why there was none. */
export interface DialerCall extends Participant {
  /** `<campaign>.<number>` */
  readonly callId: string;
  /** 'Calling', 'Connected', or how it ended. */
  readonly result: string;
  /** ISO time. */
  readonly startedAt: string;
  readonly connectedAt?: string;
  readonly endedAt?: string;
  /** Its id at the carrier. */
  readonly carrierId?: string;
  /** What the person said, as far as the carrier recognized it. */
  readonly said?: string;
  readonly disposition?: string;
  readonly note?: string;
  /** Id of the activity with the disposition. */
  readonly activity?: string;
  /** The carrier records it. */
  readonly isRecorded?: boolean;
  /** Id of its recording. */
  readonly recording?: string;
}

/** The result of a call that is not over. */
export const RINGING = 'Calling';
/** The result of a call that the person answered, while they speak. */
export const TALKING = 'Connected';

/** A campaign as its page shows it. */
export interface ConferenceDetails {
  readonly campaign: string;
  readonly name: string;
  /** 0 to 7. */
  readonly state: number;
  readonly stateName: string;
  readonly isStopped: boolean;
  readonly isPaused: boolean;
  readonly conferenceStarted: boolean;
  /** Why it waits; null: it does not. */
  readonly notice: string | null;
  /** Name of the module of its people; null: they have no records. */
  readonly module: string | null;
  readonly participants: readonly Participant[];
  readonly remainingCalls: readonly Participant[];
  /** All calls, in their order. */
  readonly calls: readonly DialerCall[];
  /** The call that is being made or spoken on; null: none. */
  readonly current: DialerCall | null;
  /** No carrier is connected: nobody is really called. */
  readonly isSimulated: boolean;
  /** The caller may start, pause and stop it. */
  readonly canRun: boolean;
}
