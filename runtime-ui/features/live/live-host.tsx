import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveSocket, useLive } from '../../client/index.ts';
import { syncQueryCache } from '../../headless/index.ts';
import { hideNotice, showNotice, t } from '../../kit/index.ts';
import { UpdateDialog } from './update-dialog.tsx';

const OFFLINE_NOTICE = 'live-away';

/** Says that the connection is lost, until it is back. */
function useOfflineNotice(): void {
  const isAway = useLive((live) => live.connection === 'away');
  useEffect(() => {
    if (!isAway) return;
    showNotice({ id: OFFLINE_NOTICE, kind: 'warning', text: t('live.away'), duration: Number.POSITIVE_INFINITY });
    return () => hideNotice(OFFLINE_NOTICE);
  }, [isAway]);
}

/** Keeps this tab's socket, lets what is in sight follow it, and shows what the product itself announces. */
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
