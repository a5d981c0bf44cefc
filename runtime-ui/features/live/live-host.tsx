import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveSocket, useLive } from '../../client/index.ts';
import { syncQueryCache } from '../../headless/index.ts';
import { hideNotice, showNotice, t } from '../../kit/index.ts';
import { UpdateDialog } from './update-dialog.tsx';

const OFFLINE_NOTICE = 'live-away';

/** Shows a notice while the connection is lost. */
function useOfflineNotice(): void {
  const isAway = useLive((live) => live.connection === 'away');
  useEffect(() => {
    if (!isAway) return;
    showNotice({ id: OFFLINE_NOTICE, kind: 'warning', text: t('live.away'), duration: Number.POSITIVE_INFINITY });
    return () => hideNotice(OFFLINE_NOTICE);
  }, [isAway]);
}

/** Opens the socket of this tab, subscribes the active queries to live changes, and shows announcements of the server. */
export function LiveHost() {
  const client = useQueryClient();
  useOfflineNotice();
  useEffect(() => {
    const close = openLiveSocket();
    const stop = syncQueryCache(client);
    return () => {
      stop();
      close();
    };
  }, [client]);
  return <UpdateDialog />;
}
