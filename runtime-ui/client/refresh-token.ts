import type { SignInResponse } from '#engine/model/wire';
import { readPreviewTab } from './preview-tab.ts';
import type { RefreshResult } from './renew-preview.ts';
import { readSessionToken, storeToken } from './token-store.ts';

export type { RefreshResult };

const LOCK = 'muster-refresh';
let running: Promise<RefreshResult> | undefined;

async function requestToken(): Promise<RefreshResult> {
  let response: Response;
  try {
    response = await fetch('/api/auth/refresh', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  } catch {
    return 'unreachable';
  }
  if (response.status >= 500 || response.status === 429) return 'unreachable';
  if (!response.ok) return 'refused';
  const renewed = (await response.json()) as SignInResponse;
  if (!renewed.token) return 'refused';
  storeToken(renewed.token);
  return 'renewed';
}

async function renewOnce(stale: string | null): Promise<RefreshResult> {
  // Another tab may have renewed the token while this one waited for the lock.
  const now = readSessionToken();
  if (now !== null && now !== stale) return 'renewed';
  return requestToken();
}

async function renewLocked(stale: string | null): Promise<RefreshResult> {
  const { locks } = navigator;
  return locks ? locks.request(LOCK, () => renewOnce(stale)) : renewOnce(stale);
}

/**
 * Renews the token `stale` of the session with the refresh cookie. Sends one request at a time in this tab and, with a browser lock, across
 * tabs, because a refresh token that is used twice ends the session.
 */
function refreshSession(stale: string | null): Promise<RefreshResult> {
  running ??= renewLocked(stale).finally(() => {
    running = undefined;
  });
  return running;
}

/** Renews the token `stale` of this tab: that of its preview, else of the session. */
export async function refreshToken(stale: string | null): Promise<RefreshResult> {
  if (readPreviewTab() === undefined) return refreshSession(stale);
  // Loaded in a preview alone.
  const { renewPreview } = await import('./renew-preview.ts');
  return renewPreview(stale, refreshSession);
}
