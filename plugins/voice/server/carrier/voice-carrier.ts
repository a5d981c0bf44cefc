/** A call to place. */
export interface OutgoingCall {
  /** The number to call: ten digits, or E.164. */
  readonly to: string;
  /** The number that the person sees; '' for that of the carrier. */
  readonly from: string;
  /** When the call was decided on, in epoch milliseconds. Together with `to` it names the call: the same call placed again is one call. */
  readonly requestedAt: number;
  /** Seconds of the recording that is played. Undefined: people talk with each other. */
  readonly seconds?: number | undefined;
}

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

/** Makes phone calls. What it knows of a call survives a restart of the product. */
export interface VoiceCarrierPort {
  /** Nobody is really called. */
  readonly isSimulated: boolean;
  /**
   * Places a call and returns its id. Placing it again returns the same id, and nobody is called twice.
   * @throws any error: the carrier could not be reached, and it is placed again.
   */
  place(call: OutgoingCall): Promise<string>;
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
   * Opens the conference into which a caller calls, and returns its id.
   * @throws any error: the carrier could not be reached.
   */
  openConference(requestedAt: number): Promise<string>;
  /**
   * Whether the caller is in the conference.
   * @throws any error: the carrier could not be reached.
   */
  hasCaller(conference: string): Promise<boolean>;
}
