import { Button, EmptyState, ErrorState, SkeletonRows, t } from '../../kit/index.ts';
import { useHistoryItems, type HistoryProps } from './history-items.tsx';
import { Timeline } from './timeline.tsx';

/** The changes of a record by day, newest first; each previous value can be restored. */
export function HistoryTab(props: HistoryProps) {
  const { entries, error, retry, hasEarlier, isReadingEarlier, showEarlier } = useHistoryItems(props);
  if (error && entries === undefined) return <ErrorState compact text={error.message} code={error.code} onRetry={retry} />;
  if (entries === undefined) return <SkeletonRows rows={4} height={44} columns={1} />;
  if (entries.length === 0) return <EmptyState compact title={t('views.record.historyEmpty')} />;
  return (
    <>
      <Timeline entries={entries} />
      {error && <ErrorState compact text={error.message} code={error.code} onRetry={retry} />}
      {hasEarlier && !error && (
        <Button size="sm" variant="quiet" className="ms-link-button" loading={isReadingEarlier} onClick={showEarlier}>
          {t('views.record.earlier')}
        </Button>
      )}
    </>
  );
}
