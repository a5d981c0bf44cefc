import type { Actor } from '../access/index.ts';
import type { WriteOptions, WriteResult } from '../records/index.ts';
import type { ApiTokenView, JsonObject, CreatedApiToken, SessionUser } from '#engine/model';

/**
 * What an access token says; `engine/api` signs it (15 minutes) and verifies it. `session`: good for every call.
 * `registration`: good for `completeRegistration` alone. `api`: an API token stands in its place, which nobody signs.
 */
export interface TokenClaims {
  /** Id of the user. */
  readonly sub: string;
  /** Id of the session (the family of refresh tokens), of the temporary sign-in, or of the API token. */
  readonly sid: string;
  readonly scope: 'session' | 'registration' | 'api';
}

/** A session that was opened or renewed. */
export interface SignedIn {
  readonly user: SessionUser;
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
  readonly claims: TokenClaims;
  /** Opaque, good for one use; kept in the httpOnly cookie. */
  readonly refreshToken: string;
  /** Milliseconds since the epoch. */
  readonly refreshExpiresAt: number;
}

/** A first sign-in with a temporary password: good for setting a password, and nothing else. */
export interface TemporarilySignedIn {
  readonly user: Pick<SessionUser, '_id' | 'email' | 'first_name' | 'last_name' | 'userType'>;
  readonly claims: TokenClaims;
}

/** The first admin of an empty store, with the password if one was generated (to be shown once). */
export interface FirstAdmin {
  readonly userId: string;
  readonly email: string;
  readonly generatedPassword: string | undefined;
}

export interface CreateApiTokenInput {
  /** Whose rights it narrows. */
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; absent: it stands until it is revoked. */
  readonly expiresAt?: number | undefined;
  /** An idempotency key: the same one makes the same token, and none once that was revoked. */
  readonly key?: string | undefined;
}

/** An API token that stands, as whoever checks it needs it. */
export interface ValidApiToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Tokens with which programs act as a user, without their password: random, kept by their hash alone, shown once. What
 * they reach is narrowed by their scopes. The commit of each change writes it into the audit log, as of the module `apiTokens`. Errors: api_token_scope_unknown, api_tokens_too_many, api_token_over, admin_only,
 * idempotency_conflict, record_not_found.
 */
export interface ApiTokens {
  create(actor: Actor, input: CreateApiTokenInput): Promise<CreatedApiToken>;
  /** Newest first; undefined: everybody's. */
  list(userId: string | undefined): Promise<readonly ApiTokenView[]>;
  /** It opens nothing from the next request on, on any node. */
  revoke(actor: Actor, input: { readonly id: string; readonly userId: string; readonly canRevokeAny: boolean }): Promise<void>;
  /** Undefined for one that never was, was revoked or is over, and for one whose user is not active. */
  find(token: string): Promise<ValidApiToken | undefined>;
  isLive(id: string): Promise<boolean>;
  /** Notes the use of a token, once a minute, behind the answer. */
  recordUse(id: string): void;
}

/**
 * Sign-in and all that belongs to a password. Whatever ends a session (sign-out, a new password, an inactive user, a
 * refresh token used twice) bumps the store's version of `rights`, so that every node asks `isLive` again at the next
 * request. Errors: sign_in_failed, too_many_sign_ins, session_expired, temporary_sign_in_failed, password_invalid,
 * password_not_set, email_taken, admin_only, validation_failed, mail_failed and those of records.
 */
export interface Sessions {
  /** `address` is the caller's IP address, for the limit on failed sign-ins. An unknown e-mail takes the time and gets the text of a wrong password. */
  signIn(input: { readonly email: string; readonly password: string; readonly address: string }): Promise<SignedIn>;
  /** Rotates the refresh token; one used twice (after 10 s of grace) ends the family. `session_expired` when it is not good. */
  refresh(input: { readonly refreshToken: string }): Promise<SignedIn>;
  /** Ends the session of each; no error when they have ended already. */
  signOut(input: { readonly refreshToken?: string | undefined; readonly claims?: TokenClaims | undefined }): Promise<void>;
  /** The session still stands and its user is active. Asked once for each token and version of rights. */
  isLive(claims: TokenClaims): Promise<boolean>;
  /** The user of a live session, as screens need them. */
  describeUser(userId: string): Promise<Pick<SignedIn, 'user' | 'teams'>>;
  /** Sends a temporary password; answers the same whether or not the e-mail is known. */
  requestPasswordReset(input: { readonly email: string; readonly address: string }): Promise<void>;
  temporarySignIn(input: { readonly email: string; readonly password: string; readonly address: string }): Promise<TemporarilySignedIn>;
  /** Sets the password and opens a session. The claims are of scope `registration`, and good once. */
  completeRegistration(input: { readonly claims: TokenClaims; readonly password: string }): Promise<SignedIn>;
  /** A user without a password, and an invite by e-mail (`POST /api/users/create`, `createTempUserAccount`). */
  invite(actor: Actor, input: WriteOptions & { readonly fields: JsonObject }): Promise<WriteResult>;
  /**
   * Sends an active user who has neither a password nor an invite theirs. Called again with the key, it sends the same one if
   * it may not have gone out before; any other key finds it sent. Errors: mail_failed.
   */
  sendInvite(input: { readonly userId: string; readonly key: string }): Promise<void>;
  /** System Admin: a user with a password, active at once. */
  register(actor: Actor, input: WriteOptions & { readonly fields: JsonObject; readonly password: string }): Promise<WriteResult>;
  /** Bookkeeping collections and the first admin of an empty store; undefined when there are users. Safe to run beside other processes. */
  ensureFirstAdmin(input: { readonly email?: string | undefined; readonly password?: string | undefined }): Promise<FirstAdmin | undefined>;
  /** Keeps in the user's record that they signed in now, as `signIn` and `completeRegistration` do; answers when, as ISO 8601. */
  recordSignIn(userId: string): Promise<string>;
  /** Sets a user's password without asking for the old one: seeds and the first admin. */
  setPassword(input: { readonly userId: string; readonly password: string }): Promise<void>;
  readonly apiTokens: ApiTokens;
  /** Waits for the e-mails that are sent behind an answer. */
  stop(): Promise<void>;
}
