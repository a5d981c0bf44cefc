import type { JsonValue } from '#engine/model';

/** Values that are kept for a while are good for this long: 15 minutes. */
export const STORAGE_TTL_MILLISECONDS = 900_000;

/** What a full storage must not take: the session and the theme that this page is in. */
const PRESERVED_KEYS = ['jwt_token', 'theme'] as const;

/** A text of this browser's storage; null when there is none, or storage is forbidden. */
export function readLocalStorage(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function clearFullStorage(cause: unknown): void {
  console.warn('Local storage is full and was cleared.', cause);
  const kept = PRESERVED_KEYS.map((key) => [key, readLocalStorage(key)] as const);
  globalThis.localStorage.clear();
  for (const [key, text] of kept) if (text !== null) globalThis.localStorage.setItem(key, text);
}

/** Keeps a text for all tabs. A full storage is logged, cleared, and tried once more; false when it could not be kept. */
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
      // Forbidden, or larger than all there is: it lasts as long as the page.
      return false;
    }
  }
}

/** Takes a text out of this browser's storage. */
export function removeLocalStorage(key: string): void {
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // What may not be written was not kept either.
  }
}

/** Keeps a value that is good for 15 minutes. */
export function writeWithExpiry(key: string, value: JsonValue, now = Date.now()): void {
  writeLocalStorage(key, JSON.stringify({ until: now + STORAGE_TTL_MILLISECONDS, value }));
}

/** What {@link writeWithExpiry} kept; once its time is up it is taken out and undefined. */
export function readWithExpiry(key: string, now = Date.now()): JsonValue | undefined {
  const text = readLocalStorage(key);
  if (text === null) return undefined;
  try {
    const kept = JSON.parse(text) as { readonly until?: unknown; readonly value?: JsonValue };
    if (typeof kept.until === 'number' && kept.until > now && kept.until <= now + STORAGE_TTL_MILLISECONDS) return kept.value;
  } catch {
    // Not ours: taken out like what is too old.
  }
  removeLocalStorage(key);
  return undefined;
}
