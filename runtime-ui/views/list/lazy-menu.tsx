import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';
import { holdKeys, LazyBoundary } from '../../kit/index.ts';

interface LazyMenuProps {
  /** The button; a click loads its menu. */
  readonly button: ReactElement<{ readonly onClick?: () => void; readonly 'aria-haspopup'?: 'menu' }>;
  /** The menu with the same button as target, initially open. */
  readonly menu: (button: ReactElement) => ReactNode;
}

/** A menu that is loaded on the first click, so that the first grid does not wait for it. */
export function LazyMenu({ button, menu }: LazyMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted)
    return cloneElement(button, {
      onClick: () => {
        holdKeys();
        setWanted(true);
      },
      'aria-haspopup': 'menu',
    });
  return <LazyBoundary fallback={button}>{menu(button)}</LazyBoundary>;
}
