import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../texts/texts.ts';

const PORTAL_ID = 'ms-top-portal';

/** The 48 px bar above the page: back and history at the left, search in the middle, actions at the right. */
export function TopBar({ start, middle, end }: { readonly start: ReactNode; readonly middle: ReactNode; readonly end: ReactNode }) {
  return (
    <header className="ms-top" aria-label={t('frame.landmarks.top')}>
      <div className="ms-top-start">
        {start}
        <div id={PORTAL_ID} className="ms-top-portal" />
      </div>
      <div className="ms-top-middle">{middle}</div>
      <div className="ms-top-end">{end}</div>
    </header>
  );
}

/**
 * Renders content of the page, such as its position in a list, into the top bar, after back and history. Renders nothing if there is no top
 * bar.
 */
export function TopBarPortal({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(PORTAL_ID)), []);
  return place === null ? null : createPortal(children, place);
}
