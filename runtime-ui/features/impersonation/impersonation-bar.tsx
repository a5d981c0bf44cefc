import { VenetianMask } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SessionUser } from '#engine/model/wire';
import { getErrorMessage, stopImpersonating } from '../../client/index.ts';
import { Button, ModeBar, showNotice, t } from '../../kit/index.ts';
import './impersonation.css';

const nameOf = ({ first_name, last_name, email }: SessionUser): string => `${first_name} ${last_name}`.trim() || email;

interface BarProps {
  readonly user: SessionUser;
  readonly impersonator: SessionUser;
  /** Ends the impersonation and loads the application again. */
  readonly stop?: () => Promise<void>;
  /** Before the way back; default: nothing. */
  readonly actions?: ReactNode;
}

/** The bar above every page while someone acts as another user: both names, and the way back. */
export function ImpersonationBar({ user, impersonator, stop = () => stopImpersonating(), actions }: BarProps) {
  const [isStopping, setStopping] = useState(false);
  const leave = () => {
    setStopping(true);
    stop().catch((error: unknown) => {
      setStopping(false);
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    });
  };
  const names = { user: nameOf(user), impersonator: nameOf(impersonator) };
  return (
    <ModeBar
      label={t('impersonation.label')}
      icon={VenetianMask}
      className="mi-bar"
      pageClass="mi-acting"
      text={
        <>
          <strong>{t('impersonation.who', names)}</strong> <span>{t('impersonation.note', names)}</span>
        </>
      }
    >
      {actions}
      <Button size="sm" loading={isStopping} onClick={leave}>
        {t('impersonation.stop')}
      </Button>
    </ModeBar>
  );
}
