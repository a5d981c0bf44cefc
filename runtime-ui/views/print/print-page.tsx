import { Portal } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatFullInstant } from '../../fields/values/index.ts';
import { t } from '../../kit/index.ts';
import '../styles/print.css';

interface PrintPageProps {
  readonly title: string;
  /** Below the title, such as the number of records. */
  readonly facts: readonly string[];
  /** Whether the content is complete. */
  readonly isReady: boolean;
  /** The print dialog was closed. */
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** Content for paper: it alone is printed, dark on white in every theme, as soon as it is complete. On the screen nothing is shown. */
export function PrintPage({ title, facts, isReady, onDone, children }: PrintPageProps) {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!isReady) return;
    const end = () => done.current();
    window.addEventListener('afterprint', end);
    // The browser lays the content out first.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', end);
    };
  }, [isReady]);
  return (
    <Portal className="mv-print-portal">
      <article className="mv-print">
        <header className="mv-print-head">
          <h1>{title}</h1>
          <p>{[...facts, t('print.printed', { at: formatFullInstant(new Date().toISOString()) })].join(' · ')}</p>
        </header>
        {children}
      </article>
    </Portal>
  );
}
