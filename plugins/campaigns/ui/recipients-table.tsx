import { Select } from '@mantine/core';
import { useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  EmptyState,
  ErrorState,
  formatRelativeTime,
  recordRoute,
  SkeletonRows,
  TextLink,
  useModuleQuery,
  searchRecords,
  type RecordData,
} from '#ui';
import type { CampaignResults } from '../shared/campaign.ts';
import { tCampaigns } from './texts.ts';

const PAGE_SIZE = 50;
const COLUMNS = ['name', 'status', 'reason', 'stepsDone'] as const;

function Row({ recipient, isTracked }: { readonly recipient: RecordData; readonly isTracked: boolean }) {
  const due = toText(recipient['due_at']);
  return (
    <tr>
      <td>
        <TextLink href={recordRoute('campaignRecipients', recipient._id)}>{toText(recipient['name'])}</TextLink>
        <span className="cp-note">{toText(recipient['address'])}</span>
      </td>
      <td>{toText(recipient['status'])}</td>
      <td>{toText(recipient['failure'])}</td>
      <td data-figure>{toText(recipient['step'])}</td>
      {isTracked && <td data-figure>{toText(recipient['open_count'])}</td>}
      {isTracked && <td data-figure>{toText(recipient['click_count'])}</td>}
      <td>{due === '' ? '' : formatRelativeTime(due)}</td>
    </tr>
  );
}

function Pages({ page, total, onPage }: { readonly page: number; readonly total: number; readonly onPage: (page: number) => void }) {
  const to = Math.min(total, (page + 1) * PAGE_SIZE);
  return (
    <div className="cp-row">
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {tCampaigns('earlier')}
      </Button>
      <span className="cp-note">{tCampaigns('page', { from: String(page * PAGE_SIZE + 1), to: String(to), total: String(total) })}</span>
      <Button disabled={to >= total} onClick={() => onPage(page + 1)}>
        {tCampaigns('later')}
      </Button>
    </div>
  );
}

/** The recipients of a campaign in pages, all or those with a status. */
export function RecipientsTable({ campaign, results }: { readonly campaign: string; readonly results: CampaignResults }) {
  const [status, setStatus] = useState('');
  const [page, setPage] = useState(0);
  const search = {
    searchTerms: { campaign, ...(status === '' ? {} : { status }) },
    ...({ sortField: 'createdAt', sortOrder: 'desc', pageNumber: page, pageSize: PAGE_SIZE } as const),
  };
  const { data, error, refetch } = useModuleQuery('campaignRecipients', search, (signal) =>
    searchRecords<RecordData>('/api/campaign-recipients', search, signal),
  );
  if (error !== null) return <ErrorState title={tCampaigns('loadFailed')} text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  const options = [
    { value: '', label: tCampaigns('everyone', { count: String(results.total) }) },
    ...Object.entries(results.statuses).map(([name, count]) => ({
      value: name,
      label: tCampaigns('statusCount', { status: name, count: String(count) }),
    })),
  ];
  const isTracked = results.opens + results.clicks > 0;
  const columns = [...COLUMNS, ...(isTracked ? (['opens', 'clicks'] as const) : []), 'nextStep'] as const;
  const choose = (chosen: string | null): void => {
    setStatus(chosen ?? '');
    setPage(0);
  };
  return (
    <>
      <Select label={tCampaigns('filter')} data={options} value={status} allowDeselect={false} onChange={choose} />
      {data.data.length === 0 ? (
        <EmptyState compact title={tCampaigns('noRecipients')} help={tCampaigns('noRecipientsHelp')} />
      ) : (
        <div className="cp-scroll" tabIndex={0} role="group" aria-label={tCampaigns('results')}>
          <table className="cp-table">
            <thead>
              <tr>
                {columns.map((id) => (
                  <th key={id} scope="col">
                    {tCampaigns(id)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.data.map((recipient) => (
                <Row key={recipient._id} recipient={recipient} isTracked={isTracked} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.total > PAGE_SIZE && <Pages page={page} total={data.total} onPage={setPage} />}
    </>
  );
}
