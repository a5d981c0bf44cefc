import { LoadingProgress, SkeletonRows } from '../../kit/index.ts';

/** The skeleton of a record page. */
export function RecordSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="mv-page">
      <LoadingProgress active onRetry={onRetry} />
      <div className="mv-record-head" />
      <div className="mv-record-fields">
        <SkeletonRows rows={12} height={32} columns={2} />
      </div>
    </div>
  );
}
