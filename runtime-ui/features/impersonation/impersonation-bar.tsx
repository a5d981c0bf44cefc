import { Portal } from '@mantine/core';
import { VenetianMask } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { SessionUser } from '#engine/model/wire';
import { getErrorMessage, stopImpersonating } from '../../client/index.ts';
import { Button, Icon, showNotice, t } from '../../kit/index.ts';
import './impersonation.css';

const nameOf = ({ first_name, last_name, email }: SessionUser): string => `${first_name} ${last_name}`.trim() || email;

/** The class of the page while the bar takes space above it. */
const SHOWN = 'mi-acting';

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
  useEffect(() => {
    document.documentElement.classList.add(SHOWN);
    return () => document.documentElement.classList.remove(SHOWN);
  }, []);
  const leave = () => {
    setStopping(true);
    stop().catch((error: unknown) => {
      setStopping(false);
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    });
  };
  const names = { user: nameOf(user), impersonator: nameOf(impersonator) };
  return (
    <Portal>
      <section className="mi-bar" aria-label={t('impersonation.label')}>
        <Icon of={VenetianMask} />
        <p>
          <strong>{t('impersonation.who', names)}</strong> <span>{t('impersonation.note', names)}</span>
        </p>
        {actions}
        <Button size="sm" loading={isStopping} onClick={leave}>
          {t('impersonation.stop')}
        </Button>
      </section>
    </Portal>
  );
}
