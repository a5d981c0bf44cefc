import { Portal } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import './mode-bar.css';

const SHOWN = 'ms-has-mode-bar';

interface ModeBarProps {
  /** Names the bar for screen readers. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Its colours. */
  readonly className: string;
  /** The class of the page while it is shown; it sets the height of the bar. */
  readonly pageClass: string;
  /** What it says, in one paragraph. */
  readonly text: ReactNode;
  /** Its buttons. */
  readonly children: ReactNode;
}

/** A bar above the whole frame for as long as the product is used in another way than usual: as another user, or in a preview. */
export function ModeBar({ label, icon, className, pageClass, text, children }: ModeBarProps) {
  useEffect(() => {
    document.documentElement.classList.add(SHOWN, pageClass);
    return () => document.documentElement.classList.remove(SHOWN, pageClass);
  }, [pageClass]);
  return (
    <Portal>
      <section className={`ms-mode-bar ${className}`} aria-label={label}>
        <Icon of={icon} />
        <p>{text}</p>
        {children}
      </section>
    </Portal>
  );
}
