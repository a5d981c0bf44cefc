import type { NotificationPage, NotificationPreference, NotificationView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** A page of the user's notifications, the newest first; `before` is the `next` of the page before. */
export function getNotifications(before: string | undefined, signal?: AbortSignal): Promise<NotificationPage> {
  return callApi<NotificationPage>('GET', '/api/notifications', { query: { before }, ...(signal ? { signal } : {}) });
}

/** How many of the user's notifications are not read. */
export async function countUnreadNotifications(signal?: AbortSignal): Promise<number> {
  const { unread } = await callApi<{ readonly unread: number }>('GET', '/api/notifications/unread-count', signal ? { signal } : {});
  return unread;
}

/** Marks a notification as read or not read. */
export function markNotification(id: string, read: boolean): Promise<NotificationView> {
  return callApi<NotificationView>('PUT', `/api/notifications/${encodeURIComponent(id)}`, { body: { read } });
}

/** Marks all notifications as read that were created up to a time, in ISO 8601. */
export function markAllNotifications(until: string): Promise<unknown> {
  return callApi('POST', '/api/notifications/mark-all-read', { body: { until } });
}

/** What the user chose for each kind of notifications. */
export async function getNotificationPreferences(signal?: AbortSignal): Promise<readonly NotificationPreference[]> {
  const path = '/api/notifications/preferences';
  return (await callApi<{ readonly data: readonly NotificationPreference[] }>('GET', path, signal ? { signal } : {})).data;
}

/** Saves choices for some kinds; the others stay. */
export function saveNotificationPreferences(changes: readonly NotificationPreference[]): Promise<unknown> {
  return callApi('PUT', '/api/notifications/preferences', { body: { kinds: changes.map(({ kind, app, mail }) => ({ kind, app, mail })) } });
}
