import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { FailingEffect } from '#engine/model/wire';
import { findModule, getFailingEffects, queryKeys, recordRoute, retryEffect, useShell, type ApiError } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, Card, ErrorState, t, TextLink } from '../../../kit/index.ts';
import { useAdminAction } from '../use-admin-action.ts';
import { POLL } from './job-format.ts';

function EffectRow({ effect }: { readonly effect: FailingEffect }) {
  const { data: shell } = useShell();
  const { isBusy, run } = useAdminAction(queryKeys.failingEffects());
  const { _id, module, record_id, plugin, hook, text, attempts, nextAt, at } = effect;
  const label = findModule(shell, module)?.labelSingular ?? module;
  const retry = () => run(() => retryEffect(_id), t('queues.effects.retried'));
  return (
    <li className="mj-effect">
      <div className="ma-text">
        <p className="ma-name">
          {t('queues.effects.name', { plugin, hook })}
          <TextLink href={recordRoute(module, record_id, shell?.user)}>{t('queues.effects.record', { label })}</TextLink>
        </p>
        <p className="ma-problem">{text}</p>
        <p className="ma-note">
          {t('queues.effects.attempts', { count: attempts, when: formatFullInstant(at) })} ·{' '}
          {nextAt === null ? t('queues.effects.dead') : t('queues.effects.next', { when: formatFullInstant(nextAt) })}
        </p>
      </div>
      <Button size="sm" icon={RotateCw} loading={isBusy} onClick={retry}>
        {t('queues.retry')}
      </Button>
    </li>
  );
}

/** The effects of saves (post-save hooks of plugins) that failed and are retried; nothing while there are none. */
export function FailingEffects() {
  const { data, error, refetch } = useQuery<readonly FailingEffect[], ApiError>({
    queryKey: queryKeys.failingEffects(),
    queryFn: ({ signal }) => getFailingEffects(signal),
    refetchInterval: POLL.idle,
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('queues.effects.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card title={t('queues.effects.title')} note={t('queues.effects.help')}>
      <ul className="ma-entries">
        {data.map((effect) => (
          <EffectRow key={effect._id} effect={effect} />
        ))}
      </ul>
    </Card>
  );
}
