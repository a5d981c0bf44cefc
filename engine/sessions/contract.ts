import type { Actor } from '../access/index.ts';
import type { WriteOptions, WriteResult } from '../records/index.ts';
import type { ApiTokenView, CreatedApiToken, SessionUser, SessionView, UserAccountView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';

/**
 * The claims of an access token; `engine/api` signs it (15 minutes) and verifies it. `session`: valid for every endpoint. `registration`:
 * valid for `completeRegistration` only. `api`: made from an API token, which is not signed.
 */
export interface TokenClaims {
  /** Id of the user. */
  readonly sub: string;
  /** Id of the session (the family of refresh tokens), of the temporary sign-in, or of the API token. */
  readonly sid: string;
  readonly scope: 'session' | 'registration' | 'api';
  /** Id of the user who signed in and acts as `sub`; absent: `sub` signed in. */
  readonly impersonator?: string;
}

/** Where a request that checks a password comes from. */
export interface RequestOrigin {
  /** The client's IP address, for the limits on failed sign-ins. */
  readonly address: string;
  /** The device cookie of an earlier sign-in; absent: none was sent. */
  readonly device?: string | undefined;
  /** The `User-Agent` of the browser, for the list of sessions. */
  readonly userAgent?: string | undefined;
}

/** A session that was opened or renewed. */
export interface SignedIn {
  readonly user: SessionUser;
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
  /** The user who signed in and acts as `user`; null: `user` signed in. */
  readonly impersonator: SessionUser | null;
  readonly claims: TokenClaims;
  /** Opaque, valid for one use; stored in the httpOnly cookie. */
  readonly refreshToken: string;
  /** Milliseconds since the epoch. */
  readonly refreshExpiresAt: number;
  /** The device cookie to store: failures elsewhere do not lock out this device. Absent: the session was renewed. */
  readonly device?: string;
}

/** A first sign-in with a temporary password: valid only for setting a password. */
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

export interface CreateApiTokenInput extends RequestOrigin {
  /** The user whose rights the token has, narrowed by its scopes. */
  readonly userId: string;
  /** The user's password: a session that someone else took must not outlast it. */
  readonly password: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch; absent: valid until it is revoked. */
  readonly expiresAt?: number | undefined;
  /** An idempotency key: the same key returns the same token, or an error once that token was revoked. */
  readonly key?: string | undefined;
}

/** A valid API token, with the fields that its checks need. */
export interface ValidApiToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Tokens with which programs act as a user, without their password: random, stored only as a hash, shown once. Their scopes narrow the
 * rights of the user. The commit of each change also writes an audit entry, under the module `apiTokens`. Errors: password_wrong,
 * too_many_sign_ins, api_token_scope_unknown,
 * api_tokens_too_many, api_token_expiry_past, admin_only, idempotency_conflict, record_not_found.
 */
export interface ApiTokens {
  create(actor: Actor, input: CreateApiTokenInput): Promise<CreatedApiToken>;
  /** Newest first; undefined: the tokens of all users. */
  list(userId: string | undefined): Promise<readonly ApiTokenView[]>;
  /** The token is invalid from the next request on, on any node. */
  revoke(actor: Actor, input: { readonly id: string; readonly userId: string; readonly canRevokeAny: boolean }): Promise<void>;
  /** Undefined for a token that does not exist, was revoked or has expired, and for one whose user is not active. */
  find(token: string): Promise<ValidApiToken | undefined>;
  isLive(id: string): Promise<boolean>;
  /** Records the use of a token, at most once a minute, without delaying the response. */
  recordUse(id: string): void;
}

/**
 * How other users sign in, for System Admins. Each change has an audit entry under the module `userAccounts`. Errors: record_not_found,
 * account_inactive, too_many_requests, mail_failed.
 */
export interface UserAccounts {
  /** How the user signs in, and whether this admin may act as them. */
  describe(userId: string, adminId: string): Promise<UserAccountView>;
  /** The open sessions of the user, latest used first; `claims` are those of the admin. */
  listSessions(userId: string, claims: TokenClaims): Promise<readonly SessionView[]>;
  endSession(actor: Actor, input: { readonly userId: string; readonly sessionId: string }): Promise<void>;
  endAllSessions(actor: Actor, userId: string): Promise<void>;
  /** Sends a temporary password: an invite to a user who has no password, else a reset. Returns which. */
  sendPassword(actor: Actor, userId: string): Promise<'invite' | 'reset'>;
}

/**
 * Sign-in and password management. Whatever ends a session (sign-out, a new password, an inactive user, a refresh token used twice) bumps
 * the store's version of `rights`, so that every node calls `isLive` again at the next request. Errors: sign_in_failed, too_many_sign_ins,
 * session_expired, temporary_sign_in_failed, password_invalid, password_wrong, password_not_set, email_taken, admin_only, validation_failed, mail_failed
 * and those of records.
 */
export interface Sessions {
  /**
   * An unknown e-mail takes as long as a wrong password and returns the same error. Works while the store cannot be written.
   */
  signIn(input: RequestOrigin & { readonly email: string; readonly password: string }): Promise<SignedIn>;
  /**
   * Rotates the refresh token; a token used twice (after a grace period of 10 s) ends the session family. `session_expired` when it is not
   * valid.
   */
  refresh(input: { readonly refreshToken: string; readonly userAgent?: string | undefined }): Promise<SignedIn>;
  /** Ends the session of each given token; no error when a session has already ended. */
  signOut(input: { readonly refreshToken?: string | undefined; readonly claims?: TokenClaims | undefined }): Promise<void>;
  /** Whether the session is valid and its user is active. Called once for each token and version of rights. */
  isLive(claims: TokenClaims): Promise<boolean>;
  /** The user of a live session and the one who acts as them, as the UI needs it. */
  describeUser(userId: string, impersonatorId?: string): Promise<Pick<SignedIn, 'user' | 'teams' | 'impersonator'>>;
  /**
   * Continues the session as another user, who must be active and of a lower user type. It ends with the session, and when the user who
   * signed in may no longer do so. Errors: `impersonation_nested`, `impersonation_not_allowed`, `impersonation_of_equal`,
   * `impersonation_of_inactive`, `record_not_found`, `session_expired`.
   */
  startImpersonation(input: { readonly claims: TokenClaims; readonly userId: string }): Promise<SignedIn>;
  /** Continues the session as the user who signed in. */
  stopImpersonation(claims: TokenClaims): Promise<SignedIn>;
  /** Sends a temporary password; returns the same result whether or not the e-mail is known. */
  requestPasswordReset(input: { readonly email: string; readonly address: string }): Promise<void>;
  temporarySignIn(input: RequestOrigin & { readonly email: string; readonly password: string }): Promise<TemporarilySignedIn>;
  /**
   * Sets the password and opens a session; all others end, and the user's API tokens unless `endApiTokens` is false. A user who had a
   * password is sent by e-mail. The claims have scope `registration` and can be used once.
   */
  completeRegistration(
    input: Omit<RequestOrigin, 'address'> & {
      readonly claims: TokenClaims;
      readonly password: string;
      readonly endApiTokens?: boolean | undefined;
    },
  ): Promise<SignedIn>;
  /** Same for a signed-in user, who enters the present password. Errors: `password_wrong`, `password_invalid`, `too_many_sign_ins`. */
  changePassword(
    input: RequestOrigin & {
      readonly claims: TokenClaims;
      readonly currentPassword: string;
      readonly password: string;
      readonly endApiTokens?: boolean | undefined;
    },
  ): Promise<SignedIn>;
  /**
   * Sends a code to a new e-mail of a signed-in user, who enters the password, and a notice to the present one. Errors: `password_wrong`,
   * `too_many_sign_ins`, `too_many_requests`, `validation_failed`, `mail_failed`.
   */
  requestEmailChange(
    input: RequestOrigin & { readonly claims: TokenClaims; readonly email: string; readonly password: string },
  ): Promise<void>;
  /** Changes the e-mail with that code, and notifies the previous address. Errors: `email_code_wrong`, `email_change_ended`, `email_taken`. */
  confirmEmailChange(input: { readonly claims: TokenClaims; readonly code: string }): Promise<void>;
  /** The open sessions of the user, latest used first. */
  listSessions(claims: TokenClaims): Promise<readonly SessionView[]>;
  /** Ends one session of the user. Errors: `record_not_found`. */
  endOwnSession(claims: TokenClaims, id: string): Promise<void>;
  /** Ends every session of the user, this one too. */
  endAllSessions(claims: TokenClaims): Promise<void>;
  /** Creates a user without a password and sends an invite by e-mail (`POST /api/users/create`, `createTempUserAccount`). */
  invite(actor: Actor, input: WriteOptions & { readonly fields: JsonObject }): Promise<WriteResult>;
  /**
   * Sends an invite to an active user who has neither a password nor an invite. Called again with the same key, it sends the same invite
   * again if it may not have been sent; with another key it does nothing. Errors: mail_failed.
   */
  sendInvite(input: { readonly userId: string; readonly key: string }): Promise<void>;
  /** System Admin only: creates a user with a password, active at once. */
  register(actor: Actor, input: WriteOptions & { readonly fields: JsonObject; readonly password: string }): Promise<WriteResult>;
  /**
   * Creates the system collections and the first admin of an empty store; undefined when users exist. Safe to run in several processes at
   * the same time.
   */
  ensureFirstAdmin(input: { readonly email?: string | undefined; readonly password?: string | undefined }): Promise<FirstAdmin | undefined>;
  /** Saves the time of the sign-in in the user's record, as `signIn` and `completeRegistration` do; returns it as ISO 8601. */
  recordSignIn(userId: string): Promise<string>;
  /** Sets a user's password without checking the old one: for seeds and the first admin. */
  setPassword(input: { readonly userId: string; readonly password: string }): Promise<void>;
  readonly apiTokens: ApiTokens;
  readonly userAccounts: UserAccounts;
  /** Waits for e-mails that are still being sent after their response. */
  stop(): Promise<void>;
}
