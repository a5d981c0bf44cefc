import { useQuery } from '@tanstack/react-query';
import { KeyRound, MonitorSmartphone } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ApiTokenView, SessionView } from '#engine/model/wire';
import {
  endUserSession,
  endUserSessions,
  getUserApiTokens,
  getUserSessions,
  queryKeys,
  revokeApiToken,
  type ApiError,
} from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, Card, ConfirmDialog, ErrorState, Icon, SkeletonRows, t } from '../../../kit/index.ts';
import { DotLine } from '../dot-line.tsx';
import { useAdminAction } from '../use-admin-action.ts';

interface ListProps<T> {
  readonly query: { readonly data: readonly T[] | undefined; readonly error: ApiError | null; readonly refetch: () => unknown };
  readonly failed: string;
  readonly none: string;
  readonly render: (item: T) => ReactNode;
}

/** A list in its states: loading, failed, empty, loaded. */
function StatefulList<T>({ query: { data, error, refetch }, failed, none, render }: ListProps<T>) {
  if (error && data === undefined)
    return <ErrorState compact title={failed} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={2} columns={2} height={44} />;
  return data.length === 0 ? <p className="ma-none">{none}</p> : <ul className="ma-list">{data.map(render)}</ul>;
}

interface UserProps {
  readonly userId: string;
  readonly name: string;
}

/** The open sessions of a user; each can be ended, and all together. */
export function UserSessions({ userId, name }: UserProps) {
  const queryKey = queryKeys.userSessions(userId);
  const query = useQuery<readonly SessionView[], ApiError>({ queryKey, queryFn: ({ signal }) => getUserSessions(userId, signal) });
  const { isBusy, run } = useAdminAction(queryKey);
  const [isAsking, setAsking] = useState(false);
  const deviceOf = ({ device }: SessionView) => device ?? t('people.sessions.unknown');
  const endAll = () =>
    run(
      () => endUserSessions(userId),
      t('people.sessions.endedAll', { name }),
      () => setAsking(false),
    );
  return (
    <Card title={t('people.sessions.title')}>
      <StatefulList
        query={query}
        failed={t('people.sessions.failed')}
        none={t('people.sessions.none')}
        render={(session) => (
          <li key={session._id} className="ma-row">
            <span className="ms-mark">
              <Icon of={MonitorSmartphone} />
            </span>
            <div className="ma-text">
              <p className="ma-name">{deviceOf(session)}</p>
              <p className="ma-note">
                {t('people.sessions.used', { used: formatFullInstant(session.lastUsedAt), opened: formatFullInstant(session.openedAt) })}
              </p>
            </div>
            {session.isCurrent ? (
              <span className="ma-note">{t('people.sessions.own')}</span>
            ) : (
              <Button
                size="sm"
                loading={isBusy}
                aria-label={t('people.sessions.endOf', { device: deviceOf(session) })}
                onClick={() => run(() => endUserSession(userId, session._id), t('people.sessions.ended'))}
              >
                {t('people.sessions.end')}
              </Button>
            )}
          </li>
        )}
      />
      {(query.data ?? []).length > 1 && (
        <div className="mp-buttons">
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('people.sessions.endAll')}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('people.sessions.endAllTitle', { name })}
          text={t('people.sessions.endAllText')}
          confirmLabel={t('people.sessions.endAll')}
          onConfirm={endAll}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

/** The API tokens of a user; each can be revoked. */
export function UserApiTokens({ userId }: Pick<UserProps, 'userId'>) {
  const queryKey = queryKeys.userApiTokens(userId);
  const query = useQuery<readonly ApiTokenView[], ApiError>({ queryKey, queryFn: ({ signal }) => getUserApiTokens(userId, signal) });
  const { isBusy, run } = useAdminAction(queryKey);
  const [revoking, setRevoking] = useState<ApiTokenView | undefined>(undefined);
  return (
    <Card title={t('people.tokens.title')}>
      <StatefulList
        query={query}
        failed={t('people.tokens.failed')}
        none={t('people.tokens.none')}
        render={(token) => (
          <li key={token._id} className="ma-row">
            <span className="ms-mark">
              <Icon of={KeyRound} />
            </span>
            <div className="ma-text">
              <p className="ma-name">{token.name}</p>
              <DotLine
                className="ma-note"
                parts={[
                  <span className="ms-mono">{token.start}…</span>,
                  token.scopes.join(', '),
                  token.lastUsedAt === null
                    ? t('people.tokens.unused')
                    : t('people.tokens.used', { when: formatFullInstant(token.lastUsedAt) }),
                ]}
              />
            </div>
            <Button size="sm" aria-label={t('people.tokens.revokeOf', { name: token.name })} onClick={() => setRevoking(token)}>
              {t('people.tokens.revoke')}
            </Button>
          </li>
        )}
      />
      {revoking !== undefined && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('people.tokens.revokeTitle', { name: revoking.name })}
          text={t('people.tokens.revokeText')}
          confirmLabel={t('people.tokens.revoke')}
          onConfirm={() =>
            run(
              () => revokeApiToken(revoking._id),
              t('people.tokens.revoked'),
              () => setRevoking(undefined),
            )
          }
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
}
