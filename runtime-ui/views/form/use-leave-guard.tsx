import { useEffect, useRef, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog, t } from '../../kit/index.ts';

/** Asks before a page with unsaved changes is left. `release` lets the next step pass without asking. */
export function useLeaveGuard(isDirty: boolean): { readonly dialog: ReactNode; readonly release: () => void } {
  const free = useRef(false);
  const dirty = useRef(isDirty);
  useEffect(() => { dirty.current = isDirty; });
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty.current && !free.current && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => { if (!free.current) event.preventDefault(); };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const dialog = blocker.state === 'blocked'
    ? <ConfirmDialog opened danger title={t('views.form.leaveTitle')} text={t('views.form.leaveText')} confirmLabel={t('views.form.leave')} onConfirm={() => blocker.proceed()} onCancel={() => blocker.reset()} />
    : null;
  return { dialog, release: () => { free.current = true; } };
}
