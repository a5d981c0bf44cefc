import type { ReactNode } from 'react';

/** A keyboard key. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="ms-kbd">{children}</kbd>;
}
