import type { SessionUser, ShellView, SignInResponse } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { writePreviewTab } from './preview-tab.ts';
import { endSession, startSession, updateSession } from './session-store.ts';

/** Signs in and stores the session. A failed sign-in is an ApiError 422 with the message of the server. */
export async function login(input: { readonly email: string; readonly password: string }): Promise<SignInResponse> {
  const response = await callApi<SignInResponse>('POST', '/api/users/login', { body: input, anonymous: true });
  startSession(response);
  return response;
}

/** Ends the session on the server and here; here even if the server is unreachable. True if a user was signed in. */
export async function logout(): Promise<boolean> {
  // Of a preview, the session of the admin ends.
  writePreviewTab(undefined);
  try {
    await callApi('GET', '/api/users/logout', { anonymous: false });
  } catch {
    // An ended session or an unreachable server also counts as signed out.
  }
  return endSession();
}

/** Requests a temporary password by e-mail. The response is the same for an unknown address. */
export async function passwordReset(email: string): Promise<void> {
  await callApi('POST', '/api/users/password-reset', { body: { email }, anonymous: true });
}

/** The response of the temporary sign-in: `token` is valid for completeRegistration only. */
export interface TemporarySignInResponse {
  readonly status: boolean;
  readonly user: SessionUser | null;
  readonly token?: string;
  readonly error: string | null;
}

/** First step of a new password: e-mail and temporary password. */
export function temporarySignIn(input: { readonly email: string; readonly password: string }): Promise<TemporarySignInResponse> {
  return callApi<TemporarySignInResponse>('POST', '/api/users/templogin', { body: input, anonymous: true });
}

/** Second step: sets the password and signs in. */
export async function completeRegistration(input: {
  readonly token: string;
  readonly email: string;
  readonly password: string;
}): Promise<SignInResponse> {
  const response = await callApi<SignInResponse>('POST', '/api/users/completeRegistration', { body: input, anonymous: true });
  startSession(response);
  return response;
}

/** Returns the data of the application shell after sign-in, and updates the signed-in user. */
export async function getShell(signal?: AbortSignal): Promise<ShellView> {
  const shell = await callApi<ShellView>('GET', '/api/shell', signal ? { signal } : {});
  updateSession(shell);
  return shell;
}
