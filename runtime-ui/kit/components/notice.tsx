import { notifications, Notifications } from '@mantine/notifications';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** How long notices stay, in milliseconds. The first six are the specification's. */
export const NOTICE_DURATIONS = { welcome: 1500, passwordReset: 1000, sessionExpired: 6000, teams: 3000, transient: 1000, undo: 5000, plain: 3000 } as const;

export interface NoticeInput {
  readonly text: string;
  readonly title?: string;
  readonly kind?: 'info' | 'ok' | 'warning' | 'error';
  /** Milliseconds; absent: 3000, and an error stays until closed. */
  readonly duration?: number;
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** The same id replaces an earlier notice. */
  readonly id?: string;
}

/** Shows a notice at the foot of the page and answers its id. */
export function showNotice({ text, title, kind = 'info', duration, action, id }: NoticeInput): string {
  const staying = duration ?? (kind === 'error' ? false : NOTICE_DURATIONS.plain);
  const shown: string = notifications.show({
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    message: action ? (
      <span className="ms-notice-line">
        <span>{text}</span>
        <Button size="xs" variant="ink" onClick={() => { notifications.hide(shown); action.onPress(); }}>{action.label}</Button>
      </span>
    ) : text,
    autoClose: staying,
    withCloseButton: staying === false || staying >= 3000,
    closeButtonProps: { 'aria-label': t('actions.dismiss') },
    className: `ms-notice ms-notice-${kind}`,
    role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
  });
  return shown;
}

/** Takes a notice away before its time. */
export function hideNotice(id: string): void {
  notifications.hide(id);
}

/** Where notices appear; once in the application. */
export function NoticeHost() {
  return <Notifications position="bottom-center" containerWidth={440} zIndex={500} transitionDuration={120} />;
}
