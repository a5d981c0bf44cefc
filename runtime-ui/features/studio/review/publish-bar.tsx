import { Rocket } from 'lucide-react';
import { Button, t } from '../../../kit/index.ts';

interface PublishBarProps {
  /** What publishing does. */
  readonly sentence: string;
  /** Decisions that are not made. */
  readonly undecided: number;
  readonly isBlocked: boolean;
  readonly isBusy: boolean;
  readonly onPublish: () => void;
}

/** What publishing does in one sentence, and its button. */
export function PublishBar({ sentence, undecided, isBlocked, isBusy, onPublish }: PublishBarProps) {
  const label = isBlocked
    ? t('studioReview.publish.blocked')
    : undecided > 0
      ? t('studioReview.publish.after', { count: undecided })
      : t('studioReview.publish.now');
  return (
    <footer className="sr-foot">
      <p>
        <strong>{sentence}</strong>
        <span className="sr-note">{t('studioReview.publish.note')}</span>
      </p>
      <Button variant="primary" icon={Rocket} loading={isBusy} disabled={isBlocked || undecided > 0} onClick={onPublish}>
        {label}
      </Button>
    </footer>
  );
}
