import { ErrorState, SkeletonRows, useModuleQuery } from '#ui';
import { readAudience } from './campaigns-api.ts';
import { tCampaigns } from './texts.ts';

/** How many people the campaign would reach, and the first of them with what is against it. */
export function AudienceCard({ campaign, version }: { readonly campaign: string; readonly version: number }) {
  const { data, error, refetch } = useModuleQuery('campaigns', { audience: campaign, version }, () => readAudience(campaign));
  // Nothing is wrong with the page: the campaign is not finished.
  if (error?.code.startsWith('campaign_') === true) return <p>{error.message}</p>;
  if (error !== null) return <ErrorState title={tCampaigns('loadFailed')} text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  const { total, checked, reachable, people } = data;
  const counts = { total: String(total), checked: String(checked), reachable: String(reachable) };
  return (
    <>
      <p>{tCampaigns(checked < total ? 'audienceChecked' : 'audienceTotal', counts)}</p>
      <ul className="cp-people">
        {people.map(({ id, name, reason }) => (
          <li key={id}>
            {name}
            {reason !== null && <span className="cp-note"> · {reason}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
