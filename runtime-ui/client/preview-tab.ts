/** What a preview shows, and to whom: the body of `POST /api/previews`. */
export interface PreviewRequest {
  /** Id of a draft; null: the published definitions. */
  readonly changeSet: string | null;
  /** Id of a user; absent: roles are given. */
  readonly user?: string;
  readonly roles?: readonly string[];
  readonly teams?: readonly string[];
  readonly userType?: string;
}

/** The preview that this tab shows; it survives a reload. */
export interface PreviewTab {
  readonly request: PreviewRequest;
  /** The page from which it was started. */
  readonly back: string;
  /** The bearer token of its requests, in place of the session's. */
  readonly token: string;
}

const KEY = 'muster-preview';

/** The stored text and what it says, so that it is not read again for each request. */
let known: { readonly text: string; readonly tab: PreviewTab | undefined } | undefined;

function parse(text: string): PreviewTab | undefined {
  try {
    return JSON.parse(text) as PreviewTab;
  } catch {
    return undefined;
  }
}

/** The preview of this tab; undefined: it shows the product itself. */
export function readPreviewTab(): PreviewTab | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return undefined;
    if (known?.text !== text) known = { text, tab: parse(text) };
    return known.tab;
  } catch {
    return undefined;
  }
}

/** Makes this tab show a preview from its next request on; undefined: the product itself. Throws if the browser forbids storage. */
export function writePreviewTab(tab: PreviewTab | undefined): void {
  if (tab !== undefined) sessionStorage.setItem(KEY, JSON.stringify(tab));
  else if (readPreviewTab() !== undefined) sessionStorage.removeItem(KEY);
}

/** The address that starts a preview and opens a page in it. */
export function previewRoute(
  { changeSet, user, roles = [], teams = [], userType }: PreviewRequest,
  more: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams();
  const values = { changeSet: changeSet ?? undefined, user, roles: roles.join(','), teams: teams.join(','), userType, ...more };
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') query.set(name, value);
  return `/preview?${query.toString()}`;
}

const listeners = new Set<() => void>();

/** Calls the listener when the tab goes on with changed definitions. Returns a function that unsubscribes. */
export function onPreviewChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when a token for other definitions was received. */
export function notifyPreviewChanged(): void {
  for (const listener of listeners) listener();
}
