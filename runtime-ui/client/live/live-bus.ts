import { create } from 'zustand';
import type { LiveChange, LiveGone, LivePerson, LiveTarget, LiveTouch } from '#engine/model';

/** Who wants to hear of what a target shows. */
export interface LiveListener {
  /** A record that the target shows, or might, changed or left sight. */
  readonly change: (message: LiveChange | LiveGone, touch: LiveTouch) => void;
  /** What is shown must be read anew. */
  readonly stale: () => void;
  /** Epoch milliseconds at which what is shown was read; undefined: nothing is shown yet. */
  readonly readAt: () => number | undefined;
}

/** What is asked of the socket, whether it is open yet or not. */
export interface LiveWish extends LiveListener {
  readonly id: string;
  readonly to: LiveTarget;
}

/** The socket, as those see it who ask something of it. */
export interface LiveLine {
  subscribe(wish: LiveWish): void;
  unsubscribe(id: string): void;
  present(record: string, field: string | null | undefined): void;
}

export interface LiveState {
  /** `away`: the server cannot be reached, and what others do is not seen. */
  readonly line: 'closed' | 'open' | 'away';
  /** Who else has a record open, by `module/id`. */
  readonly people: { readonly [record: string]: readonly LivePerson[] };
  /** Times that the product asked for its page to be loaded anew. */
  readonly updates: number;
}

const CLOSED: LiveState = { line: 'closed', people: {}, updates: 0 };

/** What the socket tells of itself and of others: a hook, `useLive((live) => live.line)`. */
export const useLive = create<LiveState>()(() => CLOSED);

const wishes = new Map<string, LiveWish>();
/** Fields that are edited in open records, by `module/id`. */
const open = new Map<string, string | null>();
let line: LiveLine | undefined;
let count = 0;

/** Asks for changes of a target from now on, over lost connections too. Answers how to stop. */
export function followLive(to: LiveTarget, listener: LiveListener): () => void {
  count += 1;
  const wish: LiveWish = { ...listener, id: `w${count}`, to };
  wishes.set(wish.id, wish);
  line?.subscribe(wish);
  return () => {
    wishes.delete(wish.id);
    line?.unsubscribe(wish.id);
  };
}

/** Tells others that this record is open here and which of its fields is edited; undefined: it is closed. */
export function tellPresence(module: string, id: string, field: string | null | undefined): void {
  const record = `${module}/${id}`;
  if (open.get(record) === field) return;
  if (field === undefined) open.delete(record);
  else open.set(record, field);
  line?.present(record, field);
}

/** Whether others were told that this record is open here. */
export function isOpenHere(module: string, id: string): boolean {
  return open.has(`${module}/${id}`);
}

/** Tells which field of a record that is open here is edited; of one that was closed meanwhile, nothing. */
export function tellField(module: string, id: string, field: string | null): void {
  if (open.has(`${module}/${id}`)) tellPresence(module, id, field);
}

/** Gives the socket its place; undefined when it is closed for good. */
export function takeLine(next: LiveLine | undefined): void {
  line = next;
  if (next === undefined) useLive.setState(CLOSED);
}

/** What is asked for now: for a connection that begins. */
export function listWishes(): { readonly wishes: ReadonlyMap<string, LiveWish>; readonly open: ReadonlyMap<string, string | null> } {
  return { wishes, open };
}
