import type { AccessScope } from '../access/index.ts';
import type { LiveServerMessage } from '#engine/model/wire';
import type { LiveSession, LiveSocket } from './contract.ts';
import type { Subscription } from './subscription.ts';

/** With a backlog of this many bytes, changes are no longer sent one by one: the receiver gets a resync when it has caught up. */
const BACKLOG_LIMIT = 256 * 1024;
/** With a backlog of this many bytes, or behind for longer than `MAX_BEHIND` milliseconds, the socket is closed. */
const BACKLOG_MAX = 4 * 1024 * 1024;
const MAX_BEHIND = 10_000;

/** The open records of a receiver: `module/id` with the field that is edited. */
export type OpenRecords = Map<string, string | null>;

/** A socket with its session, its subscriptions and its pending resync. */
export class Receiver {
  readonly socket: LiveSocket;
  readonly name: string;
  readonly subscriptions = new Map<string, Subscription>();
  readonly open: OpenRecords = new Map();
  session: LiveSession;
  scope: AccessScope;
  hasShell = false;
  /** Ids of the subscriptions to the notifications of the user. */
  readonly notifications = new Set<string>();
  /** Subscriptions that must be loaded again; null: all of them. */
  #staleSubscriptions: Set<string> | null = new Set();
  #hasStaleNotifications = false;
  #behindSince: number | undefined;

  constructor(socket: LiveSocket, session: LiveSession, scope: AccessScope, name: string) {
    this.socket = socket;
    this.session = session;
    this.scope = scope;
    this.name = name;
  }

  get userId(): string {
    return this.session.claims.sub;
  }

  send(message: LiveServerMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Sends one of many changes; for a receiver that does not read fast enough, marks its subscriptions for a resync. */
  sendChange(text: string, subs: readonly string[]): void {
    if (this.#behindSince === undefined && this.socket.backlog() < BACKLOG_LIMIT) this.socket.send(text);
    else this.requireResync(subs);
  }

  /** Marks these subscriptions to be loaded again; sent by the next `flushResync`. */
  requireResync(subs: readonly string[] | null): void {
    if (subs === null) this.#staleSubscriptions = null;
    else for (const id of subs) this.#staleSubscriptions?.add(id);
  }

  /** Without a position: it is not in the order of the changes, and the client goes on from where it was. */
  sendNotificationsResync(subs: readonly string[]): void {
    if (subs.length > 0) this.send({ type: 'resync', subs: [...subs], position: '' });
  }

  /** Marks the notifications to be loaded again; sent by the next `flushResync`. */
  requireNotifications(): void {
    this.#hasStaleNotifications = true;
  }

  /** Sends the pending resync, if the receiver reads. False: it does not, and should be closed. */
  flushResync(position: string, now: number): boolean {
    const backlog = this.socket.backlog();
    if (backlog < BACKLOG_LIMIT) this.#behindSince = undefined;
    else {
      this.#behindSince ??= now;
      return backlog < BACKLOG_MAX && now - this.#behindSince < MAX_BEHIND;
    }
    if (this.#hasStaleNotifications) {
      this.#hasStaleNotifications = false;
      this.sendNotificationsResync([...this.notifications]);
    }
    const owed = this.#staleSubscriptions;
    if (owed !== null && owed.size === 0) return true;
    this.#staleSubscriptions = new Set();
    this.send({ type: 'resync', subs: owed === null ? null : [...owed].filter((id) => this.subscriptions.has(id)), position });
    return true;
  }
}
