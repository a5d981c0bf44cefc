import type { SessionView, SignInResponse } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { startSession } from './session-store.ts';

/** Changes the user's own password. Their other sessions end; this one continues. */
export async function changePassword(input: {
  readonly currentPassword: string;
  readonly password: string;
  readonly endApiTokens?: boolean;
}): Promise<void> {
  startSession(await callApi<SignInResponse>('POST', '/api/users/change-password', { body: input }));
}

/** Requests a change of the user's own e-mail: a code is sent to the new address. */
export async function requestEmailChange(input: { readonly email: string; readonly password: string }): Promise<void> {
  await callApi('POST', '/api/users/change-email', { body: input });
}

/** Changes the e-mail with that code. */
export async function confirmEmailChange(code: string): Promise<void> {
  await callApi('POST', '/api/users/confirm-email', { body: { code } });
}

/** The user's open sessions, latest used first. */
export async function getSessions(signal?: AbortSignal): Promise<readonly SessionView[]> {
  return (await callApi<{ readonly data: readonly SessionView[] }>('GET', '/api/auth/sessions', signal ? { signal } : {})).data;
}

export async function endOneSession(id: string): Promise<void> {
  await callApi('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`);
}

/** Ends all sessions of the user, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await callApi('POST', '/api/auth/sign-out-everywhere');
}
