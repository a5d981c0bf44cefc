import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { WebhookAttempt, WebhookDeliveryDetail, WebhookView } from '#engine/model/wire';
import { findModule, getDelivery, queryKeys, recordRoute, redeliver, useShell, type ApiError } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, ButtonLink, Dialog, ErrorState, SkeletonRows, StatusPill, t } from '../../../kit/index.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { DELIVERY_HUES } from './webhook-format.ts';

function Attempt({ attempt: { at, status, duration, error, excerpt } }: { readonly attempt: WebhookAttempt }) {
  return (
    <li>
      <p>
        <time dateTime={at}>{formatFullInstant(at)}</time>{' '}
        <span className={error === null ? undefined : 'ma-problem'}>
          {error ?? t('webhooks.delivery.attempt', { status: String(status), duration })}
        </span>
      </p>
      {excerpt !== '' && <pre className="ma-code">{excerpt}</pre>}
    </li>
  );
}

function Content({ delivery: { _id, event, module, state, attempts, body } }: { readonly delivery: WebhookDeliveryDetail }) {
  return (
    <div className="ma-detail">
      <p className="ma-name">
        <StatusPill label={t(`webhooks.deliveries.state.${state}`)} hue={DELIVERY_HUES[state]} />{' '}
        {module === null ? t('webhooks.events.test') : `${module}.${event}`}
      </p>
      <p className="ma-note">
        {t('webhooks.delivery.id')} <code className="ms-mono">{_id}</code>
      </p>
      <h3>{t('webhooks.delivery.attempts')}</h3>
      {attempts.length === 0 ? (
        <p className="ma-note">{t('webhooks.delivery.noAttempts')}</p>
      ) : (
        <ol className="ma-attempts">
          {[...attempts].reverse().map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
      <h3>{t('webhooks.delivery.body')}</h3>
      {/* A scrollable box must be focusable by keyboard. */}
      <pre className="ma-code ma-body" tabIndex={0} role="region" aria-label={t('webhooks.delivery.body')}>
        {JSON.stringify(JSON.parse(body), null, 2)}
      </pre>
    </div>
  );
}

interface DialogProps {
  readonly webhook: WebhookView;
  readonly id: string;
  readonly onClose: () => void;
}

/** One delivery: its attempts, its message, and the redeliver action. */
export function DeliveryDialog({ webhook, id, onClose }: DialogProps) {
  const { data: shell } = useShell();
  const { data, error, refetch } = useQuery<WebhookDeliveryDetail, ApiError>({
    queryKey: queryKeys.delivery(webhook._id, id),
    queryFn: ({ signal }) => getDelivery(webhook._id, id, signal),
  });
  const { isBusy, run } = useAdminAction(queryKeys.webhooks());
  const isOn = webhook.active && webhook.state !== 'paused';
  const again = () => run(() => redeliver(webhook._id, id), t('webhooks.delivery.sent'), onClose);
  const target =
    data?.module !== null &&
    data?.record !== null &&
    findModule(shell, data?.module ?? '') &&
    data !== undefined &&
    data.event !== 'removed'
      ? recordRoute(data.module ?? '', data.record ?? '', shell?.user)
      : undefined;
  const actions = (
    <>
      {target !== undefined && <ButtonLink href={target}>{t('webhooks.delivery.openRecord')}</ButtonLink>}
      <Button variant="primary" icon={Send} loading={isBusy} disabled={!isOn || data === undefined} onClick={again}>
        {t('webhooks.delivery.again')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      size="choice"
      dirty={false}
      title={t('webhooks.delivery.title')}
      onCancel={onClose}
      actions={actions}
      consequences={isOn ? undefined : t('webhooks.delivery.off')}
    >
      {error && data === undefined && <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />}
      {!error && data === undefined && <SkeletonRows rows={4} columns={2} height={32} />}
      {data !== undefined && <Content delivery={data} />}
    </Dialog>
  );
}
