import type { ReactNode } from 'react';

/** A key, as printed on it. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="ms-kbd">{children}</kbd>;
}
