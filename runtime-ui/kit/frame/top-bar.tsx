import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';

/** The 48 px bar over the page: back and history left, search in the middle, actions right. */
export function TopBar({ start, middle, end }: { readonly start: ReactNode; readonly middle: ReactNode; readonly end: ReactNode }) {
  return (
    <header className="ms-top" aria-label={t('frame.landmarks.top')}>
      <div className="ms-top-start">{start}</div>
      <div className="ms-top-middle">{middle}</div>
      <div className="ms-top-end">{end}</div>
    </header>
  );
}
