import { create } from 'zustand';
import type { LiveChange, LiveGone, LivePerson, LiveTarget, SubscriptionEffect } from '#engine/model/wire';

/** A listener for the changes of a live target. */
export interface LiveListener {
  /** A record of the target (or one that may belong to it) changed, or is no longer visible. */
  readonly onChange: (message: LiveChange | LiveGone, touch: SubscriptionEffect) => void;
  /** The displayed data must be read again. */
  readonly onStale: () => void;
  /** Epoch milliseconds at which the displayed data was read; undefined: nothing is displayed yet. */
  readonly readAt: () => number | undefined;
}

/** A subscription of this tab, whether the socket is open yet or not. */
export interface LiveSubscription extends LiveListener {
  readonly id: string;
  readonly to: LiveTarget;
}

/** The socket, as its users see it. */
export interface LiveConnection {
  subscribe(subscription: LiveSubscription): void;
  unsubscribe(id: string): void;
  present(record: string, field: string | null | undefined): void;
}

export interface LiveState {
  /** `away`: the server cannot be reached, so changes by others are not received. */
  readonly connection: 'closed' | 'open' | 'away';
  /** Other users who have a record open, by `module/id`. */
  readonly people: { readonly [record: string]: readonly LivePerson[] };
  /** The number of reload requests that the server has sent. */
  readonly updates: number;
}

const CLOSED: LiveState = { connection: 'closed', people: {}, updates: 0 };

/** The state of the live connection. A hook: `useLive((live) => live.connection)`. */
export const useLive = create<LiveState>()(() => CLOSED);

const subscriptions = new Map<string, LiveSubscription>();
/** Open records by `module/id`, with the field that is edited. */
const openRecords = new Map<string, string | null>();
let connection: LiveConnection | undefined;
let count = 0;

/** Subscribes to changes of a target, also across reconnects. Returns a function that unsubscribes. */
export function subscribeLive(to: LiveTarget, listener: LiveListener): () => void {
  count += 1;
  const subscription: LiveSubscription = { ...listener, id: `w${count}`, to };
  subscriptions.set(subscription.id, subscription);
  connection?.subscribe(subscription);
  return () => {
    subscriptions.delete(subscription.id);
    connection?.unsubscribe(subscription.id);
  };
}

/** Broadcasts that this record is open here and which of its fields is edited; undefined: it is closed. */
export function broadcastPresence(module: string, id: string, field: string | null | undefined): void {
  const record = `${module}/${id}`;
  if (openRecords.get(record) === field) return;
  if (field === undefined) openRecords.delete(record);
  else openRecords.set(record, field);
  connection?.present(record, field);
}

/** Whether this tab has broadcast that the record is open here. */
export function isOpenInThisTab(module: string, id: string): boolean {
  return openRecords.has(`${module}/${id}`);
}

/** Broadcasts which field of an open record is edited; does nothing if the record was closed meanwhile. */
export function broadcastEditedField(module: string, id: string, field: string | null): void {
  if (openRecords.has(`${module}/${id}`)) broadcastPresence(module, id, field);
}

/** Sets the current socket; undefined after it was closed for good. */
export function setLiveConnection(next: LiveConnection | undefined): void {
  connection = next;
  if (next === undefined) useLive.setState(CLOSED);
}

/** The current subscriptions and open records, for a new connection. */
export function getLiveSubscriptions(): {
  readonly subscriptions: ReadonlyMap<string, LiveSubscription>;
  readonly openRecords: ReadonlyMap<string, string | null>;
} {
  return { subscriptions, openRecords };
}
