import { useQuery } from '@tanstack/react-query';
import { getApprovals, queryKeys } from '../../client/index.ts';
import { LazyBoundary } from '../../kit/index.ts';
import { ApprovalCard } from './lazy-approval-card.ts';
import '../styles/approvals.css';

const FRESH = 15_000;

interface ApprovalBannerProps {
  readonly module: string;
  readonly recordId: string;
  /** Called after a decision: the workflow may change the record. */
  readonly onReload: () => void;
}

/** What waits for the user's approval on a record; usually nothing. */
export function ApprovalBanner({ module, recordId, onReload }: ApprovalBannerProps) {
  const query = { module, record: recordId };
  const { data } = useQuery({
    queryKey: queryKeys.approvals(query),
    queryFn: ({ signal }) => getApprovals(query, signal),
    staleTime: FRESH,
    retry: false,
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <div className="mv-approvals">
      {data.data.map((approval) => (
        <LazyBoundary key={approval.run} fallback={null}>
          <ApprovalCard approval={approval} showsRecord={false} onDone={onReload} />
        </LazyBoundary>
      ))}
    </div>
  );
}
