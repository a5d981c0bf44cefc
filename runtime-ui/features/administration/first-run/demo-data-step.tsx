import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DemoDataView } from '#engine/model/wire';
import { getDemoData, queryKeys, removeDemoData, type ApiError } from '../../../client/index.ts';
import { Button, ConfirmDialog, ErrorState, SkeletonRows, t } from '../../../kit/index.ts';
import { useAdminAction } from '../use-admin-action.ts';

/** Milliseconds between two looks at a removal that runs. */
const POLL = 1_000;
/** Modules named in words; the others are counted together. */
const NAMED = 6;

const shown = (count: number): string => count.toLocaleString('en-US');

/** '5,000 Leads, 400 Accounts and 812 in other modules'. */
function describeParts({ modules }: DemoDataView): string {
  const named = modules.slice(0, NAMED).map(({ label, count }) => `${shown(count)} ${label}`);
  const rest = modules.slice(NAMED).reduce((sum, { count }) => sum + count, 0);
  return [named.join(', '), ...(rest === 0 ? [] : [t('firstRun.demo.more', { count: shown(rest) })])].join(' ');
}

function RemovalProgress({ removal }: { readonly removal: NonNullable<DemoDataView['removal']> }) {
  const { done = 0, of = 0 } = (removal.progress ?? {}) as { readonly done?: number; readonly of?: number };
  const text = of === 0 ? t('firstRun.demo.starting') : t('firstRun.demo.running', { done: shown(done), of: shown(of) });
  return (
    <>
      <p role="status">{text}</p>
      <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label={text} />
    </>
  );
}

function Removal({ data }: { readonly data: DemoDataView }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAdminAction(queryKeys.demoData());
  const count = shown(data.total);
  return (
    <>
      <p className="ma-note">
        {t('firstRun.demo.help', { count })} {describeParts(data)}.
      </p>
      {data.removal?.state === 'failed' && <p className="ma-problem">{t('firstRun.demo.failedToRemove')}</p>}
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('firstRun.demo.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('firstRun.demo.confirmTitle', { count })}
          text={t('firstRun.demo.confirmText', { parts: describeParts(data) })}
          confirmLabel={t('firstRun.demo.confirm', { count })}
          onConfirm={() => run(removeDemoData, t('firstRun.demo.started'), () => setAsking(false))}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** What is left of the demo data, and their removal with its progress. */
export function DemoDataStep() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<DemoDataView, ApiError>({
    queryKey: queryKeys.demoData(),
    queryFn: ({ signal }) => getDemoData(signal),
    refetchInterval: ({ state }) => (state.data?.removal?.state === 'running' ? POLL : false),
  });
  const isDone = data?.removal?.state === 'done';
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: queryKeys.allRecords() });
  }, [isDone, client]);
  if (error && data === undefined)
    return <ErrorState compact title={t('firstRun.demo.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={1} columns={2} height={40} />;
  if (data.removal?.state === 'running') return <RemovalProgress removal={data.removal} />;
  if (data.total === 0) return <p className="ma-note">{t(isDone ? 'firstRun.demo.removed' : 'firstRun.demo.none')}</p>;
  return <Removal data={data} />;
}
