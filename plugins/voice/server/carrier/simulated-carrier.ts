import type { CallOutcome, CallReport, VoiceCarrierPort } from './voice-carrier.ts';

/** How long things take at the simulated carrier, in seconds. */
export interface SimulatedPace {
  /** Until somebody answers, or the line is found to be busy. */
  readonly ring: number;
  /** How long a conversation lasts at most. */
  readonly talk: number;
}

/** What people with certain last digits of their number do; all others answer and listen. */
const BEHAVIOUR: { readonly [lastDigit: string]: CallOutcome } = { '7': 'busy', '8': 'unreached', '9': 'dropped' };

/** People whose number ends with this digit talk back. */
const TALKATIVE = '6';
const SAID = 'Thank you for the call. Tomorrow morning is a good time for me.';

/** After this part of a call the line of a dropped one is lost. */
const DROPPED_AFTER = 0.5;
const SECOND = 1_000;

/**
 * Calls nobody. What happens to a call follows from the last digit of its number and the time: 7 is busy, 8 does not answer, 9 is dropped in
 * the middle, 6 talks back, all others answer. The id of a call has all of this in it, so that nothing is stored.
 */
export function createSimulatedCarrier(now: () => number, pace: SimulatedPace): VoiceCarrierPort {
  return {
    place: ({ to, requestedAt, content }) => {
      const seconds = content.kind === 'recording' ? content.seconds : '';
      return Promise.resolve({ kind: 'placed', id: ['sim', to.replace(/\D/g, ''), requestedAt, seconds].join(':') });
    },
    read: (id) => Promise.resolve(report(id, now(), pace)),
    hangUp: () => Promise.resolve(),
    readRecording: () => Promise.resolve({ content: SILENCE, seconds: 1 }),
    openConference: ({ requestedAt }) => Promise.resolve(`sim:${requestedAt}`),
    findCaller: (conference) => Promise.resolve(now() >= Number(conference.split(':')[1]) + pace.ring * SECOND ? 'present' : 'awaited'),
  };
}

/** A second without sound, in 8,000 samples of 8 bits. */
const SAMPLES = 8_000;
const SILENCE = writeWav(SAMPLES);

function writeWav(samples: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLES, 24);
  head.writeUInt32LE(SAMPLES, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

function report(id: string, now: number, { ring, talk }: SimulatedPace): CallReport {
  const [, to = '', requested = '0', seconds = ''] = id.split(':');
  const connectedAt = Number(requested) + ring * SECOND;
  if (now < connectedAt) return { kind: 'ringing' };
  const outcome = BEHAVIOUR[to.slice(-1)] ?? 'completed';
  if (outcome === 'busy' || outcome === 'unreached')
    return { kind: 'ended', outcome, connectedAt: undefined, endedAt: connectedAt, said: '' };
  const length = (seconds === '' ? talk : Math.min(Number(seconds), talk)) * (outcome === 'dropped' ? DROPPED_AFTER : 1) * SECOND;
  const endedAt = connectedAt + length;
  if (now < endedAt) return { kind: 'connected', connectedAt };
  return { kind: 'ended', outcome, connectedAt, endedAt, said: to.endsWith(TALKATIVE) ? SAID : '' };
}
