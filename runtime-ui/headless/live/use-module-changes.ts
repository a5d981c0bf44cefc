import { useEffect, useRef } from 'react';
import { subscribeLive } from '../../client/index.ts';

/** Milliseconds from a change to the read that shows it, so that the saves of one moment are read together. */
const SETTLE_MILLISECONDS = 250;
/** Minimum milliseconds between two reads of one reader. */
const INTERVAL_MILLISECONDS = 1_500;

interface Followed {
  readonly readers: Set<() => void>;
  readonly stop: () => void;
}

/** The modules that are followed: each with one subscription, however many readers it has. */
const followed = new Map<string, Followed>();

function follow(module: string, reader: () => void): () => void {
  let entry = followed.get(module);
  if (entry === undefined) {
    const readers = new Set<() => void>();
    const notifyAll = (): void => readers.forEach((read) => read());
    const stop = subscribeLive({ kind: 'list', module }, { onStale: notifyAll, readAt: () => undefined, onChange: notifyAll });
    entry = { readers, stop };
    followed.set(module, entry);
  }
  const { readers, stop } = entry;
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size > 0 || followed.get(module)?.readers !== readers) return;
    stop();
    followed.delete(module);
  };
}

/** A function that calls another one soon, then at most once in an interval; the last call is never lost. */
export function createPacedCall(call: () => void): { readonly request: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const request = (): void => {
    if (timer !== undefined) return;
    const wait = Math.max(SETTLE_MILLISECONDS, lastAt + INTERVAL_MILLISECONDS - Date.now());
    timer = setTimeout(() => {
      timer = undefined;
      lastAt = Date.now();
      call();
    }, wait);
  };
  return { request, stop: () => clearTimeout(timer) };
}

/**
 * Calls `onChange` after saves of records of one or several modules that the user may see: within two seconds, and not more often. Undefined:
 * follows nothing.
 */
export function useModuleChanges(modules: string | readonly string[] | undefined, onChange: () => void): void {
  const notify = useRef(onChange);
  useEffect(() => {
    notify.current = onChange;
  });
  const names = typeof modules === 'string' ? modules : (modules ?? []).join(',');
  useEffect(() => {
    if (names === '') return undefined;
    const { request, stop } = createPacedCall(() => notify.current());
    const ends = names.split(',').map((name) => follow(name, request));
    return () => {
      ends.forEach((end) => end());
      stop();
    };
  }, [names]);
}
