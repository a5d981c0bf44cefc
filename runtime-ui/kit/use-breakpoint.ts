import { useSyncExternalStore } from 'react';

/** Width ranges of the frame: `wide` from 1200, `medium` 681 to 1199, `phone` 680 or less. */
export type Breakpoint = 'wide' | 'medium' | 'phone';

const PHONE = '(max-width: 680px)';
const WIDE = '(min-width: 1200px)';

function readBreakpoint(): Breakpoint {
  if (typeof globalThis.matchMedia !== 'function') return 'wide';
  if (globalThis.matchMedia(PHONE).matches) return 'phone';
  return globalThis.matchMedia(WIDE).matches ? 'wide' : 'medium';
}

function subscribe(listener: () => void): () => void {
  if (typeof globalThis.matchMedia !== 'function') return () => undefined;
  const queries = [PHONE, WIDE].map((query) => globalThis.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** The breakpoint of the window, updated on resize. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(subscribe, readBreakpoint, () => 'wide');
}
