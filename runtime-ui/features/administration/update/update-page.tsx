import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { getRunningProduct, queryKeys, triggerUpdate, type ApiError, type RunningProduct } from '../../../client/index.ts';
import { Button, Card, ConfirmDialog, ErrorState, PageHeader, SkeletonRows, t, usePageTitle } from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { useAdminAction } from '../use-admin-action.ts';

function Running() {
  const { data, error, refetch } = useQuery<RunningProduct, ApiError>({
    queryKey: queryKeys.runningProduct(),
    queryFn: ({ signal }) => getRunningProduct(signal),
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('update.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={1} columns={2} height={40} />;
  return (
    <Facts
      facts={[
        [t('update.version'), data.version],
        [t('update.store'), data.store],
      ]}
    />
  );
}

/** `/admin/system-update`: which version runs, and the action that makes every open browser ask whether it may reload. */
export function UpdatePage() {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAdminAction(queryKeys.runningProduct());
  usePageTitle(t('update.title'));
  return (
    <>
      <PageHeader
        title={t('update.title')}
        actions={
          <Button variant="primary" size="sm" icon={RefreshCw} onClick={() => setAsking(true)}>
            {t('update.request')}
          </Button>
        }
      />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('update.help')}</p>
        <Card title={t('update.running')}>
          <Running />
        </Card>
      </div>
      {isAsking && (
        <ConfirmDialog
          opened
          busy={isBusy}
          title={t('update.confirmTitle')}
          text={t('update.confirmText')}
          confirmLabel={t('update.request')}
          onConfirm={() => run(triggerUpdate, t('update.done'), () => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
