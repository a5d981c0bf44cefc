import type { JsonObject } from '#engine/model/values';
import type { ApiTokenView, SessionView, UserAccountView } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';
import { searchRecords, type SavedRecord } from './record-api.ts';

const USERS = '/api/users';
const once = createIdempotentSend();
const pathOf = (id: string) => `${USERS}/${encodeURIComponent(id)}`;
const read = <T>(path: string, signal?: AbortSignal) => callApi<T>('GET', path, signal ? { signal } : {});

interface ListOf<T> {
  readonly data: readonly T[];
}

/** How a user signs in, and whether the requester may act as them. */
export function getUserAccount(id: string, signal?: AbortSignal): Promise<UserAccountView> {
  return read(`${pathOf(id)}/account`, signal);
}

/** The open sessions of a user, latest used first. */
export async function getUserSessions(id: string, signal?: AbortSignal): Promise<readonly SessionView[]> {
  return (await read<ListOf<SessionView>>(`${pathOf(id)}/sessions`, signal)).data;
}

export async function endUserSession(id: string, session: string): Promise<void> {
  await callApi('DELETE', `${pathOf(id)}/sessions/${encodeURIComponent(session)}`);
}

export async function endUserSessions(id: string): Promise<void> {
  await callApi('DELETE', `${pathOf(id)}/sessions`);
}

/** The API tokens of a user, newest first. */
export async function getUserApiTokens(id: string, signal?: AbortSignal): Promise<readonly ApiTokenView[]> {
  return (await read<ListOf<ApiTokenView>>(`${pathOf(id)}/api-tokens`, signal)).data;
}

/** Sends a temporary password: an invite to a user who has no password, else a reset. */
export async function sendUserPassword(id: string): Promise<'invite' | 'reset'> {
  return (await callApi<{ readonly purpose: 'invite' | 'reset' }>('POST', `${pathOf(id)}/send-password`)).purpose;
}

/** Creates a user without a password and sends an invite. `_warnings` of the response say that the e-mail could not be sent. */
export function inviteUser(fields: JsonObject): Promise<SavedRecord> {
  return once(['POST', USERS, fields], (idempotencyKey) => callApi<SavedRecord>('POST', USERS, { body: fields, idempotencyKey }));
}

/** Creates a user without a password, roles and teams of their own, and sends a temporary password. `_warnings` as for `inviteUser`. */
export function createTemporaryAccount(fields: JsonObject): Promise<SavedRecord> {
  const path = `${USERS}/createTempUserAccount`;
  return once(['POST', path, fields], (idempotencyKey) => callApi<SavedRecord>('POST', path, { body: fields, idempotencyKey }));
}

/** Creates a user who can sign in at once. */
export function registerUser(fields: JsonObject): Promise<SavedRecord> {
  const path = `${USERS}/register`;
  return once(['POST', path, fields], (idempotencyKey) => callApi<SavedRecord>('POST', path, { body: fields, idempotencyKey }));
}

export async function setUserActive(id: string, active: boolean): Promise<void> {
  await callApi('PUT', `${USERS}/mark-user-${active ? 'active' : 'inactive'}/${encodeURIComponent(id)}`, { body: {} });
}

/** A role or a team, by name. */
export interface NamedChoice {
  readonly _id: string;
  readonly name: string;
}

/** All roles or teams, by name. */
export async function getChoices(kind: 'roles' | 'teams', signal?: AbortSignal): Promise<readonly NamedChoice[]> {
  const page = await searchRecords<NamedChoice>(`/api/${kind}`, { pageSize: 1000, sortField: 'name', sortOrder: 'asc' }, signal);
  return page.data.map(({ _id, name }) => ({ _id, name }));
}

/** Number of users of each team, by its id. */
export async function countTeamMembers(signal?: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const body = { by: [{ field: 'teams' }] };
  const { data } = await callApi<ListOf<{ readonly keys: readonly unknown[]; readonly measures: { readonly count: number } }>>(
    'POST',
    `${USERS}/group`,
    { body, ...(signal ? { signal } : {}) },
  );
  return new Map(data.map(({ keys: [team], measures }) => [String(team), measures.count]));
}
