/** What happens on a call once somebody answers. */
export type CallContent =
  /** A recording is played. */
  | { readonly kind: 'recording'; readonly url: string; readonly seconds: number }
  /** The person is let into a conference, as `openConference` returned it. */
  | { readonly kind: 'conference'; readonly conference: string; readonly isRecorded: boolean }
  /** The person speaks a message, which is recorded. */
  | { readonly kind: 'message' };

/** A call to place. */
export interface OutgoingCall {
  /** The number to call: ten digits, or E.164. */
  readonly to: string;
  /** The number that the person sees; '' for that of the carrier. */
  readonly from: string;
  /** When the call was decided on, in epoch milliseconds. Together with `to` it names the call: the same call placed again is one call. */
  readonly requestedAt: number;
  readonly content: CallContent;
  /** Address to which the carrier reports changes of the call. */
  readonly statusUrl: string;
  /** It may have been placed before: the carrier is first looked through for it. */
  readonly isRepeat: boolean;
}

/** What became of a placement: it is made, or the carrier never will. */
export type PlacedCall = { readonly kind: 'placed'; readonly id: string } | { readonly kind: 'refused'; readonly reason: string };

/** How a call ended: both sides spoke or the recording was played to its end; or it was not answered; or the line was lost. */
export type CallOutcome = 'completed' | 'busy' | 'unreached' | 'dropped';

/** What a call does now. Times are epoch milliseconds. */
export type CallReport =
  | { readonly kind: 'ringing' }
  | { readonly kind: 'connected'; readonly connectedAt: number }
  | {
      readonly kind: 'ended';
      readonly outcome: CallOutcome;
      /** Undefined: nobody answered. */
      readonly connectedAt: number | undefined;
      readonly endedAt: number;
      /** What the person said; '' for nothing. */
      readonly said: string;
    };

/** What was recorded of a call, as a WAV file. */
export interface CallRecording {
  readonly content: Buffer;
  readonly seconds: number;
}

/** Makes phone calls. What it knows of a call survives a restart of the product. */
export interface VoiceCarrierPort {
  /**
   * Places a call. Placing it again returns the same id, and nobody is called twice.
   * @throws any error: the carrier could not be reached, and it is placed again.
   */
  place(call: OutgoingCall): Promise<PlacedCall>;
  /**
   * What a call does now.
   * @throws any error: the carrier could not be reached.
   */
  read(id: string): Promise<CallReport>;
  /**
   * Ends a call. One that has ended stays as it is.
   * @throws any error: the carrier could not be reached.
   */
  hangUp(id: string): Promise<void>;
  /**
   * What was recorded of a call that has ended; undefined: the recording is not ready yet.
   * @throws any error: the carrier could not be reached.
   */
  readRecording(id: string): Promise<CallRecording | undefined>;
  /**
   * Opens a conference, whose caller is called into it, and returns its id.
   * @throws any error: the carrier could not be reached, or refuses to call the caller.
   */
  openConference(call: Pick<OutgoingCall, 'to' | 'from' | 'requestedAt' | 'statusUrl'>): Promise<string>;
  /**
   * Whether the caller is in the conference: not yet, or not any more.
   * @throws any error: the carrier could not be reached.
   */
  findCaller(conference: string): Promise<'awaited' | 'present' | 'left'>;
}
