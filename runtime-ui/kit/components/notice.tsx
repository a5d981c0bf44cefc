import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { hideNotice, useNotices, type ShownNotice } from './notice-store.ts';

/** Notices with a shorter display time have no close button. */
const MIN_DURATION_FOR_CLOSE = 3000;

/** Hides the notice after its time; the timer pauses while the notice is hovered or contains the focus. */
function useAutoHide(notice: ShownNotice, isPaused: boolean): void {
  const { id, durationMilliseconds, revision } = notice;
  useEffect(() => {
    if (isPaused || durationMilliseconds === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => hideNotice(id), durationMilliseconds);
    return () => clearTimeout(timer);
  }, [id, durationMilliseconds, revision, isPaused]);
}

function NoticeBox({ notice }: { readonly notice: ShownNotice }) {
  const [isPaused, setPaused] = useState(false);
  const { id, kind, title, text, action, durationMilliseconds } = notice;
  useAutoHide(notice, isPaused);
  return (
    <div
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      className={`ms-notice ms-notice-${kind}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p className="ms-notice-text">
        {title !== undefined && <strong>{title}</strong>}
        {text}
      </p>
      {action && (
        <Button
          size="xs"
          variant="ink"
          className="ms-notice-action"
          onClick={() => {
            hideNotice(id);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
      {durationMilliseconds >= MIN_DURATION_FOR_CLOSE && (
        <IconButton icon={X} size="xs" variant="ink" label={t('actions.dismiss')} onClick={() => hideNotice(id)} />
      )}
    </div>
  );
}

/** The container of notices; once in the application. */
export function NoticeHost() {
  const notices = useNotices();
  return (
    <div className="ms-notices">
      {notices.map((notice) => (
        <NoticeBox key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
