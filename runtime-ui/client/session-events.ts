type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls the listener when a signed-in request was refused for good (401 after a renewal attempt). Returns a function that unsubscribes. */
export function onSessionExpired(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the fetch client only. */
export function notifySessionExpired(): void {
  for (const listener of listeners) listener();
}
