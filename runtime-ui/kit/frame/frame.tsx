import { createContext, use, type ReactNode } from 'react';
import { showTruncatedText } from '../show-truncated-text.ts';
import { t } from '../texts/texts.ts';
import { useBreakpoint } from '../use-breakpoint.ts';

export interface FrameProps {
  /** The sidebar; not shown on a phone. */
  readonly sidebar: ReactNode;
  readonly sidebarCollapsed: boolean;
  /** The top bar; not shown on a phone. */
  readonly topBar: ReactNode;
  /** The bottom bar, on a phone only. */
  readonly bottomBar: ReactNode;
  /** Tools for the page header on a phone, which has no top bar: search. */
  readonly phoneTools?: ReactNode;
  readonly children: ReactNode;
}

const PhoneTools = createContext<ReactNode>(null);

/** The frame's tools for the right of the page header on a phone. */
export function usePhoneTools(): ReactNode {
  return use(PhoneTools);
}

/** Sidebar, top bar and page; on a phone the page and the bottom bar. */
export function Frame({ sidebar, sidebarCollapsed, topBar, bottomBar, phoneTools, children }: FrameProps) {
  const isPhone = useBreakpoint() === 'phone';
  return (
    <div className={`ms-frame ${sidebarCollapsed ? 'ms-frame-collapsed' : ''}`}>
      <a className="ms-skip" href="#main">
        {t('frame.skip')}
      </a>
      {!isPhone && sidebar}
      <div className="ms-frame-column">
        {!isPhone && topBar}
        <main id="main" tabIndex={-1} className="ms-main" onMouseOver={showTruncatedText}>
          <PhoneTools value={isPhone ? phoneTools : null}>{children}</PhoneTools>
        </main>
        {isPhone && bottomBar}
      </div>
    </div>
  );
}
