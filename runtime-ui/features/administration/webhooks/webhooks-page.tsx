import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { ShellView, WebhookView, WebhookWithSecret } from '#engine/model/wire';
import { getWebhooks, queryKeys, useShell, type ApiError } from '../../../client/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Menu,
  PageHeader,
  SkeletonRows,
  StatusPill,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { DotLine } from '../dot-line.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { formatEvents, formatModules, STATE_HUES, webhookRoute } from './webhook-format.ts';
import '../entries.css';
import './webhooks.css';

function WebhookRow({ webhook, shell }: { readonly webhook: WebhookView; readonly shell: ShellView | undefined }) {
  const { _id, name, url, state, waiting, dead } = webhook;
  const { groups, dialogs } = useWebhookActions(webhook);
  return (
    <li className="ma-row">
      <span className="ms-mark">
        <Icon of={Webhook} />
      </span>
      <div className="ma-text">
        <p className="ma-name">
          <TextLink look="name" href={webhookRoute(_id)}>
            {name}
          </TextLink>{' '}
          <StatusPill label={t(`webhooks.state.${state}`)} hue={STATE_HUES[state]} />
        </p>
        <p className="ms-mono ma-url">{url}</p>
        <DotLine
          className="ma-note"
          parts={[
            formatModules(webhook, shell),
            formatEvents(webhook),
            waiting > 0 && t('webhooks.waiting', { count: waiting }),
            dead > 0 && <span className="ma-problem">{t('webhooks.dead', { count: dead })}</span>,
          ]}
        />
      </div>
      <Menu
        label={t('webhooks.options', { name })}
        groups={groups}
        target={<IconButton icon={EllipsisVertical} label={t('webhooks.options', { name })} />}
      />
      {dialogs}
    </li>
  );
}

function useWebhooks() {
  return useQuery<readonly WebhookView[], ApiError>({ queryKey: queryKeys.webhooks(), queryFn: ({ signal }) => getWebhooks(signal) });
}

function List({ onAdd }: { readonly onAdd: () => void }) {
  const { data: shell } = useShell();
  const { data, error, refetch } = useWebhooks();
  if (error && data === undefined)
    return <ErrorState compact title={t('webhooks.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} columns={2} height={64} />;
  if (data.length === 0)
    return (
      <EmptyState
        title={t('webhooks.none')}
        help={t('webhooks.noneHelp')}
        actions={
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {t('webhooks.add')}
          </Button>
        }
      />
    );
  return (
    <ul className="ms-card ma-list">
      {data.map((webhook) => (
        <WebhookRow key={webhook._id} webhook={webhook} shell={shell} />
      ))}
    </ul>
  );
}

/** `/admin/webhooks`: the external servers that are notified of saves. */
export function WebhooksPage() {
  const client = useQueryClient();
  const { data } = useWebhooks();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | undefined>(undefined);
  usePageTitle(t('webhooks.title'));
  const finish = (webhook?: WebhookWithSecret) => {
    setMaking(false);
    setMade(webhook);
    void client.invalidateQueries({ queryKey: queryKeys.webhooks() });
  };
  const add = () => setMaking(true);
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        actions={
          data !== undefined && data.length > 0 ? (
            <Button variant="primary" size="sm" icon={Plus} onClick={add}>
              {t('webhooks.add')}
            </Button>
          ) : undefined
        }
      />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('webhooks.help')}</p>
        <List onAdd={add} />
      </div>
      {isMaking && <WebhookForm onDone={finish} onClose={() => setMaking(false)} />}
      {made !== undefined && <SecretDialog secret={made.secret} onClose={() => setMade(undefined)} />}
    </>
  );
}
