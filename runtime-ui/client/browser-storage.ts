import type { JsonValue } from '#engine/model/values';

/** Lifetime of values that are stored with an expiry time: 15 minutes. */
export const STORAGE_TTL_MILLISECONDS = 900_000;

/** Keys that are not cleared when the storage is full: the session and the theme of the page. */
const PRESERVED_KEYS = ['jwt_token', 'theme'] as const;

/** Reads a text from local storage; null if there is none, or if storage is forbidden. */
export function readLocalStorage(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function clearFullStorage(cause: unknown): void {
  console.warn('Local storage is full and was cleared.', cause);
  const preserved = PRESERVED_KEYS.map((key) => [key, readLocalStorage(key)] as const);
  globalThis.localStorage.clear();
  for (const [key, text] of preserved) if (text !== null) globalThis.localStorage.setItem(key, text);
}

/**
 * Stores a text for all tabs. If the storage is full, this is logged, the storage is cleared, and the write is tried once more. Returns
 * false if the text could not be stored.
 */
export function writeLocalStorage(key: string, text: string): boolean {
  try {
    globalThis.localStorage.setItem(key, text);
    return true;
  } catch (error) {
    try {
      clearFullStorage(error);
      globalThis.localStorage.setItem(key, text);
      return true;
    } catch {
      // Storage is forbidden, or the text is larger than the quota: the value lasts as long as the page.
      return false;
    }
  }
}

/** Removes a text from local storage. */
export function removeLocalStorage(key: string): void {
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // If writing is forbidden, nothing was stored.
  }
}

/** Stores a value for 15 minutes. */
export function writeWithExpiry(key: string, value: JsonValue, now = Date.now()): void {
  writeLocalStorage(key, JSON.stringify({ until: now + STORAGE_TTL_MILLISECONDS, value }));
}

/** Reads a value that {@link writeWithExpiry} stored; an expired value is removed and undefined is returned. */
export function readWithExpiry(key: string, now = Date.now()): JsonValue | undefined {
  const text = readLocalStorage(key);
  if (text === null) return undefined;
  try {
    const stored = JSON.parse(text) as { readonly until?: unknown; readonly value?: JsonValue };
    if (typeof stored.until === 'number' && stored.until > now && stored.until <= now + STORAGE_TTL_MILLISECONDS) return stored.value;
  } catch {
    // Another format: removed like an expired value.
  }
  removeLocalStorage(key);
  return undefined;
}
