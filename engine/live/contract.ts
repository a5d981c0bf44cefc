import type { Actor } from '../access/index.ts';
import type { LiveEventsPort } from '../ports/index.ts';
import type { LiveClientMessage } from '#engine/model/wire';

/** A socket, as this package uses it. */
export interface LiveSocket {
  /** Sends a text; never throws and never waits. */
  send(text: string): void;
  /** Bytes that were passed to the socket and not sent yet. */
  backlog(): number;
  /** Closes with a code and a reason; ends the connection soon after even if the other side does not respond. */
  close(code: number, reason: string): void;
}

/** The actor of a socket and the expiry of their session, from a verified access token. */
export interface LiveSession {
  readonly actor: Actor;
  /** Claims of the session: a renewed token must have the same `sub` and `sid`. */
  readonly claims: { readonly sub: string; readonly sid: string; readonly scope: 'session' | 'registration' | 'api' };
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The server side of a socket whose hello was accepted. */
export interface LiveReceiver {
  /** Handles a message. Errors: those of the catalogue, sent as `error` messages; the socket stays open after them. */
  handle(message: Exclude<LiveClientMessage, { readonly type: 'hello' | 'token' }>): Promise<void>;
  /** Continues with a renewed token. Errors: `session_expired` for a token of another session. */
  renew(session: LiveSession): void;
  /** Called when the socket is closed. */
  disconnect(): void;
}

/** What a process measures of its sockets. */
export interface LiveMeasures {
  readonly browserSockets: number;
  readonly tokenSockets: number;
  readonly sentMessages: number;
}

/** Sends events to sockets, limited to what their users may see. */
export interface Live extends LiveEventsPort {
  /** Adds a socket and sends its welcome message. Errors: `session_expired` for a user without rights, `store_unavailable`. */
  connect(socket: LiveSocket, session: LiveSession): Promise<LiveReceiver>;
  /** Requests every browser of every node to reload its page: the event `system-update-event` for everyone. */
  broadcastUpdate(): Promise<void>;
  /** Notifies the browsers of these users, at every node, that their notifications changed. */
  broadcastNotifications(users: readonly string[]): void;
  /** Tells the browsers of this node about new definitions at once; those of other nodes learn of them within a second. */
  applyDefinitions(): void;
  /** Number of open sockets whose hello was accepted. */
  count(): number;
  /** Open sockets of browsers and of API tokens, and messages sent since the start. */
  measure(): LiveMeasures;
  stop(): Promise<void>;
}
