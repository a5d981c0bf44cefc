import type { JsonValue } from '#engine/model';
import { isObject, useLocalPreference } from '#ui';

/** A conversation in the message bar of this browser. */
export interface BarWindow {
  readonly key: string;
  /** Its messages are shown; false: only its tab. */
  readonly isOpen: boolean;
}

/** Conversations in one message bar. */
export const MAX_WINDOWS = 3;

const NONE: readonly JsonValue[] = [];

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function readWindow(value: JsonValue): readonly BarWindow[] {
  const key = isObject(value) ? value['key'] : undefined;
  return isObject(value) && typeof key === 'string' ? [{ key, isOpen: value['isOpen'] === true }] : [];
}

/** The conversations that the user has in the message bar of this browser, the last one first. */
export function useBarWindows() {
  const [stored, store] = useLocalPreference('chat-windows', NONE, isList);
  const windows = stored.flatMap(readWindow);
  const without = (key: string) => windows.filter((one) => one.key !== key);
  const save = (next: readonly BarWindow[]) => store(next.slice(0, MAX_WINDOWS).map(({ key, isOpen }) => ({ key, isOpen })));
  return {
    windows,
    show: (key: string, isOpen: boolean) => save([{ key, isOpen }, ...without(key)]),
    remove: (key: string) => save(without(key)),
  };
}
