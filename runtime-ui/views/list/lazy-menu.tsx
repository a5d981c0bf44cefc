import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { LazyBoundary } from '../../kit/index.ts';

interface LazyMenuProps {
  /** The button; a click on it loads its menu. */
  readonly button: ReactElement<{ readonly onClick?: () => void; readonly 'aria-haspopup'?: 'menu' }>;
  /** The menu over the same button, open from the start. */
  readonly menu: (button: ReactElement) => ReactNode;
}

/** A menu that is loaded when somebody wants it: the first grid does not wait for it. */
export function LazyMenu({ button, menu }: LazyMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) return cloneElement(button, { onClick: () => setWanted(true), 'aria-haspopup': 'menu' });
  return <LazyBoundary fallback={button}>{menu(button)}</LazyBoundary>;
}
