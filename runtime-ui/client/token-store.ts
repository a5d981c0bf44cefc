import { removeLocalStorage, writeLocalStorage, readLocalStorage } from './browser-storage.ts';

const TOKEN_KEY = 'jwt_token';

/** The bearer token of this browser, or null. */
export function readToken(): string | null {
  return readLocalStorage(TOKEN_KEY);
}

/** Stores the token for all tabs; null removes it. If the storage is full, it is cleared and the write is tried once more. */
export function storeToken(token: string | null): void {
  if (token === null) removeLocalStorage(TOKEN_KEY);
  else writeLocalStorage(TOKEN_KEY, token);
}

/** Epoch milliseconds at which a JWT expires; 0 if it cannot be read. */
export function tokenExpiry(token: string): number {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : 0;
  } catch {
    return 0;
  }
}

/** Whether the token is missing, unreadable, or expired (`leeway` milliseconds early). */
export function isTokenExpired(token: string | null, leeway = 0): boolean {
  return token === null || tokenExpiry(token) <= Date.now() + leeway;
}
