import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SessionView } from '#engine/model/wire';
import { endOneSession, getErrorMessage, getSessions, queryKeys, signOutEverywhere, type ApiError } from '../../client/index.ts';
import { formatFullInstant } from '../../fields/values/index.ts';
import { Button, ConfirmDialog, ErrorState, Icon, Section, showNotice, SkeletonRows, t } from '../../kit/index.ts';
import { useAction } from '../use-action.ts';

const nameOf = ({ device }: SessionView): string => device ?? t('ownAccount.unknownDevice');

interface RowProps {
  readonly session: SessionView;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const device = nameOf(session);
  return (
    <li className="mv-token">
      <span className="ms-mark">
        <Icon of={MonitorSmartphone} />
      </span>
      <div className="mv-token-text">
        <p className="mv-token-name">{device}</p>
        <p>
          {session.isCurrent && <strong>{t('ownAccount.thisOne')}. </strong>}
          {t('ownAccount.used', { when: formatFullInstant(session.lastUsedAt) })},{' '}
          {t('ownAccount.opened', { when: formatFullInstant(session.openedAt) })}.
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="sm" loading={busy} aria-label={t('ownAccount.endOf', { device })} onClick={onEnd}>
          {t('ownAccount.end')}
        </Button>
      )}
    </li>
  );
}

/** Ends all sessions after a question, then shows the page of signed-out users. */
function SignOutEverywhere() {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { isBusy: busy, run } = useAction();
  const signOut = () =>
    run(async () => {
      await signOutEverywhere();
      await navigate('/logout');
    });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('ownAccount.everywhere')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={busy}
          title={t('ownAccount.everywhereTitle')}
          text={t('ownAccount.everywhereText')}
          confirmLabel={t('ownAccount.everywhere')}
          onConfirm={signOut}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The open sessions of the user, with their devices; each can be ended, and all together. */
export function Sessions() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<readonly SessionView[], ApiError>({
    queryKey: queryKeys.sessions(),
    queryFn: ({ signal }) => getSessions(signal),
  });
  const [ending, setEnding] = useState<string | undefined>(undefined);
  const end = (session: SessionView) => {
    setEnding(session._id);
    endOneSession(session._id)
      .then(
        () => showNotice({ kind: 'ok', text: t('ownAccount.ended', { device: nameOf(session) }) }),
        (thrown: unknown) => showNotice({ kind: 'error', text: getErrorMessage(thrown) }),
      )
      .finally(() => {
        setEnding(undefined);
        void client.invalidateQueries({ queryKey: queryKeys.sessions() });
      });
  };
  return (
    <Section title={t('ownAccount.sessions')} action={<SignOutEverywhere />} className="mv-tokens">
      <p className="mv-profile-help">{t('ownAccount.sessionsHelp')}</p>
      {error && data === undefined && (
        <ErrorState compact title={t('ownAccount.sessionsFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && <SkeletonRows rows={2} columns={2} height={44} />}
      {data !== undefined && (
        <ul className="mv-token-list">
          {data.map((session) => (
            <SessionRow key={session._id} session={session} busy={ending === session._id} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
    </Section>
  );
}
