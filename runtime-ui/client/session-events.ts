type Listener = () => void;

const listeners = new Set<Listener>();

/** Tells when a signed-in call was refused for good (401 after a renewal was tried). Answers how to stop listening. */
export function onSessionExpired(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Raised by the fetch client alone. */
export function notifySessionExpired(): void {
  for (const listener of listeners) listener();
}
