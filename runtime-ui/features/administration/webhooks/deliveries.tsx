import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { WebhookDeliveryView, WebhookView } from '#engine/model/wire';
import { getDeliveries, queryKeys, type ApiError, type DeliveryPage } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, Card, ErrorState, IconButton, isBeforeToday, SkeletonRows, StatusPill, t, Tabs } from '../../../kit/index.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DELIVERY_HUES, POLL_MILLISECONDS } from './webhook-format.ts';

const PAGE = 20;
const TABS = ['all', 'waiting', 'dead'] as const;
type Tab = (typeof TABS)[number];

/** The result of the last attempt, and the time of the next one. */
function formatProgress({ attempts, nextAt }: WebhookDeliveryView): string {
  const last = attempts.at(-1);
  const ended =
    last === undefined ? [] : [last.error ?? t('webhooks.deliveries.response', { status: String(last.status), duration: last.duration })];
  const next =
    nextAt === null
      ? []
      : [
          isBeforeToday(nextAt) || last === undefined
            ? t('webhooks.deliveries.soon')
            : t('webhooks.deliveries.next', { when: formatFullInstant(nextAt) }),
        ];
  return [...ended, ...next].join(' · ');
}

function DeliveryRow({ delivery, onOpen }: { readonly delivery: WebhookDeliveryView; readonly onOpen: () => void }) {
  const { event, module, state, createdAt } = delivery;
  const when = formatFullInstant(createdAt);
  return (
    <li>
      <button type="button" className="ma-entry" aria-label={t('webhooks.deliveries.open', { when })} onClick={onOpen}>
        <StatusPill label={t(`webhooks.deliveries.state.${state}`)} hue={DELIVERY_HUES[state]} />
        <span className="ma-entry-title">{module === null ? t('webhooks.events.test') : `${module}.${event}`}</span>
        <span className="ma-entry-text">{formatProgress(delivery)}</span>
        <time className="ma-entry-when" dateTime={createdAt}>
          {when}
        </time>
      </button>
    </li>
  );
}

interface ListProps {
  readonly webhook: string;
  readonly tab: Tab;
  readonly onOpen: (id: string) => void;
}

function DeliveryList({ webhook, tab, onOpen }: ListProps) {
  const [pageSize, setPageSize] = useState(PAGE);
  const query = { state: tab === 'all' ? undefined : tab, pageSize };
  const { data, error, refetch, isFetching } = useQuery<DeliveryPage, ApiError>({
    queryKey: queryKeys.deliveries(webhook, query),
    queryFn: ({ signal }) => getDeliveries(webhook, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') === true ? POLL_MILLISECONDS : false),
  });
  if (error && data === undefined)
    return (
      <ErrorState compact title={t('webhooks.deliveries.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={4} columns={3} height={40} />;
  if (data.data.length === 0)
    return <p className="ma-none">{t(tab === 'all' ? 'webhooks.deliveries.none' : `webhooks.deliveries.noneOf.${tab}`)}</p>;
  return (
    <>
      <ul className="ma-entries">
        {data.data.map((delivery) => (
          <DeliveryRow key={delivery._id} delivery={delivery} onOpen={() => onOpen(delivery._id)} />
        ))}
      </ul>
      {data.total > data.data.length && (
        <Button variant="quiet" size="sm" loading={isFetching} onClick={() => setPageSize(pageSize + PAGE)}>
          {t('webhooks.deliveries.more')}
        </Button>
      )}
    </>
  );
}

/** The deliveries of a webhook, newest first; each opens with its attempts and its message. */
export function Deliveries({ webhook }: { readonly webhook: WebhookView }) {
  const client = useQueryClient();
  const [tab, setTab] = useState<Tab>('all');
  const [opened, setOpened] = useState<string | undefined>(undefined);
  const items = TABS.map((id) => ({ id, label: t(`webhooks.deliveries.tabs.${id}`), ...(id === 'all' ? {} : { count: webhook[id] }) }));
  const refreshButton = (
    <IconButton
      size="sm"
      icon={RefreshCw}
      label={t('webhooks.deliveries.refresh')}
      onClick={() => void client.invalidateQueries({ queryKey: queryKeys.webhooks() })}
    />
  );
  return (
    <Card title={t('webhooks.deliveries.title')} note={t('webhooks.deliveries.help')} action={refreshButton}>
      <Tabs label={t('webhooks.deliveries.title')} items={items} selected={tab} onSelect={(id) => setTab(id as Tab)}>
        <DeliveryList key={tab} webhook={webhook._id} tab={tab} onOpen={setOpened} />
      </Tabs>
      {opened !== undefined && <DeliveryDialog webhook={webhook} id={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}
