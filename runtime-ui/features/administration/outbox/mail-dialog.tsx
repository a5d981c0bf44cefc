import { Send } from 'lucide-react';
import type { StoredMail } from '#engine/model/wire';
import { resendMail } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, Dialog, StatusPill, t } from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { STATUS_HUES } from './mail-format.ts';

const TIMES = { sent: 'outbox.at', failed: 'outbox.failedAt', 'sent-to-outbox': 'outbox.storedAt' } as const;

interface MailDialogProps {
  readonly mail: StoredMail;
  readonly onClose: () => void;
}

/** An e-mail with its text, and the button that sends it again. */
export function MailDialog({ mail: { _id, to, subject, text, sentAt, status }, onClose }: MailDialogProps) {
  const { isBusy, run } = useAdminAction(['mail']);
  const actions = (
    <>
      <Button onClick={onClose}>{t('outbox.close')}</Button>
      {text !== undefined && (
        <Button variant="primary" icon={Send} loading={isBusy} onClick={() => run(() => resendMail(_id), t('outbox.resent'), onClose)}>
          {t('outbox.resend')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog opened title={subject} onCancel={onClose} dirty={false} actions={actions}>
      <div className="ma-detail">
        <p className="ma-name">
          <StatusPill label={t(`outbox.status.${status}`)} hue={STATUS_HUES[status]} />
        </p>
        <Facts
          facts={[
            [t('outbox.to'), to.join(', ')],
            [t(TIMES[status]), formatFullInstant(sentAt)],
          ]}
        />
        {text === undefined ? <p className="ma-note">{t('outbox.hidden')}</p> : <pre className="ma-code ma-body">{text}</pre>}
      </div>
    </Dialog>
  );
}
