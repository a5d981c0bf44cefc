import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SessionUser } from '#engine/model/wire';
import { callApi } from '../../client/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';
import { isIdleOff, type IdlePhase } from './idle-phase.ts';
import { BROWSER_CLOCK, createIdleWatch, type IdleClock, type IdleWatch } from './idle-watch.ts';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

function pingServer(): void {
  // The client reports an expired session itself; if the server is unreachable, the next request shows the error.
  void callApi('GET', '/api/auth/authenticated').catch(() => undefined);
}

function useIdlePhase(isOff: boolean, clock: IdleClock, onOver: () => void) {
  const [phase, setPhase] = useState<IdlePhase>();
  const watch = useRef<IdleWatch>(undefined);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    if (isOff) return;
    const idle = createIdleWatch({
      clock,
      ping: pingServer,
      onPhase: (next) => {
        setPhase(next);
        if (next.kind === 'over') over.current();
      },
    });
    watch.current = idle;
    for (const name of ACTIVITY) document.addEventListener(name, idle.touch, { capture: true, passive: true });
    document.addEventListener('visibilitychange', idle.check);
    return () => {
      idle.stop();
      setPhase(undefined);
      for (const name of ACTIVITY) document.removeEventListener(name, idle.touch, { capture: true });
      document.removeEventListener('visibilitychange', idle.check);
    };
  }, [isOff, clock]);
  return { phase, stay: () => watch.current?.stay() };
}

/** Asks an idle user whether to stay signed in; "no", or no reply in time, signs out. */
export function IdleWarning({ user, clock = BROWSER_CLOCK }: { readonly user: SessionUser; readonly clock?: IdleClock }) {
  const navigate = useNavigate();
  const leave = () => void navigate('/logout', { state: { inactive: true, ended: true } });
  const { phase, stay } = useIdlePhase(isIdleOff(location.host, user), clock, leave);
  if (phase?.kind !== 'warning') return null;
  const actions = (
    <>
      <Button onClick={leave}>{t('idle.no')}</Button>
      <Button variant="primary" data-autofocus onClick={stay}>
        {t('idle.yes')}
      </Button>
    </>
  );
  return (
    <Dialog opened title={t('idle.title')} size="confirm" onCancel={stay} dirty actions={actions}>
      <p className="ms-dialog-text" role="timer">
        {t('idle.text', { count: phase.secondsLeft })}
      </p>
    </Dialog>
  );
}
