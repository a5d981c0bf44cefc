import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleAlert, EllipsisVertical, Send } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { WebhookView } from '#engine/model';
import { getWebhook, queryKeys, useShell, type ApiError } from '../../client/index.ts';
import { fullInstant } from '../../fields/values/index.ts';
import { Button, Card, ErrorState, Icon, IconButton, LoadingProgress, Menu, PageHeader, StatusPill, t, TextLink, useBreakpoint } from '../../kit/index.ts';
import { Deliveries } from './deliveries.tsx';
import { useWebhookDeeds } from './use-webhook-deeds.tsx';
import { sayEvents, sayModules, STATE_HUES, WATCHED } from './webhook-words.ts';
import './webhooks.css';

const LIST = '/admin/webhooks';

/** Why nothing arrives, and what can be done. */
function Trouble({ webhook, onSwitchOn }: { readonly webhook: WebhookView; readonly onSwitchOn: () => void }) {
  const { state, failingSince } = webhook;
  if (state !== 'failing' && state !== 'paused') return null;
  return (
    <div role="status" className={`mw-trouble mw-trouble-${state}`}>
      <Icon of={CircleAlert} />
      <p>{state === 'paused' ? t('webhooks.paused') : t('webhooks.failing', { when: failingSince === null ? '' : fullInstant(failingSince) })}</p>
      {state === 'paused' && <Button size="sm" onClick={onSwitchOn}>{t('webhooks.switchOn')}</Button>}
    </div>
  );
}

function Facts({ webhook }: { readonly webhook: WebhookView }) {
  const { data: shell } = useShell();
  const { url, filter, includeRecord, createdAt, previousSecretUntil } = webhook;
  const facts: readonly (readonly [string, string])[] = [
    [t('webhooks.detail.modules'), sayModules(webhook, shell)],
    [t('webhooks.detail.events'), sayEvents(webhook)],
    [t('webhooks.detail.filter'), t(Object.keys(filter).length > 0 ? 'webhooks.form.filterSome' : 'webhooks.form.filterNone')],
    [t('webhooks.detail.record'), t(includeRecord ? 'webhooks.detail.withRecord' : 'webhooks.detail.withoutRecord')],
    [t('webhooks.detail.made'), fullInstant(createdAt)],
  ];
  return (
    <Card>
      <dl className="mw-facts">
        <div><dt>{t('webhooks.detail.url')}</dt><dd className="ms-mono">{url}</dd></div>
        {facts.map(([label, value]) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}
      </dl>
      {previousSecretUntil !== null && <p className="mw-note">{t('webhooks.detail.both', { when: fullInstant(previousSecretUntil) })}</p>}
    </Card>
  );
}

function Whole({ webhook }: { readonly webhook: WebhookView }) {
  const navigate = useNavigate();
  const { name, state } = webhook;
  // On a phone the name and the state need the room: the test is in the menu too.
  const isPhone = useBreakpoint() === 'phone';
  const deeds = useWebhookDeeds(webhook, () => void navigate(LIST, { replace: true }));
  useEffect(() => {
    document.title = `${name} · ${t('product')}`;
  }, [name]);
  const actions = (
    <>
      {!isPhone && <Button size="sm" icon={Send} loading={deeds.isTesting} onClick={deeds.test}>{t('webhooks.test')}</Button>}
      <Menu label={t('webhooks.options', { name })} groups={deeds.groups} target={<IconButton size="sm" variant="default" icon={EllipsisVertical} label={t('webhooks.options', { name })} />} />
    </>
  );
  return (
    <>
      <PageHeader title={name} actions={actions}><StatusPill label={t(`webhooks.state.${state}`)} hue={STATE_HUES[state]} /></PageHeader>
      <div className="ms-page mw-page">
        <p className="mw-back"><Icon of={ArrowLeft} /><TextLink href={LIST}>{t('webhooks.all')}</TextLink></p>
        <Trouble webhook={webhook} onSwitchOn={deeds.toggle} />
        <Facts webhook={webhook} />
        <Deliveries webhook={webhook} />
      </div>
      {deeds.dialogs}
    </>
  );
}

/** `/admin/webhooks/{id}`: a webhook and what was sent to it. */
export function WebhookPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<WebhookView, ApiError>({
    queryKey: queryKeys.webhook(id), queryFn: ({ signal }) => getWebhook(id, signal), retry: false,
    refetchInterval: ({ state: { data: known } }) => (known !== undefined && (known.waiting > 0 || known.state === 'failing') ? WATCHED : false),
  });
  if (error && data === undefined) return <ErrorState title={t('webhooks.failedOne')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingProgress active /> : <Whole key={data._id} webhook={data} />;
}
