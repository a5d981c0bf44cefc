import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import type { ShellView } from '#engine/model/wire';
import { createLazyComponent, Dialog, IconButton, LazyBoundary, Popover, SkeletonRows, t, useBreakpoint } from '../../kit/index.ts';
import { useUnreadCount } from './use-notifications.ts';

const NotificationPanel = createLazyComponent(async () => (await import('./notification-panel.tsx')).NotificationPanel, 'place');

/** The bell with the number of unread notifications. They are shown below it, on a phone in a full screen. */
export function Bell({ shell }: { readonly shell: ShellView }) {
  const isPhone = useBreakpoint() === 'phone';
  const unread = useUnreadCount();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const button = (
    <IconButton
      icon={BellIcon}
      size={isPhone ? 'phone' : 'md'}
      label={unread === 0 ? t('notifications.title') : t('notifications.count', { count: unread })}
      count={unread}
      onClick={() => setOpen(!isOpen)}
    />
  );
  const panel = (
    <LazyBoundary fallback={<SkeletonRows rows={4} />}>
      <NotificationPanel shell={shell} hasTitle={!isPhone} onDone={close} />
    </LazyBoundary>
  );
  if (isPhone)
    return (
      <>
        {button}
        <Dialog opened={isOpen} title={t('notifications.title')} size="confirm" onCancel={close} dirty={false}>
          {panel}
        </Dialog>
      </>
    );
  return (
    <Popover target={button} opened={isOpen} onClose={close} label={t('notifications.title')} width={400} position="bottom-end">
      {panel}
    </Popover>
  );
}
