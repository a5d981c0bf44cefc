import { useEffect, useRef, useState } from 'react';
import { writeLocalStorage, readLocalStorage } from '../../client/index.ts';
import { triggerUndo } from '../../kit/index.ts';

const SWITCH = 'muster-keys';
const SEQUENCE_MILLISECONDS = 1200;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** Whether single-key shortcuts are on; stored in this browser. Shortcuts with Ctrl are always on. */
export function useSingleKeySetting(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readLocalStorage(SWITCH) !== 'off');
  const choose = (next: boolean) => {
    writeLocalStorage(SWITCH, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, choose];
}

export interface ShortcutHandlers {
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
  /** Called with the letter after G; returns whether it has a target. */
  readonly onGo: (letter: string) => void;
  readonly singleKeys: boolean;
}

/** The shortcuts of the frame: Ctrl K, Ctrl Z, ?, and G then a letter. Lists, records and forms have their own. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const latest = useRef(handlers);
  const goPressedAt = useRef(0);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { onSearch, onShortcuts, onGo, singleKeys } = latest.current;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return onSearch();
      }
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTyping(event.target) && triggerUndo())
        return event.preventDefault();
      if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return;
      if (event.key === '?') return onShortcuts();
      const isSequence = Date.now() - goPressedAt.current < SEQUENCE_MILLISECONDS;
      goPressedAt.current = event.key === 'g' && !isSequence ? Date.now() : 0;
      if (!isSequence || event.key.length !== 1) return;
      // Other listeners must not handle the second key.
      event.stopImmediatePropagation();
      onGo(event.key.toLowerCase());
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** Assigns a shortcut letter to each label: its first letter that is still free. */
export function assignShortcutLetters(labels: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const label of labels) {
    const letter = [...label.toLowerCase()].find((character) => /[a-z]/u.test(character) && !taken.has(character));
    if (letter !== undefined) taken.set(letter, label);
  }
  return taken;
}
