import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endSession, onSessionExpired, readToken, saveRedirect } from '../client/index.ts';
import { hideNotice, NOTICE_DURATIONS, showNotice, t } from '../kit/index.ts';

const NOTICE = 'session-expired';

/**
 * Shows a notice that the session has expired, waits until it can be read, then redirects to sign-in. The page is saved as the redirect
 * target.
 */
export function SessionExpiry({ goTo }: { readonly goTo: (path: string, state?: object) => void }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let expired: string | null = null;
    const leave = () => {
      saveRedirect(`${location.pathname}${location.search}`);
      endSession();
      queryClient.clear();
      // Unsaved form input is saved as a local draft, so the form's "leave page?" dialog must not block this navigation.
      goTo('/login', { ended: true });
    };
    const finish = () => {
      clearTimeout(timer);
      timer = undefined;
      hideNotice(NOTICE);
      // The user may have signed out or signed in again meanwhile; then the current session is not the expired one.
      if (readToken() === expired) leave();
    };
    const warn = () => {
      if (timer !== undefined || readToken() === null) return;
      expired = readToken();
      timer = setTimeout(finish, NOTICE_DURATIONS.sessionExpired);
      showNotice({
        id: NOTICE,
        kind: 'warning',
        text: t('expired.text'),
        duration: NOTICE_DURATIONS.sessionExpired,
        action: { label: t('expired.action'), onPress: finish },
      });
    };
    const handleStorageEvent = (event: StorageEvent) => {
      // The user signed out in another tab: this tab must not show records any longer.
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
