import { useEffect, useRef, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { readPreviewTab } from '../../client/index.ts';
import { ConfirmDialog, t } from '../../kit/index.ts';

/** When the session ended, no confirmation is shown: the typed values are stored on this device. */
function isEnded(state: unknown): boolean {
  return (state as { readonly ended?: boolean } | null)?.ended === true;
}

/**
 * Confirms before a page with unsaved changes is left. `text` says what happens to them, `onLeave` is called when the user leaves;
 * `release` lets the next navigation pass without confirmation. `readIsDirty` is called when a page is left: a value that was just
 * typed may not be rendered yet.
 */
export function useLeaveGuard(
  isDirty: boolean,
  text: string,
  onLeave?: () => void,
  readIsDirty?: () => boolean,
): { readonly dialog: ReactNode; readonly release: () => void } {
  // Nothing can be saved in a preview, so nothing is lost.
  const isReleased = useRef(readPreviewTab() !== undefined);
  const dirty = useRef(() => isDirty);
  useEffect(() => {
    dirty.current = readIsDirty ?? (() => isDirty);
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isReleased.current && dirty.current() && currentLocation.pathname !== nextLocation.pathname && !isEnded(nextLocation.state),
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  const dialog =
    blocker.state === 'blocked' ? (
      <ConfirmDialog
        opened
        danger
        title={t('views.form.leaveTitle')}
        text={text}
        confirmLabel={t('views.form.leave')}
        onConfirm={() => {
          onLeave?.();
          blocker.proceed();
        }}
        onCancel={() => blocker.reset()}
      />
    ) : null;
  return {
    dialog,
    release: () => {
      isReleased.current = true;
    },
  };
}
