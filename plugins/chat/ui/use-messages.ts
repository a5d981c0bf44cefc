import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, onLiveEvent } from '#ui';
import type { MessageView } from '../shared/chat.ts';
import { markConversationRead, readMessages } from './chat-api.ts';
import { showAsRead } from './chat-store.ts';

/** The messages of a conversation as they are loaded. */
export interface Messages {
  /** In the order in which they were written; undefined: not read yet. */
  readonly data: readonly MessageView[] | undefined;
  readonly error: ApiError | undefined;
  /** There are earlier ones. */
  readonly hasEarlier: boolean;
  readonly isReading: boolean;
  readonly reload: () => Promise<void>;
  readonly readEarlier: () => Promise<void>;
}

interface Loaded {
  readonly data: readonly MessageView[];
  readonly before: string | null;
}

/** The newest page after the earlier ones that are there; without them, if more than a page was written meanwhile. */
function withNewest(loaded: Loaded | undefined, newest: Loaded): Loaded {
  const first = newest.data[0];
  const at = loaded === undefined || first === undefined ? -1 : loaded.data.findIndex(({ _id }) => _id === first._id);
  if (loaded === undefined || at === -1) return newest;
  return { data: [...loaded.data.slice(0, at), ...newest.data], before: loaded.before };
}

/** Marks what is shown as read while the tab is on the screen. */
function markShown(key: string, data: readonly MessageView[]): void {
  if (document.visibilityState !== 'visible' || !data.some(({ isUnread }) => isUnread)) return;
  showAsRead(key);
  // What could not be marked stays unread.
  void markConversationRead(key).catch(() => undefined);
}

/** Reads the messages of a conversation, again when it changes, and marks them as read while they are on the screen. */
export function useMessages(key: string): Messages {
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<ApiError>();
  const [isReading, setReading] = useState(true);
  const requests = useRef(0);
  const read = useCallback(
    async (before?: string) => {
      const request = ++requests.current;
      setReading(true);
      try {
        const page = await readMessages(key, before);
        if (before === undefined && request !== requests.current) return;
        setLoaded((there) =>
          before === undefined || there === undefined
            ? withNewest(there, page)
            : { data: [...page.data, ...there.data], before: page.before },
        );
        setError(undefined);
        if (before === undefined) markShown(key, page.data);
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        setError(cause);
      } finally {
        if (request === requests.current) setReading(false);
      }
    },
    [key],
  );
  useEffect(() => {
    void read();
    const stop = onLiveEvent('muster-message-changed-event', (data) => {
      if (data === undefined || data['conversation'] === key) void read();
    });
    const look = () => {
      if (document.visibilityState === 'visible') void read();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
      requests.current += 1;
    };
  }, [key, read]);
  const before = loaded?.before ?? null;
  return {
    data: loaded?.data,
    error,
    hasEarlier: before !== null,
    isReading,
    reload: read,
    readEarlier: () => (before === null ? Promise.resolve() : read(before)),
  };
}
