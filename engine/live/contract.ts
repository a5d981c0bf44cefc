import type { Actor } from '../access/index.ts';
import type { LiveClientMessage } from '#engine/model';

/** A socket as this room knows it. */
export interface LiveSocket {
  /** Hands over a text; never throws and never waits. */
  send(text: string): void;
  /** Bytes that were handed over and have not left yet. */
  backlog(): number;
  /** Closes with a code and a reason; ends the connection soon after even if the other side does not answer. */
  close(code: number, reason: string): void;
}

/** Who is at a socket, and until when that is known: an access token that was verified. */
export interface LiveSession {
  readonly actor: Actor;
  /** Of the session: a renewed token must have the same. */
  readonly claims: { readonly sub: string; readonly sid: string; readonly scope: 'session' | 'registration' | 'api' };
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The server's end of a socket that said hello. */
export interface LiveReceiver {
  /** Takes a message. Errors: those of the catalogue, for `error` messages; after any of them the socket goes on. */
  handle(message: Exclude<LiveClientMessage, { readonly type: 'hello' | 'token' }>): Promise<void>;
  /** Goes on under a renewed token. Errors: `session_expired` for one of another session. */
  renew(session: LiveSession): void;
  /** The socket is closed. */
  disconnect(): void;
}

/** Tells sockets what they may know, as it happens. */
export interface Live {
  /** Takes a socket in, and welcomes it. Errors: `session_expired` for a user without rights, `store_unavailable`. */
  connect(socket: LiveSocket, session: LiveSession): Promise<LiveReceiver>;
  /** Asks every browser of every node to load its page anew. */
  broadcastUpdate(): Promise<void>;
  /** Sockets that said hello. */
  count(): number;
  stop(): Promise<void>;
}
