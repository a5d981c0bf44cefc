import type { ApiTokenView, CreatedApiToken } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

export interface ApiTokenInput {
  readonly name: string;
  readonly scopes: readonly string[];
  /** ISO 8601; null: valid until it is revoked. */
  readonly expiresAt: string | null;
  /** The user's password. */
  readonly password: string;
}

const PATH = '/api/api-tokens';

/** The user's own tokens, newest first. */
export async function getApiTokens(signal?: AbortSignal): Promise<readonly ApiTokenView[]> {
  return (await callApi<{ readonly data: readonly ApiTokenView[] }>('GET', PATH, signal ? { signal } : {})).data;
}

const once = createIdempotentSend();

/** Creates a token. If the response was lost and the request is sent again, it returns the same token. */
export function createApiToken(input: ApiTokenInput): Promise<CreatedApiToken> {
  return once(['POST', PATH, input], (idempotencyKey) => callApi<CreatedApiToken>('POST', PATH, { body: input, idempotencyKey }));
}

export async function revokeApiToken(id: string): Promise<void> {
  await callApi('DELETE', `${PATH}/${encodeURIComponent(id)}`);
}
