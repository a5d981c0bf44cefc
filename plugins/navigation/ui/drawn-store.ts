import { useEffect, useSyncExternalStore } from 'react';
import { callApi, useUserId } from '#ui';
import type { DrawnNavigation } from '../shared/drawn.ts';

interface Drawn {
  readonly navigation: DrawnNavigation | undefined;
  /** Why it could not be read; undefined: it could, or is being read. */
  readonly error: unknown;
}

const NOTHING: Drawn = { navigation: undefined, error: undefined };

let drawn = NOTHING;
/** The user whose navigation it is; undefined: nothing was read yet. */
let owner: string | undefined;
let isReading = false;
let isStale = false;
const listeners = new Set<() => void>();

function publish(next: Drawn): void {
  drawn = next;
  for (const listener of listeners) listener();
}

/** Reads it again. While it is being read, once more after that: what is being read may be old already. */
export async function reloadDrawn(): Promise<void> {
  if (isReading) {
    isStale = true;
    return;
  }
  isReading = true;
  const user = owner;
  const next = await callApi<DrawnNavigation>('GET', '/api/navigation').then(
    (navigation): Drawn => ({ navigation, error: undefined }),
    (error: unknown): Drawn => ({ navigation: drawn.navigation, error }),
  );
  isReading = false;
  if (user === owner) publish(next);
  if (!isStale && user === owner) return;
  isStale = false;
  await reloadDrawn();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Drawn {
  return drawn;
}

/** What the signed-in user sees besides the menu: read once, and again when it changes. */
export function useDrawn(): Drawn {
  const user = useUserId();
  useEffect(() => {
    if (user === undefined || user === owner) return;
    owner = user;
    publish(NOTHING);
    void reloadDrawn();
  }, [user]);
  return useSyncExternalStore(subscribe, read, read);
}
