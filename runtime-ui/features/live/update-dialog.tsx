import { useEffect, useState } from 'react';
import { useLive } from '../../client/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';

/** Seconds until the page reloads by itself. */
const COUNTDOWN = 30;
/** Milliseconds after a No until the dialog is shown again. */
const LATER = 300_000;

function reloadPage(): void {
  location.reload();
}

/** Asks whether the page may reload, each time the server announces an update, and again 5 minutes after a No. */
export function UpdateDialog({ reload = reloadPage }: { readonly reload?: () => void }) {
  const updates = useLive((live) => live.updates);
  const [isPostponed, setPostponed] = useState(false);
  const [dismissed, setDismissed] = useState(updates);
  useEffect(() => {
    if (!isPostponed) return;
    const timer = setTimeout(() => setPostponed(false), LATER);
    return () => clearTimeout(timer);
  }, [isPostponed]);
  if (updates === dismissed || isPostponed) return null;
  const yes = (): void => {
    setDismissed(updates);
    reload();
  };
  return <Countdown onNo={() => setPostponed(true)} onYes={yes} />;
}

function Countdown({ onYes, onNo }: { readonly onYes: () => void; readonly onNo: () => void }) {
  const [left, setLeft] = useState(COUNTDOWN);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left === 0) onYes();
    // Once, when the countdown is over.
  }, [left === 0]);
  const actions = (
    <>
      <Button onClick={onNo}>{t('live.update.no')}</Button>
      <Button variant="primary" data-autofocus onClick={onYes}>
        {t('live.update.yes')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      title={t('live.update.title')}
      size="confirm"
      onCancel={onNo}
      dirty
      actions={actions}
      consequences={t('live.update.later')}
    >
      <p className="ms-dialog-text" role="timer">
        {t('live.update.text', { count: left })}
      </p>
    </Dialog>
  );
}
