import { ErrorState, SkeletonRows, useModuleQuery } from '#ui';
import type { CampaignResults } from '../shared/campaign.ts';
import { readResults } from './campaigns-api.ts';
import { RecipientsTable } from './recipients-table.tsx';
import { tCampaigns } from './texts.ts';

function Subjects({ variants }: Pick<CampaignResults, 'variants'>) {
  return (
    <table className="cp-table">
      <caption>{tCampaigns('subjects')}</caption>
      <thead>
        <tr>
          {(['step', 'subject', 'sent', 'replied'] as const).map((id) => (
            <th key={id} scope="col">
              {tCampaigns(id)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {variants.map(({ step, variant, sent, replied }) => (
          <tr key={`${step}${variant}`}>
            <td>{step}</td>
            <td>{variant}</td>
            <td>{sent}</td>
            <td>{replied}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What became of the messages of a campaign: in sum, by subject, and for each recipient. */
export function ResultsCard({ campaign }: { readonly campaign: string }) {
  const { data, error, refetch } = useModuleQuery('campaignRecipients', { results: campaign }, () => readResults(campaign));
  if (error !== null) return <ErrorState title={tCampaigns('loadFailed')} text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  const found = Object.entries(data.statuses).filter(([, count]) => count > 0);
  const counted = [['opened', data.opened, data.opens] as const, ['clicked', data.clicked, data.clicks] as const];
  const uses = counted.filter(([, , times]) => times > 0);
  return (
    <>
      <dl className="cp-sums">
        {found.map(([status, count]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        {uses.map(([id, people, times]) => (
          <div key={id}>
            <dt>{tCampaigns(id)}</dt>
            <dd>{tCampaigns('uses', { people: String(people), times: String(times) })}</dd>
          </div>
        ))}
      </dl>
      {data.variants.some(({ variant }) => variant === 'B') && <Subjects variants={data.variants} />}
      <RecipientsTable campaign={campaign} results={data} />
    </>
  );
}
