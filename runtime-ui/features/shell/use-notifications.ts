import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NotificationPage } from '#engine/model/wire';
import {
  countUnreadNotifications,
  getErrorMessage,
  getNotifications,
  markAllNotifications,
  markNotification,
  queryKeys,
  subscribeLive,
  type ApiError,
} from '../../client/index.ts';
import { showNotice } from '../../kit/index.ts';

const ALL = ['notifications'] as const;

/** How many notifications are not read; refreshed by the server, in every tab. */
export function useUnreadCount(): number {
  const client = useQueryClient();
  const { data = 0 } = useQuery({
    queryKey: [...ALL, 'unread'],
    queryFn: ({ signal }) => countUnreadNotifications(signal),
  });
  useEffect(
    () =>
      subscribeLive(
        { kind: 'notifications' },
        {
          onChange: () => undefined,
          onStale: () => {
            void client.invalidateQueries({ queryKey: ALL });
            // A notification may be about an approval, which the record shows.
            void client.invalidateQueries({ queryKey: queryKeys.allApprovals() });
          },
          readAt: () => undefined,
        },
      ),
    [client],
  );
  return data;
}

/** The notifications, the newest first, page by page. */
export function useNotificationList() {
  return useInfiniteQuery<NotificationPage, ApiError, InfiniteData<NotificationPage>, readonly unknown[], string | undefined>({
    queryKey: [...ALL, 'list'],
    queryFn: ({ signal, pageParam }) => getNotifications(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** Marks notifications. The count and the list follow; a failure is shown in a notice. */
export function useNotificationMarks() {
  const client = useQueryClient();
  const run = (change: Promise<unknown>): void =>
    void change
      .then(() => client.invalidateQueries({ queryKey: ALL }))
      .catch((error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }));
  return {
    mark: (id: string, read: boolean) => run(markNotification(id, read)),
    markAll: (until: string) => run(markAllNotifications(until)),
  };
}
