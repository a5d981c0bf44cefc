export type {
  NotificationInput,
  NotificationKind,
  NotificationReference,
  Notifications,
  OwnNotifications,
  PageNotificationInput,
} from './contract.ts';
export { createNotifications } from './create-notifications.ts';
export { PAGE_KINDS, PRODUCT_KINDS } from './notification-kinds.ts';
export { PREFERENCES_COLLECTION } from './preferences.ts';
export { NOTIFICATIONS_COLLECTION } from './stored-notification.ts';
