import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { TraceSwitchView } from '#engine/model/wire';
import { getTracedUsers, queryKeys, stopTracingUser, traceUser, type ApiError } from '../../../client/index.ts';
import { formatInstantInText } from '../../../fields/values/index.ts';
import { readRelate } from '../../../headless/index.ts';
import { Button, Card, ErrorState, SkeletonRows, t } from '../../../kit/index.ts';
import { UserChoice } from '../filter-choices.tsx';
import { useAdminAction, type AdminAction } from '../use-admin-action.ts';

function TracedUser({ traced: { user, userName, until }, action }: { readonly traced: TraceSwitchView; readonly action: AdminAction }) {
  return (
    <li className="ma-traced-user">
      <span>
        {userName} <span className="ma-note">{t('saveTraces.users.until', { when: formatInstantInText(until) })}</span>
      </span>
      <Button
        size="sm"
        loading={action.isBusy}
        aria-label={t('saveTraces.users.stopOf', { name: userName })}
        onClick={() => action.run(() => stopTracingUser(user), t('saveTraces.users.stopped', { name: userName }))}
      >
        {t('saveTraces.users.stop')}
      </Button>
    </li>
  );
}

function List({ action }: { readonly action: AdminAction }) {
  const { data, error, refetch } = useQuery<readonly TraceSwitchView[], ApiError>({
    queryKey: queryKeys.tracedUsers(),
    queryFn: ({ signal }) => getTracedUsers(signal),
  });
  if (error && data === undefined)
    return (
      <ErrorState compact title={t('saveTraces.users.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={1} columns={2} height={40} />;
  if (data.length === 0) return <p className="ma-note">{t('saveTraces.users.none')}</p>;
  return (
    <ul className="ma-traced-users">
      {data.map((traced) => (
        <TracedUser key={traced.user} traced={traced} action={action} />
      ))}
    </ul>
  );
}

/** The users whose saves are traced now, and a form that switches it on for another one. */
export function TracedUsers() {
  const [chosen, setChosen] = useState<JsonValue | undefined>(undefined);
  const action = useAdminAction(queryKeys.allSaveTraces());
  const user = readRelate(chosen)?._id;
  const start = () => {
    if (user !== undefined)
      action.run(
        () => traceUser(user),
        t('saveTraces.users.started'),
        () => setChosen(undefined),
      );
  };
  return (
    <Card title={t('saveTraces.users.title')} note={t('saveTraces.users.help')}>
      <List action={action} />
      <div className="ma-trace-start">
        <UserChoice id="trace-user" label={t('saveTraces.users.user')} value={chosen} onChange={setChosen} />
        <Button disabled={user === undefined} loading={action.isBusy} onClick={start}>
          {t('saveTraces.users.start')}
        </Button>
      </div>
    </Card>
  );
}
