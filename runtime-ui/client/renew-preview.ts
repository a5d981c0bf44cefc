import type { StartedPreview } from '#engine/model/wire';
import { notifyPreviewChanged, previewRoute, readPreviewTab, writePreviewTab, type PreviewTab } from './preview-tab.ts';
import { isTokenExpired, readSessionToken, readTokenContent } from './token-store.ts';

/** The result of a token renewal: renewed; refused (sign in again); or unreachable (try later). */
export type RefreshResult = 'renewed' | 'refused' | 'unreachable';

type RenewSession = (stale: string | null) => Promise<RefreshResult>;

let running: Promise<RefreshResult> | undefined;

async function requestPreview({ request }: PreviewTab): Promise<Response | undefined> {
  try {
    return await fetch('/api/previews', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${readSessionToken() ?? ''}` },
      body: JSON.stringify(request),
    });
  } catch {
    return undefined;
  }
}

/** The definitions that a token is for. */
function contentOf(token: string): string {
  return JSON.stringify(readTokenContent(token)['preview']);
}

async function renew(tab: PreviewTab, renewSession: RenewSession): Promise<RefreshResult> {
  const session = readSessionToken();
  if (session === null) return 'refused';
  if (isTokenExpired(session, 5000)) {
    const renewed = await renewSession(session);
    if (renewed !== 'renewed') return renewed;
  }
  let response = await requestPreview(tab);
  if (response?.status === 401 && (await renewSession(readSessionToken())) === 'renewed') response = await requestPreview(tab);
  if (response === undefined || response.status >= 500 || response.status === 429) return 'unreachable';
  if (response.status === 401) return 'refused';
  if (!response.ok) {
    // It cannot go on: the draft has problems, was published or discarded. That page says so; nothing is shown until it has loaded.
    location.replace(previewRoute(tab.request, { back: tab.back, open: `${location.pathname}${location.search}` }));
    return new Promise(() => undefined);
  }
  const { token } = (await response.json()) as StartedPreview;
  writePreviewTab({ ...tab, token });
  if (contentOf(token) !== contentOf(tab.token)) notifyPreviewChanged();
  return 'renewed';
}

/** Requests another token for the preview of this tab, with the session of the admin. One request at a time. */
export function renewPreview(stale: string | null, renewSession: RenewSession): Promise<RefreshResult> {
  const tab = readPreviewTab();
  if (tab === undefined) return renewSession(stale);
  if (tab.token !== stale) return Promise.resolve('renewed');
  running ??= renew(tab, renewSession).finally(() => {
    running = undefined;
  });
  return running;
}
