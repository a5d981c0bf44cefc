import { useSyncExternalStore } from 'react';

/** The matrix has a dozen columns: narrower windows have no place beside it. */
const WIDE = '(min-width: 1400px)';

function isWide(): boolean {
  return typeof globalThis.matchMedia === 'function' && globalThis.matchMedia(WIDE).matches;
}

function subscribe(listener: () => void): () => void {
  if (typeof globalThis.matchMedia !== 'function') return () => undefined;
  const query = globalThis.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window has a place for the simulator beside the matrix of rights. */
export function useSimulatorBeside(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => false);
}
