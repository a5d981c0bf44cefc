import { useEffect, useRef } from 'react';
import { t, type TextKey } from '../kit/index.ts';

/** Something that can be done on the page that is open; the command palette offers it. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  /** The single key that does the same. */
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Keys that do something by name; the others move about. */
const NAMED_KEYS: Readonly<Record<string, TextKey>> = {
  n: 'frame.keys.create', e: 'frame.keys.edit', f: 'frame.keys.filter', s: 'frame.keys.status', p: 'frame.keys.peek', c: 'frame.keys.call', m: 'frame.keys.mail', t: 'frame.keys.text',
};

const sources = new Set<() => readonly PageAction[]>();

/** Lets a source of actions be asked as long as it stands; answers how to take it away. */
export function addPageActions(source: () => readonly PageAction[]): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

/** What the keys of a page do, as actions. `names` are those of keys that mean something of their own there. */
export function listShortcutActions(keys: { readonly [key: string]: (() => void) | undefined }, names: { readonly [key: string]: string } = {}): readonly PageAction[] {
  return Object.entries(keys).flatMap(([key, run]) => {
    const known = Object.hasOwn(NAMED_KEYS, key) ? NAMED_KEYS[key] : undefined;
    const label = names[key] ?? (known && t(known));
    return run === undefined || label === undefined ? [] : [{ id: `key-${key}`, label, shortcut: key.toUpperCase(), run }];
  });
}

/** All that can be done on the open page, each once; asked when the palette opens. */
export function listPageActions(): readonly PageAction[] {
  const all = [...sources].flatMap((source) => source());
  return all.filter((action, at) => all.findIndex(({ id }) => id === action.id) === at);
}

/** Offers actions in the command palette while the page is open. */
export function usePageActions(actions: readonly PageAction[]): void {
  const current = useRef(actions);
  useEffect(() => { current.current = actions; });
  useEffect(() => addPageActions(() => current.current), []);
}
