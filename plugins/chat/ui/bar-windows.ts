import { isObject, useLocalPreference } from '#ui';
import type { JsonValue } from '#engine/model';

/** A conversation in the message bar of this browser. */
export interface BarWindow {
  readonly key: string;
  /** Its messages are shown; false: only its tab. */
  readonly isOpen: boolean;
}

/** Conversations in one message bar. */
export const MAX_WINDOWS = 3;

type Windows = readonly { readonly [name: string]: JsonValue }[];

function isWindows(value: JsonValue): value is Windows & JsonValue {
  return Array.isArray(value) && value.every((one) => isObject(one));
}

/** The conversations that the user has in the message bar of this browser, the last one first. */
export function useBarWindows() {
  const [stored, store] = useLocalPreference<Windows & JsonValue>('chat-windows', [], isWindows);
  const windows: readonly BarWindow[] = stored.map(({ key, isOpen }) => ({ key: String(key), isOpen: isOpen === true }));
  const without = (key: string) => windows.filter((one) => one.key !== key);
  return {
    windows,
    show: (key: string, isOpen: boolean) => store([{ key, isOpen }, ...without(key)].slice(0, MAX_WINDOWS).map((one) => ({ ...one }))),
    remove: (key: string) => store(without(key).map((one) => ({ ...one }))),
  };
}
