import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAIL_STATUSES, type MailStatus, type StoredMail } from '#engine/model/wire';
import { getMail, queryKeys, type ApiError, type MailViewPage } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, Card, EmptyState, ErrorState, PageHeader, SkeletonRows, StatusPill, t, Tabs, usePageTitle } from '../../../kit/index.ts';
import { FailingEffects } from '../queues/failing-effects.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { STATUS_HUES } from './mail-format.ts';
import '../entries.css';

const PAGE = 25;
/** The API returns no more on a page. */
const MAX_PAGE = 1000;
const TABS = ['all', ...MAIL_STATUSES] as const;
type Tab = (typeof TABS)[number];

function MailRow({ mail, onOpen }: { readonly mail: StoredMail; readonly onOpen: () => void }) {
  const { to, subject, sentAt, status } = mail;
  const recipients = to.join(', ');
  return (
    <li>
      <button type="button" className="ma-entry" aria-label={t('outbox.open', { subject, to: recipients })} onClick={onOpen}>
        <StatusPill label={t(`outbox.status.${status}`)} hue={STATUS_HUES[status]} />
        <span className="ma-entry-title">{recipients}</span>
        <span className="ma-entry-text">{subject}</span>
        <time className="ma-entry-when" dateTime={sentAt}>
          {formatFullInstant(sentAt)}
        </time>
      </button>
    </li>
  );
}

function MailList({ status, onOpen }: { readonly status: MailStatus | undefined; readonly onOpen: (mail: StoredMail) => void }) {
  const [pageSize, setPageSize] = useState(PAGE);
  const query = { status, pageSize };
  const { data, error, refetch, isFetching } = useQuery<MailViewPage, ApiError>({
    queryKey: queryKeys.mail(query),
    queryFn: ({ signal }) => getMail(query, signal),
    placeholderData: keepPreviousData,
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('outbox.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} columns={4} height={40} />;
  if (data.data.length === 0) return <EmptyState compact title={t('outbox.none')} help={t('outbox.noneHelp')} />;
  return (
    <>
      <ul className="ma-entries" aria-label={t('outbox.list')}>
        {data.data.map((mail) => (
          <MailRow key={mail._id} mail={mail} onOpen={() => onOpen(mail)} />
        ))}
      </ul>
      {data.total > data.data.length && pageSize < MAX_PAGE && (
        <Button variant="quiet" size="sm" loading={isFetching} onClick={() => setPageSize(Math.min(pageSize + PAGE, MAX_PAGE))}>
          {t('outbox.more', { count: Math.min(PAGE, data.total - data.data.length) })}
        </Button>
      )}
    </>
  );
}

/** `/admin/outbox`: the e-mails that were sent, failed, or were stored instead, and the effects of saves that wait for a retry. */
export function OutboxPage() {
  const [tab, setTab] = useState<Tab>('all');
  const [opened, setOpened] = useState<StoredMail | undefined>(undefined);
  usePageTitle(t('outbox.title'));
  return (
    <>
      <PageHeader title={t('outbox.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('outbox.help')}</p>
        <FailingEffects />
        <Card>
          <Tabs
            label={t('outbox.show')}
            items={TABS.map((id) => ({ id, label: t(`outbox.tabs.${id}`) }))}
            selected={tab}
            onSelect={(id) => setTab(id as Tab)}
          >
            <MailList key={tab} status={tab === 'all' ? undefined : tab} onOpen={setOpened} />
          </Tabs>
        </Card>
      </div>
      {opened !== undefined && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
