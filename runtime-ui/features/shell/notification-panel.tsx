import { Circle, CircleDot } from 'lucide-react';
import type { NotificationView, ShellView } from '#engine/model/wire';
import { moduleRoute, recordRoute, routePrefix } from '../../client/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  findIcon,
  formatDay,
  formatRelativeTime,
  Icon,
  IconButton,
  SkeletonRows,
  t,
  TextLink,
} from '../../kit/index.ts';
import { useNotificationList, useNotificationMarks } from './use-notifications.ts';
import './notification-panel.css';

interface NotificationPanelProps {
  readonly shell: ShellView;
  /** Shows its own heading; a dialog has one already. */
  readonly hasTitle: boolean;
  /** Called when a notification was opened. */
  readonly onDone: () => void;
}

/** The notifications by day, the newest first, with their read marks. */
export function NotificationPanel({ shell, hasTitle, onDone }: NotificationPanelProps) {
  const list = useNotificationList();
  const { mark, markAll } = useNotificationMarks();
  const all = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const [newest] = all;
  return (
    <div className="ms-bell-panel">
      <div className="ms-bell-head">
        {hasTitle && <h2>{t('notifications.title')}</h2>}
        {newest !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => markAll(newest.createdAt)}>
            {t('notifications.markAll')}
          </Button>
        )}
        <TextLink href={`${routePrefix(shell.user)}/approvals`} onClick={onDone}>
          {t('approvals.title')}
        </TextLink>
        <TextLink href={`${routePrefix(shell.user)}/user/profile#notifications`} onClick={onDone}>
          {t('notifications.preferences')}
        </TextLink>
      </div>
      {list.data === undefined && list.error === null && <SkeletonRows rows={4} />}
      {list.error !== null && <ErrorState compact text={list.error.message} code={list.error.code} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && newest === undefined && (
        <EmptyState compact headingLevel={3} title={t('notifications.empty')} help={t('notifications.help')} />
      )}
      {groupByDay(all).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="ms-bell-day">{day}</h3>
          <ul>
            {ofDay.map((one) => (
              <Line key={one._id} notification={one} shell={shell} onMark={mark} onDone={onDone} />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button size="sm" variant="quiet" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('notifications.more')}
        </Button>
      )}
    </div>
  );
}

function groupByDay(all: readonly NotificationView[]): readonly (readonly [string, readonly NotificationView[]])[] {
  const days = new Map<string, NotificationView[]>();
  for (const one of all) {
    const day = formatDay(one.createdAt);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

interface LineProps {
  readonly notification: NotificationView;
  readonly shell: ShellView;
  readonly onMark: (id: string, read: boolean) => void;
  readonly onDone: () => void;
}

/** One notification. Its sentence is a link to the record, which marks it as read. */
function Line({ notification, shell, onMark, onDone }: LineProps) {
  const { _id, icon, text, createdAt, readAt } = notification;
  const isRead = readAt !== null;
  const href = routeOf(notification, shell);
  const open = () => {
    if (!isRead) onMark(_id, true);
    onDone();
  };
  return (
    <li className="ms-bell-line" data-unread={!isRead}>
      <Icon of={findIcon(icon)} size={16} />
      <div>
        {!isRead && <span className="ms-visually-hidden">{t('notifications.unread')}: </span>}
        {href === undefined ? (
          <span>{text}</span>
        ) : (
          <TextLink look="name" href={href} onClick={open}>
            {text}
          </TextLink>
        )}
        <time dateTime={createdAt}>{formatRelativeTime(createdAt)}</time>
      </div>
      <IconButton
        icon={isRead ? Circle : CircleDot}
        size="sm"
        label={isRead ? t('notifications.markUnread') : t('notifications.markRead')}
        onClick={() => onMark(_id, !isRead)}
      />
    </li>
  );
}

/** The record, or the list of several: for assigned ones those of the user. Undefined: there is nothing that they may open. */
function routeOf({ module, record, kind, path }: NotificationView, { user }: ShellView): string | undefined {
  if (path !== null) return `${routePrefix(user)}${path}`;
  if (module === null) return undefined;
  if (record !== null) return recordRoute(module, record._id, user);
  const own = new URLSearchParams({ filter: JSON.stringify({ assigned_to: { equals: { $: 'me' } } }), sort: 'updatedAt', order: 'desc' });
  return kind === 'assigned' ? `${moduleRoute(module, user)}?${own.toString()}` : moduleRoute(module, user);
}
