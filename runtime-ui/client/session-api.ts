import type { SessionUser, ShellView, SignInResponse } from '#engine/model';
import { callApi } from './call-api.ts';
import { endSession, startSession, updateSession } from './session-store.ts';

/** Signs in and keeps the session. A failed sign-in is an ApiError 422 with the server's text. */
export async function login(input: { readonly email: string; readonly password: string }): Promise<SignInResponse> {
  const answer = await callApi<SignInResponse>('POST', '/api/users/login', { body: input, anonymous: true });
  startSession(answer);
  return answer;
}

/** Ends the session on the server and here; here even when the server is not reached. True when somebody was signed in. */
export async function logout(): Promise<boolean> {
  try {
    await callApi('GET', '/api/users/logout', { anonymous: false });
  } catch {
    // An ended or unreachable session is as good as signed out.
  }
  return endSession();
}

/** Asks for a temporary password by e-mail. Answers the same for an unknown address. */
export async function passwordReset(email: string): Promise<void> {
  await callApi('POST', '/api/users/password-reset', { body: { email }, anonymous: true });
}

/** What the temporary sign-in answers: `token` is good for completeRegistration alone. */
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
export async function completeRegistration(input: { readonly token: string; readonly email: string; readonly password: string }): Promise<SignInResponse> {
  const answer = await callApi<SignInResponse>('POST', '/api/users/completeRegistration', { body: input, anonymous: true });
  startSession(answer);
  return answer;
}

/** Data of the application shell after sign-in; also renews who is signed in. */
export async function getShell(signal?: AbortSignal): Promise<ShellView> {
  const shell = await callApi<ShellView>('GET', '/api/shell', signal ? { signal } : {});
  updateSession(shell);
  return shell;
}
