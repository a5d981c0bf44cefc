import { removeLocalStorage, writeLocalStorage, readLocalStorage } from './browser-storage.ts';
import { readPreviewTab } from './preview-tab.ts';

const TOKEN_KEY = 'jwt_token';

/** The bearer token of this tab: that of its preview, else of the session; null: there is none. */
export function readToken(): string | null {
  return readPreviewTab()?.token ?? readSessionToken();
}

/** The bearer token of the session in this browser, or null. */
export function readSessionToken(): string | null {
  return readLocalStorage(TOKEN_KEY);
}

/** Stores the token of the session for all tabs; null removes it. If the storage is full, it is cleared and the write is tried once more. */
export function storeToken(token: string | null): void {
  if (token === null) removeLocalStorage(TOKEN_KEY);
  else writeLocalStorage(TOKEN_KEY, token);
}

/** The content of a JWT; empty if it cannot be read. */
export function readTokenContent(token: string): { readonly [name: string]: unknown } {
  try {
    const content: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return content as { readonly [name: string]: unknown };
  } catch {
    return {};
  }
}

/** Epoch milliseconds at which a JWT expires; 0 if it cannot be read. */
export function tokenExpiry(token: string): number {
  const { exp } = readTokenContent(token);
  return typeof exp === 'number' ? exp * 1000 : 0;
}

/** Id of the user whose token it is; undefined if it cannot be read. */
export function findTokenUser(token: string): string | undefined {
  const { sub } = readTokenContent(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** Whether the token is missing, unreadable, or expired (`leeway` milliseconds early). */
export function isTokenExpired(token: string | null, leeway = 0): boolean {
  return token === null || tokenExpiry(token) <= Date.now() + leeway;
}
