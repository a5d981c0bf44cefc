import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endSession, onSessionExpired, readToken, saveRedirect } from '../client/index.ts';
import { hideNotice, NOTICE_DURATIONS, showNotice, t } from '../kit/index.ts';

const NOTICE = 'session-expired';

/** Says that the session has expired, leaves time to read, then goes to sign-in; the page is kept as the place to return to. */
export function SessionExpiry({ goTo }: { readonly goTo: (path: string, state?: object) => void }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let expired: string | null = null;
    const leave = () => {
      saveRedirect(`${location.pathname}${location.search}`);
      endSession();
      queryClient.clear();
      // What was typed into a form is kept: its own question must not hold this step up.
      goTo('/login', { ended: true });
    };
    const finish = () => {
      clearTimeout(timer);
      timer = undefined;
      hideNotice(NOTICE);
      // Somebody may have left by another way meanwhile, or signed in anew: that session is not the one that expired.
      if (readToken() === expired) leave();
    };
    const warn = () => {
      if (timer !== undefined || readToken() === null) return;
      expired = readToken();
      timer = setTimeout(finish, NOTICE_DURATIONS.sessionExpired);
      showNotice({ id: NOTICE, kind: 'warning', text: t('expired.text'), duration: NOTICE_DURATIONS.sessionExpired, action: { label: t('expired.action'), onPress: finish } });
    };
    const handleStorageEvent = (event: StorageEvent) => {
      // Signed out in another tab: this one must not go on showing records.
      if (event.key === 'jwt_token' && event.newValue === null && event.oldValue !== null) leave();
    };
    const stop = onSessionExpired(warn);
    globalThis.addEventListener('storage', handleStorageEvent);
    return () => {
      stop();
      clearTimeout(timer);
      globalThis.removeEventListener('storage', handleStorageEvent);
    };
  }, [goTo, queryClient]);
  return null;
}
