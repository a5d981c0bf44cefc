import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveSocket, useLive } from '../../client/index.ts';
import { followCache } from '../../headless/index.ts';
import { hideNotice, showNotice, t } from '../../kit/index.ts';
import { UpdateDialog } from './update-dialog.tsx';

const AWAY = 'live-away';

/** Says that the connection is lost, until it is back. */
function useAwayNote(): void {
  const isAway = useLive((live) => live.line === 'away');
  useEffect(() => {
    if (!isAway) return;
    showNotice({ id: AWAY, kind: 'warning', text: t('live.away'), duration: Number.POSITIVE_INFINITY });
    return () => hideNotice(AWAY);
  }, [isAway]);
}

/** Keeps this tab's socket, lets what is in sight follow it, and shows what the product itself announces. */
export function LiveHost() {
  const client = useQueryClient();
  useAwayNote();
  useEffect(() => {
    const close = openLiveSocket();
    const stop = followCache(client);
    return () => {
      stop();
      close();
    };
  }, [client]);
  return <UpdateDialog />;
}
