import { create } from 'zustand';
import type { LiveChange, LiveGone, LivePerson, LiveTarget, SubscriptionEffect } from '#engine/model';

/** Who wants to hear of what a target shows. */
export interface LiveListener {
  /** A record that the target shows, or might, changed or left sight. */
  readonly onChange: (message: LiveChange | LiveGone, touch: SubscriptionEffect) => void;
  /** What is shown must be read anew. */
  readonly onStale: () => void;
  /** Epoch milliseconds at which what is shown was read; undefined: nothing is shown yet. */
  readonly readAt: () => number | undefined;
}

/** What is asked of the socket, whether it is open yet or not. */
export interface LiveSubscription extends LiveListener {
  readonly id: string;
  readonly to: LiveTarget;
}

/** The socket, as those see it who ask something of it. */
export interface LiveConnection {
  subscribe(wish: LiveSubscription): void;
  unsubscribe(id: string): void;
  present(record: string, field: string | null | undefined): void;
}

export interface LiveState {
  /** `away`: the server cannot be reached, and what others do is not seen. */
  readonly connection: 'closed' | 'open' | 'away';
  /** Who else has a record open, by `module/id`. */
  readonly people: { readonly [record: string]: readonly LivePerson[] };
  /** Times that the product asked for its page to be loaded anew. */
  readonly updates: number;
}

const CLOSED: LiveState = { connection: 'closed', people: {}, updates: 0 };

/** What the socket tells of itself and of others: a hook, `useLive((live) => live.line)`. */
export const useLive = create<LiveState>()(() => CLOSED);

const subscriptions = new Map<string, LiveSubscription>();
/** Fields that are edited in open records, by `module/id`. */
const openRecords = new Map<string, string | null>();
let connection: LiveConnection | undefined;
let count = 0;

/** Asks for changes of a target from now on, over lost connections too. Answers how to stop. */
export function subscribeLive(to: LiveTarget, listener: LiveListener): () => void {
  count += 1;
  const wish: LiveSubscription = { ...listener, id: `w${count}`, to };
  subscriptions.set(wish.id, wish);
  connection?.subscribe(wish);
  return () => {
    subscriptions.delete(wish.id);
    connection?.unsubscribe(wish.id);
  };
}

/** Tells others that this record is open here and which of its fields is edited; undefined: it is closed. */
export function broadcastPresence(module: string, id: string, field: string | null | undefined): void {
  const record = `${module}/${id}`;
  if (openRecords.get(record) === field) return;
  if (field === undefined) openRecords.delete(record);
  else openRecords.set(record, field);
  connection?.present(record, field);
}

/** Whether others were told that this record is open here. */
export function isOpenInThisTab(module: string, id: string): boolean {
  return openRecords.has(`${module}/${id}`);
}

/** Tells which field of a record that is open here is edited; of one that was closed meanwhile, nothing. */
export function broadcastEditedField(module: string, id: string, field: string | null): void {
  if (openRecords.has(`${module}/${id}`)) broadcastPresence(module, id, field);
}

/** Gives the socket its place; undefined when it is closed for good. */
export function setLiveConnection(next: LiveConnection | undefined): void {
  connection = next;
  if (next === undefined) useLive.setState(CLOSED);
}

/** What is asked for now: for a connection that begins. */
export function getLiveSubscriptions(): { readonly subscriptions: ReadonlyMap<string, LiveSubscription>; readonly openRecords: ReadonlyMap<string, string | null> } {
  return { subscriptions, openRecords };
}
