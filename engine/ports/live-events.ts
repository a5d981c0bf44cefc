import type { JsonObject } from '#engine/model/values';

/** Whose sockets get a live event. Each property narrows it; at least one of `users`, `record` and `everyone` is given. */
export interface LiveAudience {
  /** Every signed-in user, as far as the other properties do not narrow it: for events that say only that something is to be read again. */
  readonly everyone?: true;
  /** Ids of users; default: everybody who may see the record. */
  readonly users?: readonly string[];
  /** Only users who may see this record when the event is sent; default: all of `users`. */
  readonly record?: { readonly module: string; readonly id: string };
  /** Only staff: users of the types in the setting `staff_user_types`, and System Admins. Default: everyone of the audience. */
  readonly staffOnly?: true;
  /** Ids of users who do not get it, such as the author; default: none. */
  readonly except?: readonly string[];
}

/** An event for the open sockets of users. It is not stored: who has no socket open when it is sent does not get it. */
export interface LiveEvent {
  /** Its name, such as 'ticket-moved-event'. */
  readonly name: string;
  /** Its payload. Ids rather than values: the receiver reads the rest with their own rights. */
  readonly data: JsonObject;
  /** Who gets it. */
  readonly audience: LiveAudience;
}

/** Sends live events to the sockets of all processes. */
export interface LiveEventsPort {
  /** Sends an event. What cannot be sent to another process is logged. Never rejects. */
  sendEvent(event: LiveEvent): Promise<void>;
}
