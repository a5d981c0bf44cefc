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

/** The content of a JWT; empty if it cannot be read. */
function readClaims(token: string): { readonly exp?: unknown; readonly sub?: unknown } {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as object;
  } catch {
    return {};
  }
}

/** Epoch milliseconds at which a JWT expires; 0 if it cannot be read. */
export function tokenExpiry(token: string): number {
  const { exp } = readClaims(token);
  return typeof exp === 'number' ? exp * 1000 : 0;
}

/** Id of the user whose token it is; undefined if it cannot be read. */
export function findTokenUser(token: string): string | undefined {
  const { sub } = readClaims(token);
  return typeof sub === 'string' ? sub : undefined;
}

/** Whether the token is missing, unreadable, or expired (`leeway` milliseconds early). */
export function isTokenExpired(token: string | null, leeway = 0): boolean {
  return token === null || tokenExpiry(token) <= Date.now() + leeway;
}
