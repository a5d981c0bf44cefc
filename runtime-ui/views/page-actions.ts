import { useEffect, useRef } from 'react';
import { t, type TextKey } from '../kit/index.ts';

/** An action of the open page; the command palette offers it. */
export interface PageAction {
  readonly id: string;
  readonly label: string;
  /** The key that runs the same action. */
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Keys with a labelled action; the others are for navigation. */
const NAMED_KEYS: Readonly<Record<string, TextKey>> = {
  n: 'frame.keys.create',
  e: 'frame.keys.edit',
  f: 'frame.keys.filter',
  s: 'frame.keys.status',
  p: 'frame.keys.peek',
  c: 'frame.keys.call',
  m: 'frame.keys.mail',
  t: 'frame.keys.text',
};

const sources = new Set<() => readonly PageAction[]>();

/** Registers a source of actions; returns a function that removes it. */
export function addPageActions(source: () => readonly PageAction[]): () => void {
  sources.add(source);
  return () => sources.delete(source);
}

/** The shortcuts of a page as actions. `names` are labels for keys with a page-specific meaning. */
export function listShortcutActions(
  keys: { readonly [key: string]: (() => void) | undefined },
  names: { readonly [key: string]: string } = {},
): readonly PageAction[] {
  return Object.entries(keys).flatMap(([key, run]) => {
    const known = Object.hasOwn(NAMED_KEYS, key) ? NAMED_KEYS[key] : undefined;
    const label = names[key] ?? (known && t(known));
    return run === undefined || label === undefined ? [] : [{ id: `key-${key}`, label, shortcut: key.toUpperCase(), run }];
  });
}

/** All actions of the open page, without duplicates; called when the palette opens. */
export function listPageActions(): readonly PageAction[] {
  const all = [...sources].flatMap((source) => source());
  return all.filter((action, at) => all.findIndex(({ id }) => id === action.id) === at);
}

/** Offers actions in the command palette while the page is open. */
export function usePageActions(actions: readonly PageAction[]): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => addPageActions(() => current.current), []);
}
