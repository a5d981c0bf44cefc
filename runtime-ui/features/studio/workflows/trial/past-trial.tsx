import { NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { BacktestSide, BacktestView } from '#engine/model/wire';
import { cancelBacktest, getBacktest, queryKeys, recordRoute, startBacktest, type ApiError } from '../../../../client/index.ts';
import { formatShortInstant } from '../../../../fields/values/index.ts';
import { Button, Card, t, TextLink } from '../../../../kit/index.ts';
import { ProgressBar, useAction } from '../../../../views/index.ts';
import type { TrialProps } from './trial-props.ts';

const MAX_DAYS = 365;
const POLL = 1_000;
const SIDES: readonly BacktestSide[] = ['draft', 'live', 'both'];

const isRunning = ({ state }: BacktestView): boolean => state === 'waiting' || state === 'running';

/** Which saves of the last days would have started the workflow, and how the draft differs from the published version. */
export function PastTrial({ workflow, changeSet }: TrialProps) {
  const [days, setDays] = useState(30);
  const [started, setStarted] = useState<BacktestView>();
  const { isBusy, run } = useAction();
  const id = started?._id ?? '';
  const { data = started } = useQuery<BacktestView, ApiError>({
    queryKey: queryKeys.backtest(id),
    queryFn: ({ signal }) => getBacktest(id, signal),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? POLL : false),
  });
  const start = () => run(async () => setStarted(await startBacktest(workflow.id, { days, changeSet })));
  if (workflow.executionOccurs !== 'save')
    return (
      <Card title={t('studioWorkflows.trial.past.title')}>
        <p className="ms-muted">{t('studioWorkflows.trial.past.onlySaves')}</p>
      </Card>
    );
  return (
    <Card title={t('studioWorkflows.trial.past.title')}>
      <p className="ms-muted">{t('studioWorkflows.trial.past.help')}</p>
      <div className="sw-trial-inputs">
        <NumberInput
          label={t('studioWorkflows.trial.past.days')}
          allowDecimal={false}
          allowNegative={false}
          min={1}
          max={MAX_DAYS}
          value={days}
          onChange={(next) => {
            if (typeof next === 'number' && next >= 1 && next <= MAX_DAYS) setDays(next);
          }}
        />
        <Button icon={History} loading={isBusy} disabled={data !== undefined && isRunning(data)} onClick={start}>
          {t('studioWorkflows.trial.past.run')}
        </Button>
      </div>
      {data !== undefined && (isRunning(data) ? <Progress backtest={data} /> : <Outcome backtest={data} />)}
    </Card>
  );
}

function Progress({ backtest: { _id, scanned, total } }: { readonly backtest: BacktestView }) {
  const { isBusy, run } = useAction();
  const label = t('studioWorkflows.trial.past.progress', { scanned, total });
  return (
    <div className="sw-trial-progress">
      <ProgressBar label={label} done={scanned} total={Math.max(total, 1)} />
      <Button size="sm" loading={isBusy} onClick={() => run(() => cancelBacktest(_id))}>
        {t('studioWorkflows.trial.past.cancel')}
      </Button>
    </div>
  );
}

function Outcome({ backtest }: { readonly backtest: BacktestView }) {
  const { state, error, days, scanned, total, skipped, counts, changeSet } = backtest;
  // Without a draft there is one version only, the published one.
  const count = changeSet === null ? counts.live : counts.draft + counts.both;
  return (
    <div role="status">
      {state === 'done' && <p>{t('studioWorkflows.trial.past.done', { days, count, total })}</p>}
      {state === 'cancelled' && <p>{t('studioWorkflows.trial.past.stopped', { scanned, total })}</p>}
      {state === 'failed' && (
        <p className="sf-problem">
          {t('studioWorkflows.trial.past.failed')}: {error}
        </p>
      )}
      {skipped > 0 && <p className="ms-muted">{t('studioWorkflows.trial.past.skipped', { count: skipped })}</p>}
      {SIDES.map((side) => (
        <Saves key={side} side={side} backtest={backtest} />
      ))}
      {state === 'done' && counts.both + counts.draft + counts.live === 0 && <p>{t('studioWorkflows.trial.past.none')}</p>}
    </div>
  );
}

/** The heading of a list: with two versions it says in which of them. */
function headOf({ changeSet, hasLive, counts }: BacktestView, side: BacktestSide): string {
  const count = counts[side];
  if (side === 'both') return t('studioWorkflows.trial.past.both', { count });
  if (side === 'draft') return t(hasLive ? 'studioWorkflows.trial.past.onlyDraft' : 'studioWorkflows.trial.past.draft', { count });
  return t(changeSet === null ? 'studioWorkflows.trial.past.live' : 'studioWorkflows.trial.past.onlyLive', { count });
}

function Saves({ side, backtest }: { readonly side: BacktestSide; readonly backtest: BacktestView }) {
  const saves = backtest.saves[side];
  if (saves.length === 0) return null;
  const head = headOf(backtest, side);
  return (
    <>
      <h3>{head}</h3>
      <ul className="sw-trial-saves" aria-label={head}>
        {saves.map(({ change, record, name, at, isNew }) => (
          <li key={change}>
            <TextLink href={recordRoute(backtest.module, record)}>{name === '' ? record : name}</TextLink>{' '}
            <time dateTime={at} className="ms-muted">
              {formatShortInstant(at)}
            </time>
            {isNew && <span className="ms-muted"> {t('studioWorkflows.trial.past.isNew')}</span>}
          </li>
        ))}
      </ul>
      {saves.length < backtest.counts[side] && <p className="ms-muted">{t('studioWorkflows.trial.past.first', { count: saves.length })}</p>}
    </>
  );
}
