import type { ReactNode } from 'react';
import { usePhoneTools } from '../frame/frame.tsx';

/** Props of the header of a page. */
export interface PageHeaderProps {
  /** The first heading of the page. */
  readonly title: ReactNode;
  /** Grey, after the title. */
  readonly note?: ReactNode;
  /** View tabs or filters, after the title. */
  readonly children?: ReactNode;
  /** At the right; the main action last. */
  readonly actions?: ReactNode;
}

/** The 44 px header with the page's title, its tabs and its actions. */
export function PageHeader({ title, note, children, actions }: PageHeaderProps) {
  const phoneTools = usePhoneTools();
  return (
    <header className="ms-page-header">
      <h1 className="ms-page-title">{title}</h1>
      {note !== undefined && <span className="ms-page-note">{note}</span>}
      <div className="ms-page-middle">{children}</div>
      {actions !== undefined && <div className="ms-page-actions">{actions}</div>}
      {phoneTools}
    </header>
  );
}
