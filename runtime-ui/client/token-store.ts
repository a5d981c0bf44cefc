import { removeLocalStorage, writeLocalStorage, readLocalStorage } from './browser-storage.ts';

const TOKEN_KEY = 'jwt_token';

/** The bearer token of this browser, or null. */
export function readToken(): string | null {
  return readLocalStorage(TOKEN_KEY);
}

/** Keeps the token for all tabs; null forgets it. A full storage is cleared and tried once more. */
export function storeToken(token: string | null): void {
  if (token === null) removeLocalStorage(TOKEN_KEY);
  else writeLocalStorage(TOKEN_KEY, token);
}

/** Epoch milliseconds at which a JWT ends; 0 when it cannot be read. */
export function tokenExpiry(token: string): number {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof claims.exp === 'number' ? claims.exp * 1000 : 0;
  } catch {
    return 0;
  }
}

/** Missing, unreadable, or past its end (`leeway` milliseconds early). */
export function isTokenExpired(token: string | null, leeway = 0): boolean {
  return token === null || tokenExpiry(token) <= Date.now() + leeway;
}
