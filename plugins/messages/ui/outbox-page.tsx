import { useState } from 'react';
import { toText, type JsonObject } from '#engine/model';
import {
  Button,
  callApi,
  EmptyState,
  ErrorState,
  findModule,
  formatRelativeTime,
  PageHeader,
  recordRoute,
  SkeletonRows,
  Tabs,
  TextLink,
  useAction,
  useModuleChanges,
  useRecordSearch,
  useShell,
  useUserId,
  type RecordData,
} from '#ui';
import { isOneOf, SENT_STATUSES, UNSENT_STATUSES, WAITING_STATUSES } from '../shared/message.ts';
import { tMessages } from './texts.ts';
import './messages.css';

const STATUSES = { waiting: WAITING_STATUSES, sent: SENT_STATUSES, unsent: UNSENT_STATUSES } as const;
type TabId = keyof typeof STATUSES;
const TABS: readonly TabId[] = ['waiting', 'sent', 'unsent'];
const PAGE_SIZE = 50;

function createTerms(tab: TabId, sender: string | undefined): JsonObject {
  return {
    message_id: { exists: true },
    status: { in: [...STATUSES[tab]] },
    ...(sender === undefined ? {} : { sent_by: { equals: sender } }),
  };
}

function Message({ message, href, onChanged }: { readonly message: RecordData; readonly href: string; readonly onChanged: () => void }) {
  const { isBusy, run } = useAction({ onEnd: onChanged });
  const act = (action: 'resend' | 'cancel') => run(() => callApi('POST', `/api/messages/${message._id}/${action}`));
  const status = toText(message['status']);
  const to = Array.isArray(message['to']) ? message['to'].join(', ') : '';
  return (
    <li className="mg-message">
      <div className="mg-message-text">
        <TextLink href={href}>{toText(message['subject']) || to}</TextLink>
        <span className="mg-message-note">
          {to} · {status} · {formatRelativeTime(toText(message['updatedAt']))}
        </span>
        {toText(message['failure']) !== '' && <span className="mg-message-failure">{toText(message['failure'])}</span>}
      </div>
      {status === 'Queued' && (
        <Button loading={isBusy} onClick={() => act('cancel')}>
          {tMessages('cancelSending')}
        </Button>
      )}
      {isOneOf([...SENT_STATUSES, ...UNSENT_STATUSES], status) && (
        <Button loading={isBusy} onClick={() => act('resend')}>
          {tMessages('resend')}
        </Button>
      )}
    </li>
  );
}

function MessageList({ tab, sender }: { readonly tab: TabId; readonly sender: string | undefined }) {
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const module = findModule(useShell().data, 'messages');
  const { data, error, refetch } = useRecordSearch(module, {
    searchTerms: createTerms(tab, sender),
    sortField: 'createdAt',
    sortOrder: 'desc',
    pageSize,
  });
  useModuleChanges('messages', () => void refetch());
  if (error !== null) return <ErrorState title={tMessages('loadFailed')} text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined || module === undefined) return <SkeletonRows rows={4} />;
  if (data.data.length === 0) return <EmptyState title={tMessages('none')} help={tMessages('noneHelp')} />;
  return (
    <>
      <ul className="mg-messages">
        {data.data.map((message) => (
          <Message key={message._id} message={message} href={recordRoute('messages', message._id)} onChanged={() => void refetch()} />
        ))}
      </ul>
      {data.total > data.data.length && <Button onClick={() => setPageSize(pageSize + PAGE_SIZE)}>{tMessages('earlier')}</Button>}
    </>
  );
}

function Outbox({ sender }: { readonly sender: string | undefined }) {
  const [tab, setTab] = useState<TabId>('waiting');
  const title = tMessages(sender === undefined ? 'outboxOfEveryone' : 'outbox');
  return (
    <>
      <PageHeader title={title} />
      <div className="ms-page">
        <Tabs label={title} items={TABS.map((id) => ({ id, label: tMessages(id) }))} selected={tab} onSelect={(id) => setTab(id as TabId)}>
          <MessageList key={tab} tab={tab} sender={sender} />
        </Tabs>
      </div>
    </>
  );
}

/** `/app/outbox`: the messages that the user sent. */
export function OwnOutboxPage() {
  const userId = useUserId();
  return userId === undefined ? null : <Outbox sender={userId} />;
}

/** `/admin/message-outbox`: the messages of everyone. */
export function WholeOutboxPage() {
  return <Outbox sender={undefined} />;
}
