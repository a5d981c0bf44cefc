import type { JsonValue } from '#engine/model/values';
import { readLocalStorage, readPreviewTab, writeLocalStorage } from '../../client/index.ts';

function keyOf(userId: string, name: string): string {
  return `muster.${userId}.${name}`;
}

/** Reads a preference of this user on this device; undefined if there is none, or if it is invalid. */
export function readLocalPreference<T extends JsonValue>(
  userId: string,
  name: string,
  isValid: (value: JsonValue) => value is T,
): T | undefined {
  try {
    const text = readLocalStorage(keyOf(userId, name));
    const value = text === null ? undefined : (JSON.parse(text) as JsonValue);
    return value !== undefined && isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a preference; without storage, and in a preview, it lasts as long as the page. */
export function writeLocalPreference(userId: string, name: string, value: JsonValue): void {
  if (readPreviewTab() === undefined) writeLocalStorage(keyOf(userId, name), JSON.stringify(value));
}
