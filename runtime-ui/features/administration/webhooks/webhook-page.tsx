import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleAlert, EllipsisVertical, Send } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import type { WebhookView } from '#engine/model/wire';
import { getWebhook, queryKeys, useShell, type ApiError } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import {
  Button,
  Card,
  ErrorState,
  Icon,
  IconButton,
  LoadingProgress,
  Menu,
  PageHeader,
  StatusPill,
  t,
  TextLink,
  useBreakpoint,
  usePageTitle,
} from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { Deliveries } from './deliveries.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { formatEvents, formatModules, STATE_HUES, POLL_MILLISECONDS } from './webhook-format.ts';
import '../entries.css';
import './webhooks.css';

const LIST = '/admin/webhooks';

/** Why deliveries fail, and what can be done. */
function DeliveryAlert({ webhook, onSwitchOn }: { readonly webhook: WebhookView; readonly onSwitchOn: () => void }) {
  const { state, failingSince } = webhook;
  if (state !== 'failing' && state !== 'paused') return null;
  return (
    <div role="status" className={`ma-alert mw-trouble-${state}`}>
      <Icon of={CircleAlert} />
      <p>
        {state === 'paused'
          ? t('webhooks.paused')
          : t('webhooks.failing', { when: failingSince === null ? '' : formatFullInstant(failingSince) })}
      </p>
      {state === 'paused' && (
        <Button size="sm" onClick={onSwitchOn}>
          {t('webhooks.switchOn')}
        </Button>
      )}
    </div>
  );
}

function WebhookDetails({ webhook }: { readonly webhook: WebhookView }) {
  const { data: shell } = useShell();
  const { url, filter, includeRecord, createdAt, previousSecretUntil } = webhook;
  const facts: readonly (readonly [string, string])[] = [
    [t('webhooks.detail.modules'), formatModules(webhook, shell)],
    [t('webhooks.detail.events'), formatEvents(webhook)],
    [t('webhooks.detail.filter'), t(Object.keys(filter).length > 0 ? 'webhooks.form.filterSome' : 'webhooks.form.filterNone')],
    [t('webhooks.detail.record'), t(includeRecord ? 'webhooks.detail.withRecord' : 'webhooks.detail.withoutRecord')],
    [t('webhooks.detail.made'), formatFullInstant(createdAt)],
  ];
  return (
    <Card>
      <dl className="ma-facts mw-address">
        <div>
          <dt>{t('webhooks.detail.url')}</dt>
          <dd className="ms-mono">{url}</dd>
        </div>
      </dl>
      <Facts facts={facts} />
      {previousSecretUntil !== null && (
        <p className="ma-note">{t('webhooks.detail.both', { when: formatFullInstant(previousSecretUntil) })}</p>
      )}
    </Card>
  );
}

function WebhookContent({ webhook }: { readonly webhook: WebhookView }) {
  const navigate = useNavigate();
  const { name, state } = webhook;
  // On a phone the name and the state need the space; the test is also in the menu.
  const isPhone = useBreakpoint() === 'phone';
  const webhookActions = useWebhookActions(webhook, () => void navigate(LIST, { replace: true }));
  usePageTitle(name);
  const actions = (
    <>
      {!isPhone && (
        <Button size="sm" icon={Send} loading={webhookActions.isTesting} onClick={webhookActions.test}>
          {t('webhooks.test')}
        </Button>
      )}
      <Menu
        label={t('webhooks.options', { name })}
        groups={webhookActions.groups}
        target={<IconButton size="sm" variant="default" icon={EllipsisVertical} label={t('webhooks.options', { name })} />}
      />
    </>
  );
  return (
    <>
      <PageHeader title={name} actions={actions}>
        <StatusPill label={t(`webhooks.state.${state}`)} hue={STATE_HUES[state]} />
      </PageHeader>
      <div className="ms-page ma-page">
        <p className="ma-back">
          <Icon of={ArrowLeft} />
          <TextLink href={LIST}>{t('webhooks.all')}</TextLink>
        </p>
        <DeliveryAlert webhook={webhook} onSwitchOn={webhookActions.toggle} />
        <WebhookDetails webhook={webhook} />
        <Deliveries webhook={webhook} />
      </div>
      {webhookActions.dialogs}
    </>
  );
}

/** `/admin/webhooks/{id}`: a webhook and its deliveries. */
export function WebhookPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<WebhookView, ApiError>({
    queryKey: queryKeys.webhook(id),
    queryFn: ({ signal }) => getWebhook(id, signal),
    retry: false,
    refetchInterval: ({ state: { data: known } }) =>
      known !== undefined && (known.waiting > 0 || known.state === 'failing') ? POLL_MILLISECONDS : false,
  });
  if (error && data === undefined)
    return <ErrorState title={t('webhooks.failedOne')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingProgress active /> : <WebhookContent key={data._id} webhook={data} />;
}
